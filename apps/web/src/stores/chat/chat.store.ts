import { DEFAULT_MESSAGES, type Message } from '@safarnama/contracts';
import { create } from 'zustand';
import * as messageApi from '../../api/message.api.ts';
import { errorMessage } from '../../lib/api-client.ts';
import { createBackoff } from '../../lib/backoff.ts';
import { useAuthStore } from '../auth.store.ts';
import type { ChatActions, ChatEvents, ChatState, ChatStore } from './chat-types.ts';
import { createContactsSlice } from './contacts-slice.ts';
import { createConversationSlice } from './conversation-slice.ts';
import { createDeliveryReceipts } from './delivery-receipts.ts';
import { createDraftsSlice } from './drafts-slice.ts';
import { emitIncoming } from './incoming.ts';
import { createChatStorage } from './outbox/chat-db.ts';
import { createReceiptSender } from './receipt-sender.ts';
import { createSendingSlice } from './sending-slice.ts';
import { createTypingIndicator } from './typing-indicator.ts';
import { createUnreadCounter } from './unread-counter.ts';

const initialState: ChatState = {
  users: [],
  selectedUser: null,
  messages: [],
  outgoing: [],
  receipts: {},
  firstUnreadId: null,
  unreadOnOpen: 0,
  isBlocked: false,
  typing: [],
  rejection: null,
  usersLoading: false,
  messagesLoading: false,
  olderLoading: false,
  error: null,
  usersFailed: false,
  messagesFailed: false,
  isUserNotFound: false,
  drafts: {},
  usersCursor: undefined,
  olderCursor: null,
  socketId: null,
  isDisconnected: false,
};

/** Gathers what is seen in one go. */
const READ_BATCH_DELAY_MS = 150;

const MAX_RECENT_IDS = 200;

const ownId = () => useAuthStore.getState().user?._id;

/** The chat: the parts of it, and what each hears of the others. */
export const useChatStore = create<ChatStore>()((set, get) => {
  const storage = createChatStorage();
  const unreadCounter = createUnreadCounter();
  const deliveryReceipts = createDeliveryReceipts(unreadCounter.applyServerCount);
  const readReceipts = createReceiptSender({
    kind: 'read',
    delayMs: () => READ_BATCH_DELAY_MS,
    onAcknowledged: unreadCounter.applyReadResult,
  });
  const typing = createTypingIndicator((userIds) => set({ typing: userIds }));
  const drafts = createDraftsSlice({ set, get }, storage);
  const sending = createSendingSlice(
    { set, get },
    { storage, onStored: (message) => get().receiveMessage(message) },
  );
  const contacts = createContactsSlice(
    { set, get },
    { getUnreadCount: unreadCounter.getCount, onLoaded: deliveryReceipts.handleContacts },
  );
  const conversation = createConversationSlice(
    { set, get },
    {
      onPage(userId, page, requestedAt) {
        unreadCounter.applyServerCount(userId, page.unreadCount, requestedAt);
        if (page.ownReadUpTo !== undefined) readReceipts.acknowledge(userId, page.ownReadUpTo);
        sending.confirm(page.messages_between_sender_receiver.filter(({ senderId }) => senderId === ownId()));
      },
    },
  );

  let generation = 0;
  /** Up to this message of theirs the open conversation was seen here. */
  let lastSeenId: string | undefined;
  const lastPartnerMessageId = () =>
    get().messages.findLast(({ senderId }) => conversation.isOpen(senderId))?._id;

  /** What came in last: an event may come twice, and counts once. */
  const recentIds = new Set<string>();
  function isDuplicate(messageId: string): boolean {
    if (recentIds.has(messageId)) return true;
    recentIds.add(messageId);
    const [oldest] = recentIds;
    if (recentIds.size > MAX_RECENT_IDS && oldest !== undefined) recentIds.delete(oldest);
    return false;
  }

  function countUnread({ senderId, _id }: Message): void {
    const startGeneration = generation;
    const count = () => {
      if (startGeneration === generation && lastSeenId !== _id)
        unreadCounter.adjust(senderId, (before) => before + 1);
    };
    // The screen is asked first: what is seen as it comes is never counted.
    if (conversation.isOpen(senderId)) setTimeout(count, 0);
    else count();
  }

  const unreadBackoff = createBackoff();
  let unreadTimer: ReturnType<typeof setTimeout> | undefined;
  async function syncUnread(): Promise<void> {
    clearTimeout(unreadTimer);
    if (await unreadCounter.refresh()) {
      unreadBackoff.reset();
      await deliveryReceipts.catchUp(get().users);
    } else if (get().socketId !== null) {
      // Without the socket the next connect asks.
      clearTimeout(unreadTimer);
      unreadTimer = setTimeout(() => void syncUnread(), unreadBackoff.next());
    }
  }

  async function runAction(call: () => Promise<void>): Promise<boolean> {
    try {
      await call();
      return true;
    } catch (error) {
      set({ error: errorMessage(error, DEFAULT_MESSAGES.other) });
      return false;
    }
  }

  const actions: ChatActions = {
    ...contacts.actions,
    ...conversation.actions,
    ...drafts.actions,
    ...sending.actions,

    deleteMessage: (messageId, scope) =>
      runAction(async () => {
        const tombstone = await messageApi.remove(messageId, scope);
        if (tombstone) {
          conversation.applyOptimistic(tombstone);
          contacts.change(tombstone);
        } else {
          conversation.removeOptimistic(messageId);
          contacts.remove(messageId);
        }
      }),

    react: (messageId, emoji) =>
      runAction(async () => {
        const message = get().messages.find(({ _id }) => _id === messageId);
        const userId = ownId();
        if (!message || userId === undefined) return;
        const { reactions = [], ...rest } = message;
        const next = reactions.filter((reaction) => reaction.userId !== userId);
        if (emoji !== null) next.push({ userId, emoji });
        const rollback = conversation.applyOptimistic(next.length > 0 ? { ...rest, reactions: next } : rest);
        try {
          await messageApi.react(messageId, emoji);
        } catch (error) {
          rollback();
          throw error;
        }
      }),

    setBlocked: (userId, wanted) =>
      runAction(async () => get().applyBlock(userId, await messageApi.setBlocked(userId, wanted))),

    acknowledgeSeen() {
      const { selectedUser } = get();
      const lastId = lastPartnerMessageId();
      if (!selectedUser || lastId === undefined || document.visibilityState === 'hidden') return;
      conversation.confirmDividerSeen();
      const isNew = lastSeenId !== lastId;
      lastSeenId = lastId;
      if (!isNew) return;
      unreadCounter.adjust(selectedUser._id, () => 0);
      readReceipts.queue(selectedUser._id, lastId);
    },

    notifyTyping() {
      const { selectedUser, socketId, isBlocked } = get();
      if (selectedUser && socketId !== null && !isBlocked) typing.notify(selectedUser._id);
    },
  };

  const events: ChatEvents = {
    receiveMessage(message) {
      conversation.addMessage(message);
      contacts.promote(message);
      if (message.senderId === ownId()) {
        sending.confirm([message]);
        return;
      }
      typing.clearTyping(message.senderId);
      if (isDuplicate(message._id)) return;
      deliveryReceipts.handleArrival(message);
      countUnread(message);
      emitIncoming(message);
    },

    applyChange(change) {
      conversation.change(change);
      contacts.change(change.message);
      const { senderId, deletedAt } = change.message;
      // Nobody has to read it any more; whether it was read, the server knows.
      if (deletedAt !== undefined && senderId !== ownId() && unreadCounter.getCount(senderId) !== 0)
        void unreadCounter.refresh();
    },

    applyRemoval(removal) {
      conversation.applyRemoval(removal);
      contacts.remove(removal.messageId);
    },

    applyReceipt(kind, { byUserId, ofUserId, upTo, unreadCount }) {
      if (byUserId === ownId()) {
        // By another tab or device of one's own.
        (kind === 'read' ? readReceipts : deliveryReceipts).acknowledge(ofUserId, upTo);
        // What has arrived changes no count, and its event may come after that of what was read.
        if (kind === 'read' && unreadCount !== undefined) {
          unreadCounter.applyReadResult(ofUserId, unreadCount, performance.now());
        }
        return;
      }
      const receipt = kind === 'read' ? { readUpTo: upTo } : { deliveredUpTo: upTo };
      if (conversation.isOpen(byUserId)) conversation.applyReceipts(receipt);
      contacts.update(byUserId, receipt);
    },

    applyBlock(userId, isBlocked) {
      if (conversation.isOpen(userId)) set({ isBlocked });
      contacts.update(userId, { isBlocked });
      if (isBlocked) typing.clearTyping(userId);
    },

    applyTyping: typing.handleTyping,

    setConnection(socketId) {
      if (socketId === null) {
        set(({ socketId: last, isDisconnected }) => ({
          socketId: null,
          isDisconnected: isDisconnected || last !== null,
        }));
        return;
      }
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
      typing.start(sendTyping);
      sending.start(userId);
      void drafts.load(userId);
    },

    reset() {
      generation += 1;
      clearTimeout(unreadTimer);
      sending.stop();
      conversation.reset();
      contacts.reset();
      deliveryReceipts.reset();
      readReceipts.reset();
      typing.reset();
      unreadCounter.reset();
      lastSeenId = undefined;
      // What is half written stays with its writer.
      set((state) => ({ ...initialState, drafts: state.drafts }));
    },
  };

  return { ...initialState, ...actions, ...events };
});
