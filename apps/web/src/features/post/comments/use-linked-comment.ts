import { LIMITS } from '@safarnama/contracts';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { commentElementId } from './comment-row.tsx';

const LINK = /^#comment-([0-9a-f]{24})$/i;

/** History entries whose comment was shown. For these entries, Back restores the scroll position instead. */
const visited = new Set<string>();

interface LinkedCommentOptions {
  isShown: (id: string) => boolean;
  canLoadMore: boolean;
  isComplete: boolean;
  loadMore: (limit?: number) => void;
}

/**
 * Scrolls to the comment in the URL hash and focuses it, once per history entry. Loads further pages until it is found.
 *
 * @returns the comment's id once it is shown, and whether it is missing although all comments are loaded.
 */
export function useLinkedComment({ isShown, canLoadMore, isComplete, loadMore }: LinkedCommentOptions) {
  const { hash, key } = useLocation();
  const [missingHash, setMissingHash] = useState<string | null>(null);
  const id = LINK.exec(hash)?.[1]?.toLowerCase() ?? null;
  const isFound = id !== null && isShown(id);
  const entry = key + hash;
  useEffect(() => {
    if (id === null || visited.has(entry)) return;
    if (isFound) {
      visited.add(entry);
      const element = document.getElementById(commentElementId(id));
      element?.scrollIntoView({ block: 'center' });
      element?.focus({ preventScroll: true });
    } else if (canLoadMore) loadMore(LIMITS.pageMax);
    else if (isComplete) {
      visited.add(entry);
      setMissingHash(hash);
      document.getElementById('comments')?.scrollIntoView();
    }
  });
  return {
    linkedId: isFound ? id : null,
    isMissing: missingHash !== null && missingHash === hash && !isFound,
  };
}
