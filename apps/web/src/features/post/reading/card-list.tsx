import type { Card } from '@safarnama/contracts';
import type { ReactNode } from 'react';
import { MoreButton } from '../../../components/more-button.tsx';
import { Failure } from '../../../components/notice.tsx';
import { useOnReconnect } from '../../../components/use-is-online.ts';
import { useRestoreCount } from '../../../components/use-restore-count.ts';
import { errorMessage } from '../../../lib/api-client.ts';
import { DEFAULT_MESSAGES } from '../../../lib/default-messages.ts';
import { NewStoriesButton } from './new-stories-button.tsx';
import type { LoadPriority } from './placeholder-picture.tsx';
import { PostCard, PostCardSkeleton } from './post-card.tsx';
import { READING_STRINGS } from './strings.ts';
import { useEndOfList } from './use-end-of-list.ts';
import type { NewStories } from './use-new-stories.ts';
import { useRenderedCount } from './use-rendered-count.ts';

interface CardListProps {
  cards: Card[];
  /** Cursor of the next page: undefined before the first page, null after the last. */
  cursor: string | null | undefined;
  isLoading: boolean;
  /** Why the last page could not be loaded. */
  error: unknown;
  /** Shown for an error without a message of the server. */
  defaultMessage?: string;
  /** Whether the page that could not be loaded is the first one. */
  hasFirstPageFailed: boolean;
  /** Loads the first page. */
  onLoadFirst: () => void;
  /** Loads the next page, of `count` cards if given. */
  onLoadMore: (count?: number) => void;
  /** Stories published since the list was loaded. */
  newStories: NewStories | null;
  /** Replaces the list when it has no cards. */
  emptyState: ReactNode;
  /** Whether the first card takes a whole row. */
  hasLead?: boolean;
  /** Heading level of the card titles: one below the heading of the list. */
  headingLevel?: 2 | 3;
  /** Renders a note on a card, such as 'unpublished changes'. */
  renderNote?: (card: Card) => ReactNode;
}

const GRID = 'grid gap-6 sm:grid-cols-2 lg:grid-cols-3 lg:gap-8';
const FIRST_ROW_CARDS = 3;
/** Two full rows on a wide screen. */
const SKELETON_KEYS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** A list of cards with infinite scrolling and a button that also loads the next page. */
export function CardList({
  cards,
  cursor,
  isLoading,
  error,
  defaultMessage = DEFAULT_MESSAGES.myPosts,
  hasFirstPageFailed,
  onLoadFirst,
  onLoadMore,
  newStories,
  emptyState,
  hasLead = false,
  headingLevel = 2,
  renderNote,
}: CardListProps) {
  const hasMore = typeof cursor === 'string';
  const hasFailed = error !== null && !isLoading;
  const canLoadMore = hasMore && !isLoading && error === null;
  const loadMore = () => onLoadMore();
  const retry = hasFirstPageFailed ? onLoadFirst : loadMore;
  useRestoreCount(cards.length, canLoadMore, onLoadMore);
  const count = useRenderedCount(cards.length);
  const endRef = useEndOfList(canLoadMore && count === cards.length, count, loadMore);
  useOnReconnect(hasFailed, retry);

  const failure = hasFailed && <Failure message={errorMessage(error, defaultMessage)} onRetry={retry} />;
  // Before the first page, the list may contain a just-published story; it is shown with the others after they load.
  if (cursor === undefined) return failure || <CardListSkeleton hasLead={hasLead} />;
  if (cards.length === 0 && !hasMore) {
    return (
      <div>
        <NewStoriesButton newStories={newStories} />
        {failure || emptyState}
      </div>
    );
  }
  return (
    <div>
      <NewStoriesButton newStories={newStories} />
      {hasFirstPageFailed && failure}
      <ul className={GRID}>
        {cards.slice(0, count).map((card, index) => {
          const isLead = hasLead && index === 0;
          return (
            <li key={card._id} className={`min-w-0 ${isLead ? 'col-span-full' : ''}`}>
              <PostCard
                card={card}
                loadPriority={loadPriorityOf(index, hasLead)}
                isLead={isLead}
                headingLevel={headingLevel}
                note={renderNote?.(card)}
              />
            </li>
          );
        })}
      </ul>
      <div ref={endRef} className="pt-12 text-center">
        {(!hasFirstPageFailed && failure) ||
          (hasMore ? (
            <MoreButton
              isLoading={isLoading}
              label={READING_STRINGS.moreStories}
              loadingLabel={READING_STRINGS.loadingStories}
              onLoad={loadMore}
            />
          ) : (
            <p className="font-display text-ink-soft text-lg italic">{READING_STRINGS.endOfList}</p>
          ))}
      </div>
    </div>
  );
}

/** Below a lead card, nothing else is visible at first, so the other pictures must not compete for bandwidth. */
function loadPriorityOf(index: number, hasLead: boolean): LoadPriority {
  if (index === 0) return 'high';
  return !hasLead && index < FIRST_ROW_CARDS ? 'eager' : 'lazy';
}

function CardListSkeleton({ hasLead }: { hasLead: boolean }) {
  return (
    <div className="hides-footer" aria-busy="true">
      <p role="status" className="sr-only">
        {READING_STRINGS.loadingStories}
      </p>
      <div className={GRID}>
        {hasLead && <PostCardSkeleton isLead />}
        {SKELETON_KEYS.map((key) => (
          <PostCardSkeleton key={key} />
        ))}
      </div>
    </div>
  );
}
