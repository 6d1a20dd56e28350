import type { Post } from '@safarnama/contracts';
import { ArrowLeft, MessageCircle, MessageCircleQuestion } from 'lucide-react';
import { type ComponentType, lazy, Suspense, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { Avatar } from '../../../components/avatar.tsx';
import { paths } from '../../../config/paths.ts';
import { guessLanguage } from '../../../lib/text.ts';
import { Comments } from '../comments/comments.tsx';
import { parseStory } from '../story-html.ts';
import { AllStoriesLink } from './all-stories-link.tsx';
import { AskAboutSelection } from './ask-about-selection.tsx';
import { useAskAuthor } from './ask-author.ts';
import { FollowButton } from './follow-button.tsx';
import { listPictures } from './list-pictures.ts';
import { OwnerActions } from './owner-actions.tsx';
import { ReadingActions, ReadingFrame } from './reading-frame.tsx';
import { RelatedStories } from './related-stories.tsx';
import { StoryArticle } from './story-article.tsx';
import { STORY_STRINGS } from './story-strings.ts';
import { useLoadFollowState } from './use-load-follow-state.ts';
import { useSaveAsRead } from './use-read-stories.ts';
import { useScrollToAnchor } from './use-scroll-to-anchor.ts';
import { useStoryPictureViewer } from './use-story-picture-viewer.tsx';
import { VisibilityNote } from './visibility-note.tsx';
import './story.css';

// Loaded lazily, because readers do not need the script for drafts.
const StoryChanges = lazy<ComponentType<{ postId: string }>>(() =>
  import('../writing/unpublished-changes.tsx')
    .then(({ StoryChanges }) => ({ default: StoryChanges }))
    // Without the script, the story is shown without the note.
    .catch(() => ({ default: () => null })),
);

/** The page of one story, with its actions, comments and related stories. */
export function StoryView({ post, ownId }: { post: Post; ownId: string }) {
  const isOwner = post.authorId._id === ownId;
  const { blogHtml, pictures } = post;
  const story = useMemo(() => parseStory(blogHtml, pictures), [blogHtml, pictures]);
  const viewer = useStoryPictureViewer(() => listPictures(post, story.figures));
  useScrollToAnchor(story.headings);
  const article = (
    <StoryArticle
      post={post}
      {...story}
      onEnlarge={viewer.open}
      actions={<ReadingActions post={post} isOwner={isOwner} placement="below" />}
    />
  );
  useSaveAsRead(ownId, post._id);
  return (
    <div className="site pt-8 md:pt-12">
      <ReadingFrame post={post} isOwner={isOwner}>
        {isOwner ? article : <AskAboutSelection post={post}>{article}</AskAboutSelection>}
      </ReadingFrame>
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
      <RelatedStories key={post._id} post={post} ownId={ownId} />
    </div>
  );
}

/** The link to all stories and, for the author, their buttons under a story. */
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
      <AllStoriesLink className="link inline-flex min-h-11 items-center gap-2">
        <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
      </AllStoriesLink>
    </div>
  );
}

/** The author with a link to their page and, for other readers, buttons to follow, ask and message them. */
function AuthorNote({ post, isOwner }: { post: Post; isOwner: boolean }) {
  const { authorId } = post;
  const askAuthor = useAskAuthor(post);
  const endRef = useLoadFollowState(authorId._id, !isOwner);
  return (
    <aside
      ref={endRef}
      aria-label={STORY_STRINGS.author}
      className="mt-8 flex flex-wrap items-center gap-4 rounded-card bg-paper-sunk p-5 forced-colors:border"
    >
      <Avatar user={authorId} size="medium" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="kicker">{STORY_STRINGS.writtenBy}</p>
        <p className="wrap-anywhere font-display text-xl" lang={guessLanguage(authorId.fullName)}>
          {authorId.fullName}
        </p>
        <Link to={paths.author(authorId._id)} className="link touch-target inline-block py-1 text-sm">
          {isOwner ? STORY_STRINGS.ownPage : STORY_STRINGS.moreByAuthor}
        </Link>
      </div>
      {!isOwner && <FollowButton author={authorId} />}
      {!isOwner && (
        <div className="flex w-full flex-wrap gap-3">
          <button type="button" className="button button-primary" onClick={() => askAuthor('')}>
            <MessageCircleQuestion aria-hidden className="size-5" />
            {STORY_STRINGS.askAboutStory}
          </button>
          <Link to={paths.chatWith(authorId._id)} className="button button-quiet">
            <MessageCircle aria-hidden className="size-5" />
            {STORY_STRINGS.message}
          </Link>
        </div>
      )}
    </aside>
  );
}
