import type { Card } from '@safarnama/contracts';
import type { ReactNode } from 'react';
import { Failure } from '../../components/notice.tsx';
import { useIsOnline, useWhenBackOnline } from '../../components/use-is-online.ts';
import type { Turn } from './cover.tsx';
import { PostCard, PostCardSkeleton } from './post-card.tsx';
import { READING } from './strings-reading.ts';
import { useEndOfList } from './use-end-of-list.ts';

interface CardListProps {
  cards: Card[];
  /** As the stores have it: undefined before the first page, null after the last. */
  cursor: string | null | undefined;
  isLoading: boolean;
  error: string | null;
  /** Loads the first page. */
  onStart: () => void;
  /** Loads the next page. */
  onMore: () => void;
  /** Shown when there is nothing. */
  empty: ReactNode;
  /** The newest story takes a row of its own. */
  hasLead?: boolean;
  /** Of the cards' titles: one below the headline of the list. */
  headingLevel?: 2 | 3;
}

const GRID = 'grid gap-6 sm:grid-cols-2 lg:grid-cols-3 lg:gap-8';
const FIRST_ROW = 3;
/** Full rows; the lead has one of its own. */
const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Cards that go on as one scrolls, with a button for those who cannot, or do not want to. */
export function CardList({
  cards,
  cursor,
  isLoading,
  error,
  onStart,
  onMore,
  empty,
  hasLead = false,
  headingLevel = 2,
}: CardListProps) {
  const hasMore = typeof cursor === 'string';
  const hasFailed = error !== null && !isLoading;
  const retry = hasMore ? onMore : onStart;
  const end = useEndOfList(hasMore && !isLoading && error === null, cards.length, onMore);
  const isOnline = useIsOnline();
  useWhenBackOnline(hasFailed, retry);

  const failure = hasFailed && (
    <div>
      <Failure message={error} onRetry={retry} />
      {!isOnline && <p className="text-center text-ink-soft">{READING.offline}</p>}
    </div>
  );
  // Before the first page a list may hold a story just written: it waits for its place among the others.
  if (cursor === undefined) return failure || <CardListSkeleton hasLead={hasLead} />;
  if (cards.length === 0) return failure || empty;
  return (
    <>
      <ul className={GRID}>
        {cards.map((card, index) => {
          const isLead = hasLead && index === 0;
          return (
            <li key={card._id} className={`min-w-0 ${isLead ? 'col-span-full' : ''}`}>
              <PostCard
                card={card}
                turn={turnOf(index, hasLead)}
                isLead={isLead}
                headingLevel={headingLevel}
              />
            </li>
          );
        })}
      </ul>
      <div ref={end} className="pt-12 text-center">
        {failure ||
          (hasMore ? (
            <button type="button" className="button button-quiet" disabled={isLoading} onClick={onMore}>
              {isLoading ? READING.loadingStories : READING.moreStories}
            </button>
          ) : (
            <p className="font-display text-ink-soft text-lg italic">{READING.endOfList}</p>
          ))}
      </div>
    </>
  );
}

/** Below a lead nothing is in sight at first: its neighbours would only take the line from what is. */
function turnOf(index: number, hasLead: boolean): Turn {
  if (index === 0) return 'first';
  return !hasLead && index < FIRST_ROW ? 'early' : 'late';
}

function CardListSkeleton({ hasLead }: { hasLead: boolean }) {
  return (
    <div className="footer-waits" aria-busy="true">
      <p role="status" className="sr-only">
        {READING.loadingStories}
      </p>
      <div className={GRID}>
        {hasLead && <PostCardSkeleton isLead />}
        {SKELETONS.map((key) => (
          <PostCardSkeleton key={key} />
        ))}
      </div>
    </div>
  );
}
