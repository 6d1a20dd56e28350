import { type RefObject, useRef } from 'react';
import { toastFailure } from '../../components/toast-failure.tsx';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { CHAT_STRINGS } from './strings.ts';

/** Distance from the top at which the previous page is requested. */
const NEAR_TOP_PX = 400;

interface OlderPages {
  /** Loads the page before the loaded messages. Shows a toast on failure. */
  load: () => void;
  /** Scroll handler of the list: loads that page when the user is near the top. */
  handleScroll: () => void;
}

/** @param isEnabled - false while scroll events do not come from the user. */
export function useOlderPages(list: RefObject<HTMLElement | null>, isEnabled: boolean): OlderPages {
  /** After a failure, scrolling requests the page again only after the user has left the top. */
  const hasFailed = useRef(false);

  const load = async () => {
    const isLoaded = await useChatStore.getState().fetchOlder();
    hasFailed.current = !isLoaded;
    if (!isLoaded) toastFailure(CHAT_STRINGS.messagesFailed, { id: 'messages' });
  };
  return {
    load: () => void load(),
    handleScroll: () => {
      const isNearTop = (list.current?.scrollTop ?? 0) < NEAR_TOP_PX;
      if (!isNearTop) hasFailed.current = false;
      const { olderCursor, olderLoading } = useChatStore.getState();
      const mayLoad = isEnabled && olderCursor !== null && !olderLoading && !hasFailed.current;
      if (isNearTop && mayLoad) void load();
    },
  };
}
