import type { Post } from '@safarnama/contracts';
import { Heart, MapPin, MessageCircle } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Avatar } from '../../components/avatar.tsx';
import { paths } from '../../config/paths.ts';
import { formatPostDate } from '../../lib/format-date.ts';
import { Comments } from './comments.tsx';
import { Cover } from './cover.tsx';
import { BookmarkButton, LikeButton } from './mark-buttons.tsx';
import { OwnerActions } from './owner-actions.tsx';
import { StoryBody } from './story-body.tsx';

/** A whole story, with what its reader can do with it. */
export function StoryView({ post, ownId }: { post: Post; ownId: string }) {
  const isOwner = post.authorId._id === ownId;
  const { blogImageMeta } = post;
  return (
    <article className="site pt-10">
      <header className="mx-auto max-w-measure">
        <h1 className="text-4xl md:text-5xl" dir="auto">
          {post.blogTitle}
        </h1>
        {post.blogLocation !== '' && (
          <p className="mt-4 flex items-center gap-1.5 font-semibold text-marigold-text">
            <MapPin aria-hidden className="size-4 shrink-0" />
            <span className="sr-only">Place: </span>
            {post.blogLocation}
          </p>
        )}
        <div className="mt-5 flex items-center gap-3">
          <Avatar person={post.authorId} size="medium" />
          <div>
            <Link to={paths.author(post.authorId._id)} className="font-semibold hover:underline">
              {post.authorId.fullName}
            </Link>
            <p className="text-ink-soft text-sm">
              <time dateTime={post.createdAt}>{formatPostDate(post.createdAt)}</time> ·{' '}
              <span>{post.readMinutes} min read</span>
            </p>
          </div>
        </div>
      </header>
      <Cover
        post={post}
        sizes="(width >= 64rem) 60rem, 100vw"
        // The frame has the picture's own shape before the picture is there, so nothing moves; tall ones are cut.
        className={`mx-auto mt-8 h-auto max-h-[75vh] w-full max-w-5xl rounded-card bg-paper-sunk object-cover ${blogImageMeta ? '' : 'aspect-[2/1]'}`}
        isEager
      />
      <div className="mx-auto mt-10 max-w-measure">
        <StoryBody html={post.blogHtml} />
        <div className="mt-10 flex flex-wrap items-center gap-3 border-line border-t pt-6">
          {isOwner ? (
            <>
              <p className="flex min-h-11 items-center gap-2 pe-2">
                <Heart aria-hidden className="size-5 text-ink-soft" />
                <span className="tabular-nums">{post.likeCount}</span> <span className="sr-only">likes</span>
              </p>
              <OwnerActions post={post} />
            </>
          ) : (
            <>
              <LikeButton post={post} />
              <BookmarkButton post={post} />
              <Link to={paths.chatWith(post.authorId._id)} className="button button-primary">
                <MessageCircle aria-hidden className="size-5" />
                Message the writer
              </Link>
            </>
          )}
        </div>
        <Comments key={post._id} postId={post._id} isPostAuthor={isOwner} ownId={ownId} />
      </div>
    </article>
  );
}

/** The shape of a story while it is on its way. */
export function StorySkeleton() {
  return (
    <div className="site pt-10" aria-busy="true">
      <div className="mx-auto grid max-w-measure gap-4">
        <p role="status" className="text-ink-soft">
          Loading post...
        </p>
        <div aria-hidden className="skeleton h-12" />
        <div aria-hidden className="skeleton h-12 w-2/3" />
        <div aria-hidden className="skeleton h-10 w-1/2" />
      </div>
      <div aria-hidden className="skeleton mx-auto mt-8 aspect-[2/1] w-full max-w-5xl !rounded-card" />
    </div>
  );
}
