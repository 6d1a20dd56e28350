import { DEFAULT_MESSAGES, type Message } from '@safarnama/contracts';
import * as authApi from '../../api/auth.api.ts';
import * as messageApi from '../../api/message.api.ts';
import { ApiError } from '../../lib/api-client.ts';
import { randomId } from '../../lib/random-id.ts';
import { useAuthStore } from '../auth.store.ts';
import type { ChatActions, ChatStoreApi, OutgoingMessage } from './chat-types.ts';
import { getDraft } from './drafts-slice.ts';
import type { ChatStorage } from './outbox/chat-db.ts';
import { type Outbox, startOutbox } from './outbox/outbox.ts';

export interface SendingSlice {
  actions: Pick<ChatActions, 'sendMessage' | 'retryOutgoing' | 'discardOutgoing' | 'dismissRejection'>;
  /** Takes up what this person has not sent yet. */
  start: (ownerId: string) => void;
  /** These are stored: they wait no longer. */
  confirm: (messages: readonly Message[]) => void;
  retryNow: () => void;
  stop: () => void;
}

interface SendingDeps {
  storage: ChatStorage;
  onStored: (message: Message) => void;
}

/** Sending by the outbox: nothing that was written is lost or doubled, whatever the line does. */
export function createSendingSlice(
  { set, get }: ChatStoreApi,
  { storage, onStored }: SendingDeps,
): SendingSlice {
  let current: { ownerId: string; outbox: Outbox } | null = null;

  function getOutbox(ownerId: string): Outbox {
    if (current?.ownerId === ownerId) return current.outbox;
    current?.outbox.stop();
    const outbox = startOutbox(ownerId, {
      storage,
      send: ({ receiverId, text, image, clientMessageId, replyTo }, options) =>
        messageApi.send(
          receiverId,
          { text, image, clientMessageId, ...(replyTo && { replyTo: replyTo._id }) },
          { socketId: get().socketId, ...options },
        ),
      isStillSignedIn,
      onChange: (outgoing) => set({ outgoing }),
      onSent: onStored,
      onRejected: restoreDraft,
      rejectionFallback: DEFAULT_MESSAGES.messageSend,
    });
    current = { ownerId, outbox };
    return outbox;
  }

  /**
   * In another tab somebody else may have signed in: the session is the browser's, and what one person has written
   * must not go out as the other's. The server ends the sockets of an ended session, so a living one tells enough.
   */
  async function isStillSignedIn(ownerId: string): Promise<boolean> {
    if (get().socketId !== null) return true;
    try {
      const isSameUser = (await authApi.checkAuth())._id === ownerId;
      if (!isSameUser) void useAuthStore.getState().checkAuth();
      return isSameUser;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) void useAuthStore.getState().checkAuth();
      throw error;
    }
  }

  /** The words of a refused message go back to where they were written, when nothing else is there by now. */
  function restoreDraft(
    { clientMessageId, receiverId, text, image, replyTo }: OutgoingMessage,
    message: string,
  ): void {
    const draft = getDraft(get(), receiverId);
    if (draft.text === '' && draft.image === '') {
      get().setDraft(receiverId, { text, image, replyTo: replyTo ?? null });
      current?.outbox.discard(clientMessageId);
    }
    set({ rejection: { receiverId, clientMessageId, message }, error: message });
  }

  /** One after the last one, whatever the clock of the device does: the order of what waits. */
  function nextCreatedAt(): string {
    const lastCreatedAt = get().outgoing.at(-1)?.createdAt;
    return new Date(
      Math.max(Date.now(), lastCreatedAt === undefined ? 0 : Date.parse(lastCreatedAt) + 1),
    ).toISOString();
  }

  return {
    actions: {
      async sendMessage({ text, image = '', replyTo = null }) {
        const ownerId = useAuthStore.getState().user?._id;
        const { selectedUser, setDraft } = get();
        if (!selectedUser || ownerId === undefined) return false;
        const saved = getOutbox(ownerId).add({
          clientMessageId: randomId(),
          ownerId,
          receiverId: selectedUser._id,
          text,
          image,
          ...(replyTo && { replyTo }),
          createdAt: nextCreatedAt(),
        });
        set({ firstUnreadId: null, unreadOnOpen: 0 });
        // At once on the screen; on the device only when the message is kept there.
        setDraft(selectedUser._id, { text: '', image: '', replyTo: null });
        await saved;
        return true;
      },

      retryOutgoing: (clientMessageId) => current?.outbox.retry(clientMessageId),

      discardOutgoing: (clientMessageId) => current?.outbox.discard(clientMessageId),

      dismissRejection: () => set({ rejection: null }),
    },

    start: getOutbox,

    confirm: (messages) => current?.outbox.confirm(messages),

    retryNow: () => current?.outbox.retryNow(),

    stop() {
      current?.outbox.stop();
      current = null;
    },
  };
}
