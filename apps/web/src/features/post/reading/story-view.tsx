import type { Post } from '@safarnama/contracts';
import { ArrowLeft, Heart, MapPin, MessageCircle } from 'lucide-react';
import { type CSSProperties, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { Avatar } from '../../../components/avatar.tsx';
import { paths } from '../../../config/paths.ts';
import { formatPostDate } from '../../../lib/format-date.ts';
import { guessLanguage } from '../../../lib/text.ts';
import { Comments } from '../comments/comments.tsx';
import { findHeadings, parseHtml } from '../story-html.ts';
import { Cover } from './cover.tsx';
import { MoreStories } from './more-stories.tsx';
import { OwnerActions } from './owner-actions.tsx';
import { BookmarkButton, LikeButton } from './reaction-buttons.tsx';
import { ShareButton, storyUrl } from './share-button.tsx';
import { StoryBody } from './story-body.tsx';
import { StoryContents } from './story-contents.tsx';
import { STORY_STRINGS } from './story-strings.ts';
import { minutesToRead } from './strings.ts';
import { useScrollToAnchor } from './use-story-anchors.ts';
import './story.css';

/** With fewer, a story is seen at a glance. */
const MIN_HEADINGS_FOR_CONTENTS = 4;

/** A whole story, with what its reader can do with it. */
export function StoryView({ post, ownId }: { post: Post; ownId: string }) {
  const isOwner = post.authorId._id === ownId;
  const { blogHtml } = post;
  const { body, headings } = useMemo(() => {
    const parsed = parseHtml(blogHtml);
    return { body: parsed, headings: findHeadings(parsed) };
  }, [blogHtml]);
  useScrollToAnchor(headings);
  return (
    <div className="site pt-8 md:pt-12">
      <article>
        <StoryHeader post={post} />
        <StoryFigure post={post} />
        <div className="story-page mt-8 md:mt-12">
          {headings.length >= MIN_HEADINGS_FOR_CONTENTS && <StoryContents headings={headings} />}
          <StoryBody body={body} headings={headings} />
          <p
            aria-hidden
            className="mt-10 text-center font-display text-marigold-text text-xl tracking-[0.6em]"
          >
            ❋❋❋
          </p>
          {/* Paper has no address bar. */}
          <p className="wrap-anywhere mt-6 hidden text-center text-sm print:block">
            Safarnama · {decodeURI(storyUrl(post.slug))}
          </p>
        </div>
      </article>
      <div className="story-column print:hidden">
        <div className="mt-8 flex flex-wrap items-center gap-3 border-line border-t pt-6">
          {isOwner && (
            <div className="flex w-full flex-wrap gap-3">
              <OwnerActions post={post} />
            </div>
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
          {/* A line of its own on a phone: it begins where all the others do. */}
          <Link
            to={paths.home}
            className="link inline-flex min-h-11 items-center gap-2 max-sm:me-auto sm:ms-auto"
          >
            <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
            {STORY_STRINGS.allStories}
          </Link>
        </div>
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

/** Place, headline, writer, date. */
function StoryHeader({ post }: { post: Post }) {
  const { authorId, blogLocation, blogTitle } = post;
  return (
    <header className="mx-auto max-w-3xl text-center">
      {blogLocation !== '' && (
        <p className="wrap-anywhere mb-4 text-balance font-semibold text-marigold-text">
          {/* In the line, so that it stays with the first word of a long place. */}
          <MapPin aria-hidden className="me-1.5 inline size-4 align-[-0.125em]" />
          <span className="sr-only">Place: </span>
          <span lang={guessLanguage(blogLocation)}>{blogLocation}</span>
        </p>
      )}
      <h1 className={`story-title ${titleSize(blogTitle)}`} dir="auto" lang={guessLanguage(blogTitle)}>
        {blogTitle}
      </h1>
      <div className="mt-6 inline-flex max-w-full items-center gap-3 text-start">
        <Avatar user={authorId} size="medium" />
        <div className="min-w-0">
          <Link
            to={paths.author(authorId._id)}
            className="wrap-anywhere inline-block min-h-6 font-semibold decoration-marigold decoration-2 underline-offset-4 hover:underline"
            lang={guessLanguage(authorId.fullName)}
          >
            {authorId.fullName}
          </Link>
          <p className="text-ink-soft text-sm">
            <time dateTime={post.createdAt}>{formatPostDate(post.createdAt)}</time> ·{' '}
            <span>{minutesToRead(post.readMinutes)}</span>
          </p>
        </div>
      </div>
    </header>
  );
}

/** A headline of 200 characters must leave room for the story. */
function titleSize(title: string): string {
  // On a phone these are more lines than browsers balance: at least no word stands alone in the last one.
  if (title.length > 110) return 'text-2xl max-md:text-pretty md:text-3xl';
  if (title.length > 60) return 'text-3xl md:text-4xl';
  return 'text-4xl md:text-5xl';
}

/** The picture, whole: its frame has its shape before it is there, so nothing moves. Tall ones get narrower. */
function StoryFigure({ post }: { post: Post }) {
  const { blogImage, blogImageMeta } = post;
  if (blogImage === '') {
    return (
      <div className="story-figure story-scene">
        <Cover
          post={post}
          sizes="100vw"
          className="size-full object-cover"
          loadPriority="early"
          isDecoration
        />
      </div>
    );
  }
  const { width, height } = blogImageMeta ?? { width: 3, height: 2 };
  const frame = { '--ratio': width / height, aspectRatio: `${width} / ${height}` } as CSSProperties;
  return (
    <figure className="story-figure" style={frame}>
      <Cover
        post={post}
        sizes="(width >= 68rem) 64rem, 100vw"
        className="size-full bg-paper-sunk object-cover"
        loadPriority="first"
      />
    </figure>
  );
}

/** Who wrote it, and how to ask them. */
function AuthorNote({ post, isOwner }: { post: Post; isOwner: boolean }) {
  const { authorId } = post;
  return (
    <aside
      aria-label="The writer"
      className="mt-8 flex flex-wrap items-center gap-4 rounded-card bg-paper-sunk p-5 forced-colors:border"
    >
      <Avatar user={authorId} size="medium" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="kicker">Written by</p>
        <p className="wrap-anywhere font-display text-xl" lang={guessLanguage(authorId.fullName)}>
          {authorId.fullName}
        </p>
        <Link to={paths.author(authorId._id)} className="link inline-block py-1 text-sm">
          {isOwner ? 'Your page' : 'More from this author'}
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

/** The shape of a story while it is on its way. */
export function StorySkeleton() {
  return (
    <div className="footer-waits site pt-8 md:pt-12" aria-busy="true">
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
      <div aria-hidden className="skeleton story-figure story-scene" />
      <div aria-hidden className="story-column mt-12 grid gap-4">
        {SKELETON_LINE_WIDTHS.map((width) => (
          <div key={width} className="skeleton h-5" style={{ width }} />
        ))}
      </div>
    </div>
  );
}

const SKELETON_LINE_WIDTHS = ['100%', '97%', '99%', '94%', '98%', '62%'];
