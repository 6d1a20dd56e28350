import type { Card } from '@safarnama/contracts';
import type { ReactNode } from 'react';
import { Failure } from '../../components/notice.tsx';
import { PostCard, PostCardSkeleton } from './post-card.tsx';
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
}

const GRID = 'grid gap-6 sm:grid-cols-2 lg:grid-cols-3 lg:gap-8';
const FIRST_ROW = 3;
const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Cards that go on as one scrolls, with a button for those who cannot, or do not want to. */
export function CardList({ cards, cursor, isLoading, error, onStart, onMore, empty }: CardListProps) {
  const hasMore = typeof cursor === 'string';
  const end = useEndOfList(hasMore && !isLoading && error === null, cards.length, onMore);

  // Before the first page a list may hold a story just written: it waits for its place among the others.
  if (cursor === undefined) {
    if (error !== null && !isLoading) return <Failure message={error} onRetry={onStart} />;
    return (
      <div aria-busy="true">
        <p role="status" className="sr-only">
          Loading stories…
        </p>
        <div className={GRID}>
          {SKELETONS.map((key) => (
            <PostCardSkeleton key={key} />
          ))}
        </div>
      </div>
    );
  }
  if (cards.length === 0) return empty;
  return (
    <>
      <ul className={GRID}>
        {cards.map((card, index) => (
          <li key={card._id} className="min-w-0">
            <PostCard card={card} isEager={index < FIRST_ROW} />
          </li>
        ))}
      </ul>
      <div ref={end} className="pt-10 text-center">
        {error !== null && !isLoading ? (
          <Failure message={error} onRetry={hasMore ? onMore : onStart} />
        ) : (
          hasMore && (
            <button type="button" className="button button-quiet" disabled={isLoading} onClick={onMore}>
              {isLoading ? 'Loading stories…' : 'Show more stories'}
            </button>
          )
        )}
      </div>
    </>
  );
}
