import type { Message, MessageChanged, MessageRemoved, ReceiptUpdate } from '@safarnama/contracts';
import { create } from 'zustand';
import { createRetry } from '../../lib/backoff.ts';
import { onSessionEnd } from '../../lib/session-end.ts';
import { createStaleGuard } from '../../lib/stale-guard.ts';
import { getUserId } from '../track-user.ts';
import { createChatStorage } from './chat-storage.ts';
import {
  type ContactsActions,
  type ContactsState,
  createContactsSlice,
  initialContacts,
} from './contacts-slice.ts';
import {
  type ConversationActions,
  type ConversationSlice,
  createConversationSlice,
} from './conversation-slice.ts';
import { createDraftsSlice, type DraftsActions, type DraftsState, initialDrafts } from './drafts-slice.ts';
import { type Failure, NO_FAILURE } from './failure.ts';
import { emitIncomingMessage } from './incoming-messages.ts';
import { createMessageActions, type MessageActions } from './message-actions.ts';
import { initialConversation, type OpenConversation } from './open-conversation.ts';
import { createDeliveryReceipts, createReadReceipts } from './receipts.ts';
import { createRecentIds } from './recent-ids.ts';
import {
  createSendingSlice,
  initialSending,
  type SendingActions,
  type SendingState,
} from './sending-slice.ts';
import { createTypingIndicator } from './typing-indicator.ts';
import { createUnreadCounter } from './unread-counter.ts';
import { trackVisibleConversation } from './visible-conversation.ts';

interface ConnectionState {
  /** Id of this tab's socket while it is connected. */
  socketId: string | null;
  /** The socket has lost its connection, or has not connected in time; new messages appear once it connects. */
  isDisconnected: boolean;
}

type Slices = ContactsState & OpenConversation & DraftsState & SendingState & ConnectionState & Failure;

interface ChatState extends Slices {
  /** Ids of the users who are typing to the signed-in user. */
  typing: readonly string[];
}

interface ChatActions
  extends ContactsActions,
    ConversationActions,
    DraftsActions,
    SendingActions,
    MessageActions {
  /** Call whenever the newest message may be visible: the list is at its end. Does nothing while the tab is hidden. */
  acknowledgeSeen: () => void;
  /** Call on each change of the composer's text. */
  notifyTyping: () => void;
}

/** Called by the socket and the session, not by screens. */
interface ChatEvents {
  /** A message was stored; reported by an event or by the response to a send. */
  receiveMessage: (message: Message) => void;
  /** A stored message was changed for both users. */
  applyChange: (change: MessageChanged) => void;
  applyRemoval: (removal: MessageRemoved) => void;
  applyReceipt: (kind: 'delivered' | 'read', receipt: ReceiptUpdate) => void;
  applyBlock: (userId: string, isBlocked: boolean) => void;
  applyCanMessage: (userId: string, canMessage: boolean) => void;
  applyTyping: (userId: string) => void;
  applySharedPost: ConversationSlice['applySharedPost'];
  /** Call when the socket has connected (its id) or disconnected (null). A connect fetches missed data. */
  setConnection: (socketId: string | null) => void;
  /** Fetches data that may have been missed, and sends pending messages and receipts. */
  catchUp: () => void;
  /** Sends pending messages and receipts, because the network may be available again. */
  flushPending: () => void;
  /**
   * Starts the chat of a signed-in user: restores their unsent messages and drafts on this device.
   *
   * @param sendTyping - notifies another user that this one is typing.
   */
  start: (userId: string, sendTyping: (toUserId: string) => void) => void;
  /** Drops all data of the user who was signed in, except drafts and data stored on the device. */
  reset: () => void;
}

export type ChatStore = ChatState & ChatActions & ChatEvents;

const initialState: ChatState = {
  ...initialContacts,
  ...initialConversation,
  ...initialDrafts,
  ...initialSending,
  typing: [],
  ...NO_FAILURE,
  socketId: null,
  isDisconnected: false,
};

/** A first connection that takes longer is reported: a proxy may block the socket. */
const FIRST_CONNECT_MS = 10_000;

/** Composes the slices of the chat and passes each event to the slices it concerns. */
export const useChatStore = create<ChatStore>()((set, get) => {
  const session = createStaleGuard();
  const storage = createChatStorage();
  const unreadCounter = createUnreadCounter(() => void refreshUnread());
  const deliveryReceipts = createDeliveryReceipts(unreadCounter.applyServerCount);
  const readReceipts = createReadReceipts(unreadCounter.applyReadResult);
  const typing = createTypingIndicator((userIds) => set({ typing: userIds }));
  const drafts = createDraftsSlice({ set, get }, storage);
  const sending = createSendingSlice(
    { set, get },
    { storage, clearDraft: drafts.clear, onStored: (message) => get().receiveMessage(message) },
  );
  const contacts = createContactsSlice(
    { set, get },
    { getUnreadCount: unreadCounter.getCount, onLoaded: deliveryReceipts.queueContacts },
  );
  const conversation = createConversationSlice(
    { set, get },
    {
      onPage(userId, page, requestedAt) {
        unreadCounter.applyServerCount(userId, page.unreadCount, requestedAt);
        if (page.ownReadUpTo !== undefined) readReceipts.acknowledge(userId, page.ownReadUpTo);
        sending.confirm(
          page.messages_between_sender_receiver.filter(({ senderId }) => senderId === getUserId()),
        );
      },
      isSeen,
    },
  );

  const recentIds = createRecentIds();
  /** Ids of the last messages that have arrived, by sender. */
  const lastReceivedIds = new Map<string, string>();
  /** Id of the partner's newest message that was seen in the open conversation. */
  let lastSeenId: string | undefined;
  let firstConnectTimer: ReturnType<typeof setTimeout> | undefined;

  /** Whether a message of the open conversation was seen, alone or with a later one. */
  function isSeen(messageId: string): boolean {
    const ids = get().messages.map(({ _id }) => _id);
    const index = ids.indexOf(messageId);
    return lastSeenId === messageId || (index !== -1 && index <= ids.indexOf(lastSeenId ?? ''));
  }

  function countUnread({ senderId, _id }: Message): void {
    const isSessionOver = session.track();
    const count = () => {
      if (isSessionOver() || isSeen(_id)) return;
      unreadCounter.adjust(senderId, (previous) => previous + 1);
    };
    // Waits for the screen, which acknowledges a message that is visible on arrival; such a message is never counted.
    if (conversation.isOpen(senderId)) setTimeout(count, 0);
    else count();
  }

  const unreadRetry = createRetry(syncUnread);
  /** Refreshes the counts, and again later after a failure. @returns false when it failed. */
  async function refreshUnread(): Promise<boolean> {
    unreadRetry.cancel();
    const isRefreshed = await unreadCounter.refresh();
    if (isRefreshed) unreadRetry.reset();
    // Without the socket, the next connect tries again.
    else if (get().socketId !== null) unreadRetry.later();
    return isRefreshed;
  }

  /** A deleted message is no longer unread, and only the server knows whether it was before. */
  function refreshIfUnread(userId: string): void {
    if (unreadCounter.getCount(userId) !== 0) void refreshUnread();
  }

  async function syncUnread(): Promise<void> {
    if (await refreshUnread()) await deliveryReceipts.catchUp(get().users);
  }

  const actions: ChatActions = {
    ...contacts.actions,
    ...conversation.actions,
    ...drafts.actions,
    ...sending.actions,
    ...createMessageActions(
      { set, get },
      {
        session,
        conversation,
        contacts,
        onBlockChanged: (userId, isBlocked) => get().applyBlock(userId, isBlocked),
      },
    ),

    acknowledgeSeen() {
      const { selectedUser, messages } = get();
      const lastId = messages.findLast(({ senderId }) => conversation.isOpen(senderId))?._id;
      if (!selectedUser || lastId === undefined || document.visibilityState === 'hidden') return;
      conversation.confirmSeparatorSeen();
      if (lastSeenId === lastId) return;
      lastSeenId = lastId;
      unreadCounter.adjust(selectedUser._id, () => 0);
      // The read receipt also reports the delivery, whose own response would count the message as unread.
      deliveryReceipts.acknowledge(selectedUser._id, lastId);
      readReceipts.queue(selectedUser._id, lastId);
    },

    notifyTyping() {
      const { selectedUser, socketId } = get();
      if (selectedUser && socketId !== null) typing.notify(selectedUser._id);
    },
  };

  const events: ChatEvents = {
    receiveMessage(message) {
      conversation.addMessage(message);
      contacts.promote(message);
      if (message.senderId === getUserId()) {
        sending.confirm([message]);
        return;
      }
      typing.clearTyping(message.senderId);
      // An event may be repeated, but its message is counted once.
      if (!recentIds.add(message._id)) return;
      lastReceivedIds.set(message.senderId, message._id);
      deliveryReceipts.queue(message.senderId, message._id);
      countUnread(message);
      emitIncomingMessage(message);
    },

    applyChange(change) {
      conversation.applyChange(change);
      contacts.applyChange(change.message);
      const { senderId, deletedAt } = change.message;
      if (deletedAt !== undefined && senderId !== getUserId()) refreshIfUnread(senderId);
    },

    applyRemoval(removal) {
      conversation.applyRemoval(removal);
      contacts.applyRemoval(removal.messageId);
      refreshIfUnread(removal.withUserId);
    },

    applyReceipt(kind, { byUserId, ofUserId, upTo, unreadCount }) {
      if (byUserId === getUserId()) {
        // Sent by another tab or device of the same user.
        (kind === 'read' ? readReceipts : deliveryReceipts).acknowledge(ofUserId, upTo);
        // A delivery changes no count, and its event may arrive after the event of a read receipt.
        if (kind === 'read' && unreadCount !== undefined) {
          unreadCounter.applyReadResult(ofUserId, unreadCount, performance.now());
          // The server may have counted before it stored a later message whose event arrived earlier.
          const lastId = lastReceivedIds.get(ofUserId) ?? upTo;
          if (lastId !== upTo && !isSeen(lastId)) void refreshUnread();
        }
        return;
      }
      if (!conversation.isOpen(byUserId)) return;
      conversation.applyReceipts(kind === 'read' ? { readUpTo: upTo } : { deliveredUpTo: upTo });
    },

    applyBlock(userId, isBlocked) {
      conversation.applyBlocks(userId, { isBlocked });
      contacts.applyBlock(userId, isBlocked);
      if (isBlocked) typing.clearTyping(userId);
    },

    applyCanMessage(userId, canMessage) {
      conversation.applyBlocks(userId, { canMessage });
      if (!canMessage) typing.clearTyping(userId);
    },

    applyTyping: typing.handleTyping,
    applySharedPost: conversation.applySharedPost,

    setConnection(socketId) {
      if (socketId === null) {
        set((state) => ({
          socketId: null,
          isDisconnected: state.isDisconnected || state.socketId !== null,
        }));
        return;
      }
      clearTimeout(firstConnectTimer);
      set({ socketId, isDisconnected: false });
      get().catchUp();
    },

    flushPending() {
      sending.retryNow();
      readReceipts.retryNow();
      deliveryReceipts.retryNow();
    },

    catchUp() {
      get().flushPending();
      conversation.catchUp();
      void contacts.refresh();
      void syncUnread();
    },

    start(userId, sendTyping) {
      clearTimeout(firstConnectTimer);
      firstConnectTimer = setTimeout(() => set({ isDisconnected: true }), FIRST_CONNECT_MS);
      typing.start(sendTyping);
      sending.start(userId);
      void drafts.load(userId);
    },

    reset() {
      session.invalidate();
      unreadRetry.reset();
      clearTimeout(firstConnectTimer);
      sending.stop();
      drafts.stop();
      conversation.reset();
      contacts.reset();
      deliveryReceipts.reset();
      readReceipts.reset();
      typing.reset();
      unreadCounter.reset();
      lastSeenId = undefined;
      lastReceivedIds.clear();
      // Drafts are keyed by their author and survive.
      set((state) => ({ ...initialState, drafts: state.drafts }));
    },
  };

  return { ...initialState, ...actions, ...events };
});

// Registered here, because `startRealtimeSession`, which also resets the store, may have failed to load.
onSessionEnd(() => useChatStore.getState().reset());

// Starts with the script, not with the session: other tabs show a notification unless some tab shows the conversation.
// During the build's prerender there is no `document`.
if (typeof document !== 'undefined') trackVisibleConversation(useChatStore);
