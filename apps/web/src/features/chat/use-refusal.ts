import { DEFAULT_MESSAGES } from '@safarnama/contracts';
import { useEffect } from 'react';
import toast from 'react-hot-toast';
import { useChatStore } from '../../stores/chat.store.ts';
import { CHAT_STRINGS } from './strings.ts';

/** Tells of a send that the server has refused; its words are back in the composer, or wait in the conversation. */
export function useRefusal(): void {
  const refusal = useChatStore((state) => state.refusal);
  useEffect(() => {
    if (!refusal) return;
    toast.error(reasonOf(refusal.message), { id: refusal.clientMessageId });
    useChatStore.getState().dismissRefusal();
  }, [refusal]);
}

/** The server's message; the store's own default is said in other words on the screen. */
function reasonOf(message: string): string {
  return message === '' || message === DEFAULT_MESSAGES.messageSend ? CHAT_STRINGS.sendFailed : message;
}
