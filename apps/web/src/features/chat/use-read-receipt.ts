import { useEffect } from 'react';
import { useChatStore } from '../../stores/chat/chat.store.ts';

/**
 * Tells the store that the newest message is really seen: it is on the screen, and the tab is looked at.
 *
 * @param isAtEnd - the list shows its newest message.
 * @param newestKey - of the newest row: another one is to be seen anew.
 */
export function useReadReceipt(isAtEnd: boolean, newestKey: string | undefined): void {
  useEffect(() => {
    if (!isAtEnd || newestKey === undefined) return;
    const handleVisible = () => {
      if (document.visibilityState === 'visible') useChatStore.getState().acknowledgeSeen();
    };
    handleVisible();
    document.addEventListener('visibilitychange', handleVisible);
    window.addEventListener('focus', handleVisible);
    return () => {
      document.removeEventListener('visibilitychange', handleVisible);
      window.removeEventListener('focus', handleVisible);
    };
  }, [isAtEnd, newestKey]);
}
