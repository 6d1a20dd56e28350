import type { Card, SearchCard } from '@safarnama/contracts';
import { Bookmark, Check, Heart, MapPin, MessageCircle } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Avatar } from '../../../components/avatar.tsx';
import { renderHidden } from '../../../components/render-hidden.tsx';
import { paths } from '../../../config/paths.ts';
import { useLanguage } from '../../../i18n/language.ts';
import { formatPostDate } from '../../../lib/format-date.ts';
import { LEAD_SIZES } from '../../../lib/pictures.ts';
import { findScriptLanguage, guessLanguage } from '../../../lib/text.ts';
import { ARTICLE_STRINGS } from './article-strings.ts';
import { Cover } from './cover.tsx';
import { LocationText } from './location-text.tsx';
import { MarkedText } from './marked-text.tsx';
import type { LoadPriority } from './placeholder-picture.tsx';
import { READING_STRINGS } from './strings.ts';
import { useIsRead } from './use-read-stories.ts';

interface PostCardProps {
  /** With `matches`, the matched words are marked. */
  card: Card & Partial<Pick<SearchCard, 'matches'>>;
  loadPriority?: LoadPriority;
  /** Whether the card takes the whole width, with picture and text side by side on wide screens. */
  isLead?: boolean;
  headingLevel?: 2 | 3;
  /** Shown below the excerpt. */
  note?: ReactNode;
}

const SIZES = '(width >= 76rem) 23rem, (width >= 64rem) 31vw, (width >= 40rem) 47vw, 100vw';

/**
 * A story in a list. The whole card links to the story, except for the place and the author.
 *
 * Rendered again only when its own props change, since a list has hundreds of cards and grows while it is scrolled.
 */
export const PostCard = memo(function PostCard({
  card,
  loadPriority = 'lazy',
  isLead = false,
  headingLevel = 2,
  note,
}: PostCardProps) {
  useLanguage();
  const Title = `h${headingLevel}` as const;
  const titleLanguage = findScriptLanguage(card.blogTitle) ?? 'en';
  const isRead = useIsRead(card._id);
  return (
    <article
      className={`card relative flex h-full flex-col overflow-hidden transition-shadow duration-150 hover:shadow-[var(--shadow-card),0_0_0_1px_var(--color-line-strong)] ${isLead ? 'md:flex-row' : ''}`}
    >
      <Cover
        post={card}
        sizes={isLead ? LEAD_SIZES : SIZES}
        className={`aspect-[3/2] w-full bg-paper-sunk object-cover ${isLead ? 'md:w-[58%] md:shrink-0' : ''}`}
        loadPriority={loadPriority}
        isDecorative
      />
      <div
        className={`flex min-w-0 flex-1 flex-col gap-3 p-5 ${isLead ? 'md:justify-center md:gap-5 md:p-8 lg:p-10' : ''}`}
      >
        {card.blogLocation !== '' && (
          <p className="flex min-w-0 items-center gap-1.5 font-semibold text-marigold-text text-sm">
            <MapPin aria-hidden className="size-4 shrink-0" />
            <span className="sr-only">{ARTICLE_STRINGS.location} </span>
            {/* On top of the card's link to the story. */}
            <LocationText post={card} className="relative z-1 -my-1 truncate py-1" />
          </p>
        )}
        <Title
          // Indic vowel signs above and below the line need more line height than Latin letters.
          className={`line-clamp-3 wrap-anywhere pb-0.5 ${isLead ? 'text-[1.75rem] lg:text-4xl' : 'text-[1.375rem]'} ${titleLanguage === 'en' ? '' : '!leading-[1.4]'}`}
          dir="auto"
          lang={guessLanguage(card.blogTitle)}
        >
          {/* The link covers the whole card, but its accessible name is only the title. */}
          <Link
            to={paths.post(card.slug)}
            className="decoration-2 decoration-marigold underline-offset-4 after:absolute after:inset-0 after:rounded-card hover:underline active:after:bg-ink/5 focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-indigo focus-visible:after:-outline-offset-3"
          >
            <MarkedText text={card.blogTitle} ranges={card.matches?.title} />
          </Link>
        </Title>
        <p
          className={`wrap-anywhere text-ink-soft ${isLead ? 'text-lg' : ''}`}
          dir="auto"
          lang={guessLanguage(card.excerpt)}
        >
          <MarkedText text={`${card.excerpt}...`} ranges={card.matches?.excerpt} />
        </p>
        {/* On top of the card's link to the story. */}
        {note && <div className="relative">{note}</div>}
        <div
          className={`flex flex-wrap items-center gap-x-2.5 gap-y-2 pt-2 text-ink-soft text-sm ${isLead ? 'mt-auto md:mt-2' : 'mt-auto'}`}
        >
          <CardAuthor card={card} />
          <p className="ms-auto flex shrink-0 items-center gap-1.5 self-end tabular-nums">
            {isRead && (
              <span className="me-1.5 flex items-center gap-0.5 text-xs">
                <Check aria-hidden className="size-3.5" />
                <span>{READING_STRINGS.read}</span>
              </span>
            )}
            {card.bookmarkedByMe && (
              <>
                <Bookmark aria-hidden className="size-4 fill-current text-indigo" />
                <span className="sr-only">{READING_STRINGS.bookmarked}</span>
              </>
            )}
            {card.commentCount > 0 && (
              <span className="me-1.5 flex items-center gap-1.5">
                <MessageCircle aria-hidden className="size-4" />
                <span>{READING_STRINGS.comments({ count: card.commentCount, hidden: renderHidden })}</span>
              </span>
            )}
            <Heart aria-hidden className={`size-4 ${card.likedByMe ? 'fill-current text-danger' : ''}`} />
            <span>{READING_STRINGS.likes({ count: card.likeCount, hidden: renderHidden })}</span>
          </p>
        </div>
      </div>
    </article>
  );
});

/** Author, date and reading time: a link to the author, on top of the card's link to the story. */
function CardAuthor({ card }: { card: Card }) {
  const { authorId, createdAt, readMinutes } = card;
  return (
    <div className="flex min-w-0 flex-1 basis-44">
      <div className="relative flex min-w-0 items-center gap-2.5">
        <Avatar user={authorId} />
        <div className="min-w-0">
          <p>
            <Link
              to={paths.author(authorId._id)}
              // A long name in Urdu is cut at its end, and its letters need more height than a line has.
              dir="auto"
              className="-my-1 block truncate py-1 text-left font-semibold text-ink underline-offset-4 after:absolute after:-inset-1 pointer-coarse:after:-inset-y-2.5 after:rounded-control hover:underline focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-indigo"
              lang={guessLanguage(authorId.fullName)}
            >
              {authorId.fullName}
            </Link>
          </p>
          {/* Where the reading time wraps, the dot before it is clipped. */}
          <p className="flex flex-wrap gap-x-3 overflow-x-clip text-xs">
            <time dateTime={createdAt}>{formatPostDate(createdAt)}</time>
            <span className="relative">
              <span aria-hidden className="absolute end-full w-3 text-center">
                ·
              </span>
              {ARTICLE_STRINGS.readMinutes({ minutes: readMinutes })}
            </span>
          </p>
        </div>
      </div>
    </div>
  );
}

/** Placeholder for a card that is loading. */
export function PostCardSkeleton({ isLead = false }: { isLead?: boolean }) {
  return (
    <div
      aria-hidden
      className={`card flex flex-col overflow-hidden ${isLead ? 'col-span-full md:flex-row' : ''}`}
    >
      <div className={`skeleton aspect-[3/2] !rounded-none ${isLead ? 'md:w-[58%] md:shrink-0' : ''}`} />
      <div className={`grid flex-1 content-start gap-3 p-5 ${isLead ? 'md:content-center md:p-10' : ''}`}>
        <div className="skeleton h-4 w-1/3" />
        <div className="skeleton h-7" />
        <div className="skeleton h-7 w-2/3" />
        <div className="skeleton mt-1 h-4" />
        <div className="skeleton h-4" />
        <div className="skeleton h-4 w-1/2" />
        <div className="mt-3 flex items-center gap-2.5">
          <div className="skeleton size-8 !rounded-full" />
          <div className="skeleton h-4 w-1/2" />
        </div>
      </div>
    </div>
  );
}
