import type { Card } from '@safarnama/contracts';
import type { ReactNode } from 'react';
import { Failure } from '../../../components/notice.tsx';
import { useIsOnline, useOnReconnect } from '../../../components/use-is-online.ts';
import type { LoadPriority } from './cover.tsx';
import { PostCard, PostCardSkeleton } from './post-card.tsx';
import { READING_STRINGS } from './strings.ts';
import { useEndOfList } from './use-end-of-list.ts';

interface CardListProps {
  cards: Card[];
  /** As the stores have it: undefined before the first page, null after the last. */
  cursor: string | null | undefined;
  isLoading: boolean;
  error: string | null;
  /** Loads the first page. */
  onLoadFirst: () => void;
  /** Loads the next page. */
  onLoadMore: () => void;
  /** Shown when there is nothing. */
  emptyState: ReactNode;
  /** The newest story takes a row of its own. */
  hasLead?: boolean;
  /** Of the cards' titles: one below the headline of the list. */
  headingLevel?: 2 | 3;
}

const GRID = 'grid gap-6 sm:grid-cols-2 lg:grid-cols-3 lg:gap-8';
const FIRST_ROW_CARDS = 3;
/** Full rows; the lead has one of its own. */
const SKELETON_KEYS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Cards that go on as one scrolls, with a button for those who cannot, or do not want to. */
export function CardList({
  cards,
  cursor,
  isLoading,
  error,
  onLoadFirst,
  onLoadMore,
  emptyState,
  hasLead = false,
  headingLevel = 2,
}: CardListProps) {
  const hasMore = typeof cursor === 'string';
  const hasFailed = error !== null && !isLoading;
  const retry = hasMore ? onLoadMore : onLoadFirst;
  const endRef = useEndOfList(hasMore && !isLoading && error === null, cards.length, onLoadMore);
  const isOnline = useIsOnline();
  useOnReconnect(hasFailed, retry);

  const failure = hasFailed && (
    <div>
      <Failure message={error} onRetry={retry} />
      {!isOnline && <p className="text-center text-ink-soft">{READING_STRINGS.offline}</p>}
    </div>
  );
  // Before the first page a list may hold a story just written: it waits for its place among the others.
  if (cursor === undefined) return failure || <CardListSkeleton hasLead={hasLead} />;
  if (cards.length === 0) return failure || emptyState;
  return (
    <>
      <ul className={GRID}>
        {cards.map((card, index) => {
          const isLead = hasLead && index === 0;
          return (
            <li key={card._id} className={`min-w-0 ${isLead ? 'col-span-full' : ''}`}>
              <PostCard
                card={card}
                loadPriority={loadPriorityOf(index, hasLead)}
                isLead={isLead}
                headingLevel={headingLevel}
              />
            </li>
          );
        })}
      </ul>
      <div ref={endRef} className="pt-12 text-center">
        {failure ||
          (hasMore ? (
            <button type="button" className="button button-quiet" disabled={isLoading} onClick={onLoadMore}>
              {isLoading ? READING_STRINGS.loadingStories : READING_STRINGS.moreStories}
            </button>
          ) : (
            <p className="font-display text-ink-soft text-lg italic">{READING_STRINGS.endOfList}</p>
          ))}
      </div>
    </>
  );
}

/** Below a lead nothing is in sight at first: its neighbours would only take the line from what is. */
function loadPriorityOf(index: number, hasLead: boolean): LoadPriority {
  if (index === 0) return 'first';
  return !hasLead && index < FIRST_ROW_CARDS ? 'early' : 'late';
}

function CardListSkeleton({ hasLead }: { hasLead: boolean }) {
  return (
    <div className="footer-waits" aria-busy="true">
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
