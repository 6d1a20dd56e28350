import { useEffect } from 'react';
import { useChatStore } from '../../stores/chat.store.ts';

/**
 * Tells the store that the newest message is really seen: it is on the screen, and the tab is looked at.
 *
 * @param isAtEnd - the list shows its newest message.
 * @param newestKey - of the newest row: another one is to be seen anew.
 */
export function useSeen(isAtEnd: boolean, newestKey: string | undefined): void {
  useEffect(() => {
    if (!isAtEnd || newestKey === undefined) return;
    const look = () => {
      if (document.visibilityState === 'visible') useChatStore.getState().markSeen();
    };
    look();
    document.addEventListener('visibilitychange', look);
    window.addEventListener('focus', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', look);
    };
  }, [isAtEnd, newestKey]);
}
