import { useEffect } from 'react';
import toast from 'react-hot-toast';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { serverMessageOr } from './server-message.ts';
import { CHAT_STRINGS } from './strings.ts';

/** Tells of a send that the server has refused; its words are back in the composer, or wait in the conversation. */
export function useSendRejectionToast(): void {
  const rejection = useChatStore((state) => state.rejection);
  useEffect(() => {
    if (!rejection) return;
    toast.error(serverMessageOr(rejection.message, CHAT_STRINGS.sendFailed), {
      id: rejection.clientMessageId,
    });
    useChatStore.getState().dismissRejection();
  }, [rejection]);
}
