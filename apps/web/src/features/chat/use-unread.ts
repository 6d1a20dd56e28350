import { useEffect, useState } from 'react';
import { useChatStore } from '../../stores/chat/chat.store.ts';

/**
 * Loads older pages until the first unread message has been found, if it is not on the newest page.
 *
 * @returns whether the pages are still loading.
 */
export function useLoadFirstUnread(): boolean {
  const isMissing = useChatStore(
    ({ messages, unreadOnOpen, firstUnreadId }) =>
      messages.length > 0 && unreadOnOpen > 0 && firstUnreadId === null,
  );
  const [hasTried, setHasTried] = useState(false);
  const isLoading = isMissing && !hasTried;
  useEffect(() => {
    if (!isLoading) return;
    const load = async () => {
      await useChatStore.getState().fetchFirstUnread();
      setHasTried(true);
    };
    void load();
  }, [isLoading]);
  return isLoading;
}

/**
 * Reports the partner's newest message as seen while the list is at its end and the tab is visible.
 *
 * @param isAtEnd - whether the list shows its end.
 * @param newestReceivedId - id of the partner's newest message; a new one is reported again.
 */
export function useReadReceipt(isAtEnd: boolean, newestReceivedId: string | undefined): void {
  useEffect(() => {
    if (!isAtEnd || newestReceivedId === undefined) return;
    const { acknowledgeSeen } = useChatStore.getState();
    acknowledgeSeen();
    document.addEventListener('visibilitychange', acknowledgeSeen);
    window.addEventListener('focus', acknowledgeSeen);
    return () => {
      document.removeEventListener('visibilitychange', acknowledgeSeen);
      window.removeEventListener('focus', acknowledgeSeen);
    };
  }, [isAtEnd, newestReceivedId]);
}
