import { useEffect, useState } from 'react';
import { useChatStore } from '../../stores/chat/chat.store.ts';

/**
 * Loads the conversation back to its first unread message, where that is on an older page.
 *
 * @returns it is on its way.
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
