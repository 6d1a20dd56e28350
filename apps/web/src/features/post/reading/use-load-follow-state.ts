import type { RefObject } from 'react';
import { listByAuthor } from '../../../api/author-post.api.ts';
import { useFollowStore } from '../../../stores/follow.store.ts';
import { useEndOfList } from './use-end-of-list.ts';

/**
 * Loads whether the user follows an author, when the reader scrolls near the button for it. After a failure, the button
 * stays invisible; there is another one on the author's page.
 *
 * @returns a ref to attach to an element around the button.
 */
export function useLoadFollowState(authorId: string, isEnabled: boolean): RefObject<HTMLDivElement | null> {
  const isKnown = useFollowStore(({ byAuthor }) => byAuthor[authorId] !== undefined);
  return useEndOfList(isEnabled && !isKnown, 0, () => {
    const requestedAt = performance.now();
    listByAuthor(authorId, null, 1).then(
      ({ author }) => useFollowStore.getState().receiveAuthor(author, requestedAt),
      () => undefined,
    );
  });
}
