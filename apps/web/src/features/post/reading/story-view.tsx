import type { Post } from '@safarnama/contracts';
import { ArrowLeft, Heart, MessageCircle } from 'lucide-react';
import { type ComponentType, lazy, Suspense, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { Avatar } from '../../../components/avatar.tsx';
import { paths } from '../../../config/paths.ts';
import { guessLanguage } from '../../../lib/text.ts';
import { Comments } from '../comments/comments.tsx';
import { parseStory } from '../story-html.ts';
import { AllStoriesLink } from './all-stories-link.tsx';
import { listPictures } from './list-pictures.ts';
import { MoreStories } from './more-stories.tsx';
import { OwnerActions } from './owner-actions.tsx';
import { BookmarkButton, LikeButton } from './reaction-buttons.tsx';
import { ShareButton } from './share-button.tsx';
import { StoryArticle } from './story-article.tsx';
import { STORY_STRINGS } from './story-strings.ts';
import { useScrollToAnchor } from './use-story-anchors.ts';
import { useStoryViewer } from './use-story-viewer.tsx';
import { VisibilityNote } from './visibility-note.tsx';
import './story.css';

// Readers do not need the script of the drafts.
const StoryChanges = lazy<ComponentType<{ postId: string }>>(() =>
  import('../writing/unpublished-changes.tsx').then(
    ({ StoryChanges }) => ({ default: StoryChanges }),
    // The story is more important than the note.
    () => ({ default: () => null }),
  ),
);

const SKELETON_LINE_WIDTHS = ['100%', '97%', '99%', '94%', '98%', '62%'];

/** The page of one story, with its actions, comments and more by the same author. */
export function StoryView({ post, ownId }: { post: Post; ownId: string }) {
  const isOwner = post.authorId._id === ownId;
  const { blogHtml, pictures } = post;
  const story = useMemo(() => parseStory(blogHtml, pictures), [blogHtml, pictures]);
  const viewer = useStoryViewer(() => listPictures(post, story.figures));
  useScrollToAnchor(story.headings);
  return (
    <div className="site pt-8 md:pt-12">
      <StoryArticle post={post} {...story} onEnlarge={viewer.open} />
      {viewer.element}
      <div className="story-column print:hidden">
        <StoryActions post={post} isOwner={isOwner} />
        <AuthorNote post={post} isOwner={isOwner} />
        <Comments
          key={post._id}
          postId={post._id}
          count={post.commentCount}
          isPostAuthor={isOwner}
          ownId={ownId}
        />
      </div>
      <MoreStories key={post._id} author={post.authorId} postId={post._id} />
    </div>
  );
}

/** The buttons under a story. The author sees the like count instead of the toggles. */
function StoryActions({ post, isOwner }: { post: Post; isOwner: boolean }) {
  return (
    <div className="mt-8 flex flex-wrap items-center gap-3 border-line border-t pt-6">
      {isOwner && (
        <>
          <div className="flex w-full flex-wrap gap-3">
            <OwnerActions post={post} />
          </div>
          <div className="grid w-full gap-1">
            <VisibilityNote visibility={post.visibility} />
            <Suspense>
              <StoryChanges postId={post._id} />
            </Suspense>
          </div>
        </>
      )}
      {isOwner ? (
        <p className="flex min-h-11 items-center gap-2 px-2">
          <Heart aria-hidden className="size-5 text-ink-soft" />
          <span className="tabular-nums">{post.likeCount}</span> <span className="sr-only">likes</span>
        </p>
      ) : (
        <>
          <LikeButton post={post} />
          <BookmarkButton post={post} />
        </>
      )}
      <ShareButton post={post} />
      {/* On phones the link wraps to its own line, aligned to the start. */}
      <AllStoriesLink className="link inline-flex min-h-11 items-center gap-2 max-sm:me-auto sm:ms-auto">
        <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
      </AllStoriesLink>
    </div>
  );
}

/** The author, with a link to their page and one to message them. */
function AuthorNote({ post, isOwner }: { post: Post; isOwner: boolean }) {
  const { authorId } = post;
  return (
    <aside
      aria-label={STORY_STRINGS.author}
      className="mt-8 flex flex-wrap items-center gap-4 rounded-card bg-paper-sunk p-5 forced-colors:border"
    >
      <Avatar user={authorId} size="medium" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="kicker">{STORY_STRINGS.writtenBy}</p>
        <p className="wrap-anywhere font-display text-xl" lang={guessLanguage(authorId.fullName)}>
          {authorId.fullName}
        </p>
        <Link to={paths.author(authorId._id)} className="link inline-block py-1 text-sm">
          {isOwner ? STORY_STRINGS.ownPage : STORY_STRINGS.moreByAuthor}
        </Link>
      </div>
      {!isOwner && (
        <Link to={paths.chatWith(authorId._id)} className="button button-primary">
          <MessageCircle aria-hidden className="size-5" />
          {STORY_STRINGS.message}
        </Link>
      )}
    </aside>
  );
}

/** Placeholder for a story that is loading. */
export function StorySkeleton() {
  return (
    <div className="hides-footer site pt-8 md:pt-12" aria-busy="true">
      <div className="mx-auto grid max-w-3xl justify-items-center gap-4">
        <div role="status">
          <h1 className="font-chrome text-base text-ink-soft">{STORY_STRINGS.loadingPost}</h1>
        </div>
        <div aria-hidden className="skeleton h-11 w-full" />
        <div aria-hidden className="skeleton h-11 w-2/3" />
        <div aria-hidden className="mt-2 flex w-60 items-center gap-3">
          <div className="skeleton size-11 !rounded-full" />
          <div className="skeleton h-9 flex-1" />
        </div>
      </div>
      <div aria-hidden className="skeleton story-figure story-scene picture-frame" />
      <div aria-hidden className="story-column mt-12 grid gap-4">
        {SKELETON_LINE_WIDTHS.map((width) => (
          <div key={width} className="skeleton h-5" style={{ width }} />
        ))}
      </div>
    </div>
  );
}
