import { DEFAULT_MESSAGES, type Message } from '@safarnama/contracts';
import { create } from 'zustand';
import * as messageApi from '../api/message.api.ts';
import { errorMessage } from '../lib/api-client.ts';
import { createBackOff } from '../lib/back-off.ts';
import { useAuthStore } from './auth.store.ts';
import { createConversationPart } from './chat-conversation.ts';
import { createDeliveryPart } from './chat-delivery.ts';
import { createDraftsPart } from './chat-drafts.ts';
import { createPeoplePart } from './chat-people.ts';
import { createSendingPart } from './chat-sending.ts';
import type { ChatActions, ChatEvents, ChatState, ChatStore } from './chat-types.ts';
import { createTypingPart } from './chat-typing.ts';
import { createUnreadPart } from './chat-unread.ts';
import { announceIncoming } from './incoming.ts';
import { createMarkSender } from './mark-sender.ts';
import { createChatStorage } from './outbox/chat-db.ts';

const initialState: ChatState = {
  users: [],
  selectedUser: null,
  messages: [],
  outgoing: [],
  marks: {},
  firstUnreadId: null,
  unreadOnOpen: 0,
  isBlocked: false,
  typing: [],
  refusal: null,
  usersLoading: false,
  messagesLoading: false,
  olderLoading: false,
  error: null,
  usersFailed: false,
  messagesFailed: false,
  isPersonUnknown: false,
  drafts: {},
  usersCursor: undefined,
  olderCursor: null,
  socketId: null,
  isCut: false,
};

/** Gathers what is seen in one go. */
const READ_DELAY_MS = 150;

const MAX_ARRIVED = 200;

const ownId = () => useAuthStore.getState().user?._id;

/** The chat: the parts of it, and what each hears of the others. */
export const useChatStore = create<ChatStore>()((set, get) => {
  const storage = createChatStorage();
  const unread = createUnreadPart();
  const delivery = createDeliveryPart(unread.learn);
  const reading = createMarkSender({ kind: 'read', delayMs: () => READ_DELAY_MS, onMoved: unread.read });
  const typing = createTypingPart((userIds) => set({ typing: userIds }));
  const drafts = createDraftsPart({ set, get }, storage);
  const sending = createSendingPart(
    { set, get },
    { storage, onStored: (message) => get().receiveMessage(message) },
  );
  const people = createPeoplePart({ set, get }, { unreadOf: unread.of, onLoaded: delivery.learn });
  const conversation = createConversationPart(
    { set, get },
    {
      onPage(userId, page, askedAt) {
        unread.learn(userId, page.unreadCount, askedAt);
        if (page.ownReadUpTo !== undefined) reading.settle(userId, page.ownReadUpTo);
        sending.confirm(page.messages_between_sender_receiver.filter(({ senderId }) => senderId === ownId()));
      },
    },
  );

  let generation = 0;
  /** Up to this message of theirs the open conversation was seen here. */
  let seenId: string | undefined;
  const lastOfPartner = () => get().messages.findLast(({ senderId }) => conversation.isOpen(senderId))?._id;

  /** What came in last: an event may come twice, and counts once. */
  const arrivedIds = new Set<string>();
  function isRepeated(messageId: string): boolean {
    if (arrivedIds.has(messageId)) return true;
    arrivedIds.add(messageId);
    const [oldest] = arrivedIds;
    if (arrivedIds.size > MAX_ARRIVED && oldest !== undefined) arrivedIds.delete(oldest);
    return false;
  }

  function countIn({ senderId, _id }: Message): void {
    const startedIn = generation;
    const count = () => {
      if (startedIn === generation && seenId !== _id) unread.guess(senderId, (before) => before + 1);
    };
    // The screen is asked first: what is seen as it comes is never counted.
    if (conversation.isOpen(senderId)) setTimeout(count, 0);
    else count();
  }

  const unreadBackOff = createBackOff();
  let unreadTimer: ReturnType<typeof setTimeout> | undefined;
  async function catchUpUnread(): Promise<void> {
    clearTimeout(unreadTimer);
    if (await unread.refresh()) {
      unreadBackOff.reset();
      await delivery.catchUp(get().users);
    } else if (get().socketId !== null) {
      // Without the socket the next connect asks.
      clearTimeout(unreadTimer);
      unreadTimer = setTimeout(() => void catchUpUnread(), unreadBackOff.next());
    }
  }

  async function attempt(call: () => Promise<void>): Promise<boolean> {
    try {
      await call();
      return true;
    } catch (error) {
      set({ error: errorMessage(error, DEFAULT_MESSAGES.other) });
      return false;
    }
  }

  const actions: ChatActions = {
    ...people.actions,
    ...conversation.actions,
    ...drafts.actions,
    ...sending.actions,

    deleteMessage: (messageId, scope) =>
      attempt(async () => {
        const left = await messageApi.remove(messageId, scope);
        if (left) {
          conversation.changeOwn(left);
          people.change(left);
        } else {
          conversation.removeOwn(messageId);
          people.remove(messageId);
        }
      }),

    react: (messageId, emoji) =>
      attempt(async () => {
        const message = get().messages.find(({ _id }) => _id === messageId);
        const userId = ownId();
        if (!message || userId === undefined) return;
        const { reactions = [], ...rest } = message;
        const next = reactions.filter((reaction) => reaction.userId !== userId);
        if (emoji !== null) next.push({ userId, emoji });
        const takeBack = conversation.changeOwn(next.length > 0 ? { ...rest, reactions: next } : rest);
        try {
          await messageApi.react(messageId, emoji);
        } catch (error) {
          takeBack();
          throw error;
        }
      }),

    setBlocked: (userId, wanted) =>
      attempt(async () => get().applyBlock(userId, await messageApi.setBlocked(userId, wanted))),

    markSeen() {
      const { selectedUser } = get();
      const lastId = lastOfPartner();
      if (!selectedUser || lastId === undefined || document.visibilityState === 'hidden') return;
      conversation.see();
      const isNew = seenId !== lastId;
      seenId = lastId;
      if (!isNew) return;
      unread.guess(selectedUser._id, () => 0);
      reading.want(selectedUser._id, lastId);
    },

    notifyTyping() {
      const { selectedUser, socketId, isBlocked } = get();
      if (selectedUser && socketId !== null && !isBlocked) typing.tell(selectedUser._id);
    },
  };

  const events: ChatEvents = {
    receiveMessage(message) {
      conversation.store(message);
      people.moveUp(message);
      if (message.senderId === ownId()) {
        sending.confirm([message]);
        return;
      }
      typing.ended(message.senderId);
      if (isRepeated(message._id)) return;
      delivery.arrived(message);
      countIn(message);
      announceIncoming(message);
    },

    applyChange(change) {
      conversation.change(change);
      people.change(change.message);
      const { senderId, deletedAt } = change.message;
      // Nobody has to read it any more; whether it was read, the server knows.
      if (deletedAt !== undefined && senderId !== ownId() && unread.of(senderId) !== 0) void unread.refresh();
    },

    applyRemoval(removal) {
      conversation.remove(removal);
      people.remove(removal.messageId);
    },

    applyMark(kind, { byUserId, ofUserId, upTo, unreadCount }) {
      if (byUserId === ownId()) {
        // By another tab or device of one's own.
        (kind === 'read' ? reading : delivery).settle(ofUserId, upTo);
        // What has arrived changes no count, and its event may come after that of what was read.
        if (kind === 'read' && unreadCount !== undefined) {
          unread.read(ofUserId, unreadCount, performance.now());
        }
        return;
      }
      const mark = kind === 'read' ? { readUpTo: upTo } : { deliveredUpTo: upTo };
      if (conversation.isOpen(byUserId)) conversation.mark(mark);
      people.update(byUserId, mark);
    },

    applyBlock(userId, isBlocked) {
      if (conversation.isOpen(userId)) set({ isBlocked });
      people.update(userId, { isBlocked });
      if (isBlocked) typing.ended(userId);
    },

    applyTyping: typing.heard,

    setConnection(socketId) {
      if (socketId === null) {
        set(({ socketId: last, isCut }) => ({ socketId: null, isCut: isCut || last !== null }));
        return;
      }
      set({ socketId, isCut: false });
      get().catchUp();
    },

    sendWaiting() {
      sending.kick();
      reading.kick();
      delivery.kick();
    },

    catchUp() {
      get().sendWaiting();
      conversation.catchUp();
      void people.refresh();
      void catchUpUnread();
    },

    begin(userId, sendTyping) {
      typing.begin(sendTyping);
      sending.start(userId);
      void drafts.load(userId);
    },

    reset() {
      generation += 1;
      clearTimeout(unreadTimer);
      sending.stop();
      conversation.reset();
      people.reset();
      delivery.reset();
      reading.reset();
      typing.reset();
      unread.reset();
      seenId = undefined;
      // What is half written stays with its writer.
      set((state) => ({ ...initialState, drafts: state.drafts }));
    },
  };

  return { ...initialState, ...actions, ...events };
});
