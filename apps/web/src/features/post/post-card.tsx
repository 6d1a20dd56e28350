import type { Card } from '@safarnama/contracts';
import { Bookmark, Heart, MapPin } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Avatar } from '../../components/avatar.tsx';
import { paths } from '../../config/paths.ts';
import { formatPostDate } from '../../lib/format-date.ts';
import { Cover } from './cover.tsx';

interface PostCardProps {
  card: Card;
  isEager?: boolean;
}

/** A story in a list; all of it leads to the story. */
export function PostCard({ card, isEager = false }: PostCardProps) {
  return (
    <article className="card group relative flex h-full flex-col overflow-hidden">
      <Cover
        post={card}
        sizes="(width >= 64rem) 24rem, (width >= 40rem) 50vw, 100vw"
        className="aspect-[3/2] w-full bg-paper-sunk object-cover"
        isEager={isEager}
        isDecoration
      />
      <div className="flex flex-1 flex-col gap-3 p-5">
        <div className="flex items-center gap-2.5 text-ink-soft text-sm">
          <Avatar person={card.authorId} />
          <div className="min-w-0">
            <p className="truncate font-semibold text-ink">{card.authorId.fullName}</p>
            <p>
              <time dateTime={card.createdAt}>{formatPostDate(card.createdAt)}</time> ·{' '}
              <span>{card.readMinutes} min read</span>
            </p>
          </div>
        </div>
        <h2 className="line-clamp-3 text-[1.375rem]" dir="auto">
          {/* The link covers the whole card, and its name is the title alone. */}
          <Link
            to={paths.post(card.slug)}
            className="decoration-2 decoration-marigold underline-offset-4 after:absolute after:inset-0 after:rounded-card group-hover:underline focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-indigo focus-visible:after:-outline-offset-3"
          >
            {card.blogTitle}
          </Link>
        </h2>
        <p className="line-clamp-4 text-ink-soft" dir="auto">
          {card.excerpt}...
        </p>
        <div className="mt-auto flex items-center gap-4 pt-2 text-ink-soft text-sm">
          {card.blogLocation !== '' && (
            <p className="flex min-w-0 items-center gap-1.5">
              <MapPin aria-hidden className="size-4 shrink-0 text-marigold-text" />
              <span className="sr-only">Place: </span>
              <span className="truncate">{card.blogLocation}</span>
            </p>
          )}
          <p className="ms-auto flex shrink-0 items-center gap-1.5 tabular-nums">
            {card.bookmarkedByMe && (
              <>
                <Bookmark aria-hidden className="size-4 fill-current text-indigo" />
                <span className="sr-only">Bookmarked.</span>
              </>
            )}
            <Heart aria-hidden className={`size-4 ${card.likedByMe ? 'fill-current text-danger' : ''}`} />
            {card.likeCount} <span className="sr-only">likes</span>
          </p>
        </div>
      </div>
    </article>
  );
}

/** The shape of a card while it is on its way. */
export function PostCardSkeleton() {
  return (
    <div aria-hidden className="card overflow-hidden">
      <div className="skeleton aspect-[3/2] !rounded-none" />
      <div className="grid gap-3 p-5">
        <div className="skeleton h-8 w-2/3" />
        <div className="skeleton h-7" />
        <div className="skeleton h-4" />
        <div className="skeleton h-4" />
        <div className="skeleton h-4 w-1/2" />
      </div>
    </div>
  );
}
