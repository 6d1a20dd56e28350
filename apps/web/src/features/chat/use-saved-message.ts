import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { type FirstMessage, readView, updateView } from '../../lib/entry-views.ts';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { loadUntil } from './load-until.ts';

interface SavedMessage {
  /** The first visible message when the history entry was left by a user who had scrolled up. */
  savedMessage: FirstMessage | undefined;
  /** Whether it is still loading. */
  isLoadingSaved: boolean;
  /** Saves the first visible message; undefined at the end of the conversation. */
  saveMessage: (message: FirstMessage | undefined) => void;
}

/** After Back, Forward and a reload, loads older pages until the message that was visible is loaded. */
export function useSavedMessage(): SavedMessage {
  const { key } = useLocation();
  const isHistoryMove = useNavigationType() === 'POP';
  const [savedMessage] = useState(() => (isHistoryMove ? readView(key)?.firstMessage : undefined));
  const [hasTried, setHasTried] = useState(savedMessage === undefined);
  const isLoaded = useChatStore(
    ({ messages, messagesLoading, messagesFailed }) =>
      messages.length > 0 && !messagesLoading && !messagesFailed,
  );
  const isLoadingSaved = isLoaded && !hasTried;

  useEffect(() => {
    if (!isLoadingSaved || !savedMessage) return;
    let isClosed = false;
    const load = async () => {
      await loadUntil(savedMessage.id, () => isClosed, savedMessage.createdAt);
      if (!isClosed) setHasTried(true);
    };
    void load();
    return () => {
      isClosed = true;
    };
  }, [isLoadingSaved, savedMessage]);
  const saveMessage = useCallback(
    (firstMessage: FirstMessage | undefined) => updateView(key, { firstMessage }),
    [key],
  );
  return { savedMessage, isLoadingSaved, saveMessage };
}
