import { useEffect } from 'react';
import toast from 'react-hot-toast';
import { useChatStore } from '../../stores/chat.store.ts';
import { reasonOr } from './reason.ts';
import { CHAT_STRINGS } from './strings.ts';

/** Tells of a send that the server has refused; its words are back in the composer, or wait in the conversation. */
export function useRefusal(): void {
  const refusal = useChatStore((state) => state.refusal);
  useEffect(() => {
    if (!refusal) return;
    toast.error(reasonOr(refusal.message, CHAT_STRINGS.sendFailed), { id: refusal.clientMessageId });
    useChatStore.getState().dismissRefusal();
  }, [refusal]);
}
