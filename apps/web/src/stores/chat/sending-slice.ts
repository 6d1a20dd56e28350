import type { Message, Quote } from '@safarnama/contracts';
import * as authApi from '../../api/auth.api.ts';
import * as messageApi from '../../api/message.api.ts';
import { isUnauthorizedError } from '../../lib/api-client.ts';
import { randomId } from '../../lib/random-id.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useAuthStore } from '../auth.store.ts';
import { getUserId } from '../track-user.ts';
import type { ChatStorage } from './chat-storage.ts';
import {
  type DraftsActions,
  type DraftsSlice,
  type DraftsState,
  getDraft,
  isEmptyDraft,
} from './drafts-slice.ts';
import type { Failure } from './failure.ts';
import type { OpenConversation } from './open-conversation.ts';
import { type Outbox, startOutbox } from './outbox/outbox.ts';
import type { AttachedStory, OutgoingMessage } from './outbox/outgoing-message.ts';
import type { SliceApi } from './slice-api.ts';

/** A message submitted by the composer. */
interface OutgoingInput {
  receiverId: string;
  text: string;
  /** A data URL; empty or absent for none. */
  image?: string;
  /** The message it replies to; null or absent for none. */
  replyTo?: Quote | null;
  /** The story it refers to; null or absent for none. */
  story?: AttachedStory | null;
}

/** A message that the server has rejected; shown in a toast. */
export interface SendRejection {
  receiverId: string;
  clientMessageId: string;
  /** Like `error` and `errorCode` of the store. */
  message: string;
  errorCode: string | null;
}

export interface SendingState {
  /** Unsent messages of this user on this device, written in any tab, oldest first. */
  outgoing: readonly OutgoingMessage[];
  /** The `clientMessageId` of the last message that was written in this tab. */
  lastWrittenId: string | null;
  /** The last rejected send, until `dismissRejection`. */
  rejection: SendRejection | null;
}

export interface SendingActions {
  /**
   * Puts a message into the outbox and clears its draft. It appears in `outgoing` immediately and is
   * sent automatically. If it is rejected, `rejection` contains the reason, and the message becomes the draft again
   * unless the user has written another one.
   *
   * @returns false when no user is signed in.
   */
  sendMessage: (input: OutgoingInput) => Promise<boolean>;
  /** Retries an outgoing message now. */
  retryOutgoing: (clientMessageId: string) => void;
  /** Discards an outgoing message; the server may have stored it already if a request is pending. */
  discardOutgoing: (clientMessageId: string) => void;
  dismissRejection: () => void;
}

interface SendingSlice {
  actions: SendingActions;
  /** Resumes sending this user's unsent messages. */
  start: (ownerId: string) => void;
  /** Removes messages that the server has stored from the outbox. */
  confirm: (messages: readonly Message[]) => void;
  retryNow: () => void;
  stop: () => void;
}

interface SendingDeps {
  storage: ChatStorage;
  clearDraft: DraftsSlice['clear'];
  onStored: (message: Message) => void;
}

type SendingStore = SendingState &
  DraftsState &
  DraftsActions &
  OpenConversation &
  Failure & { socketId: string | null };

export const initialSending: SendingState = { outgoing: [], lastWrittenId: null, rejection: null };

/** Sends through the outbox, so that no message is lost or sent twice on an unreliable network. */
export function createSendingSlice(
  { set, get }: SliceApi<SendingStore>,
  { storage, clearDraft, onStored }: SendingDeps,
): SendingSlice {
  let current: { ownerId: string; outbox: Outbox } | null = null;

  function getOutbox(ownerId: string): Outbox {
    if (current?.ownerId === ownerId) return current.outbox;
    current?.outbox.stop();
    const outbox = startOutbox(ownerId, {
      storage,
      send: ({ receiverId, text, image, clientMessageId, replyTo, story }, options) =>
        messageApi.send(
          receiverId,
          {
            text,
            image,
            clientMessageId,
            ...(replyTo && { replyTo: replyTo._id }),
            ...(story && { postId: story.postId, quotedText: story.quotedText }),
          },
          { socketId: get().socketId, ...options },
        ),
      isStillSignedIn,
      onChange: (outgoing) => set({ outgoing }),
      onSent: onStored,
      onRejected: handleRejection,
    });
    current = { ownerId, outbox };
    return outbox;
  }

  /**
   * All tabs of a browser share a session, so another user may have signed in in another tab, and the message must not
   * be sent in that user's name. The server closes the sockets of an ended session, so a connected socket is sufficient
   * proof.
   */
  async function isStillSignedIn(ownerId: string): Promise<boolean> {
    if (get().socketId !== null) return true;
    try {
      const isSameUser = (await authApi.checkAuth())._id === ownerId;
      if (!isSameUser) void useAuthStore.getState().checkAuth();
      return isSameUser;
    } catch (error) {
      if (isUnauthorizedError(error)) void useAuthStore.getState().checkAuth();
      throw error;
    }
  }

  /** Puts a rejected message back into its draft, unless the user has started another draft. */
  function handleRejection(
    { clientMessageId, receiverId, text, image, replyTo, story, errorCode = null }: OutgoingMessage,
    error: string,
  ): void {
    if (isEmptyDraft(getDraft(get(), receiverId))) {
      get().setDraft(receiverId, { text, image, replyTo: replyTo ?? null, story: story ?? null });
      current?.outbox.discard(clientMessageId);
    }
    set({ rejection: { receiverId, clientMessageId, message: error, errorCode }, error, errorCode });
  }

  /**
   * Returns the server's time, as in stored messages, but later than the creation of the last outgoing message, even if
   * the device's clock was set back, because messages are sent in this order.
   */
  function nextCreatedAt(): string {
    const lastCreatedAt = get().outgoing.at(-1)?.createdAt;
    const earliest = lastCreatedAt === undefined ? 0 : Date.parse(lastCreatedAt) + 1;
    return new Date(Math.max(serverNow(), earliest)).toISOString();
  }

  return {
    actions: {
      async sendMessage({ receiverId, text, image = '', replyTo = null, story = null }) {
        const ownerId = getUserId();
        if (ownerId === undefined) return false;
        const record = {
          clientMessageId: randomId(),
          ownerId,
          receiverId,
          text,
          image,
          ...(replyTo && { replyTo }),
          ...(story && { story }),
          createdAt: nextCreatedAt(),
        };
        set({ lastWrittenId: record.clientMessageId });
        const deleteStoredDraft = clearDraft(receiverId);
        const saved = getOutbox(ownerId).add(record, deleteStoredDraft);
        if (get().selectedUser?._id === receiverId) set({ firstUnreadId: null, unreadOnOpen: 0 });
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
