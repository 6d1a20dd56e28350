import type { Conversation, Message, MessageChanged, MessageRemoved, PublicUser } from '@safarnama/contracts';
import { DEFAULT_MESSAGES } from '@safarnama/contracts';
import * as messageApi from '../../api/message.api.ts';
import * as postApi from '../../api/post.api.ts';
import { ApiError, errorMessage } from '../../lib/api-client.ts';
import { createBackoff } from '../../lib/backoff.ts';
import type { ChatActions, ChatState, ChatStoreApi, Receipts } from './chat-types.ts';
import { getPartnerId } from './contacts-slice.ts';
import {
  type ConversationState,
  EMPTY_CONVERSATION,
  getLastConfirmedId,
  getMissingChangesStart,
  isOrderUncertain,
  selectMessages,
  selectReceipts,
  withChanged,
  withChanges,
  withConfirmedEnd,
  withNewMessage,
  withOptimisticMessage,
  withPage,
  withReceipts,
  withRemoved,
} from './conversation-state.ts';
import { findFirstUnreadId } from './first-unread.ts';

/** A page that is asked for to catch up, or to find something, is a long one. */
const LONG_PAGE_SIZE = 100;
/** The order of what came by itself is asked for when nothing more comes for so long. */
const ORDER_SYNC_DELAY_MS = 1_500;
/** The first unread message is looked for in so many older pages at most. */
const MAX_PAGES_BACK = 50;

const FALLBACK_MESSAGE = DEFAULT_MESSAGES.other;

export interface ConversationSlice {
  actions: Pick<
    ChatActions,
    'selectUser' | 'selectUserById' | 'closeConversation' | 'fetchOlder' | 'fetchFirstUnread'
  >;
  isOpen: (userId: string) => boolean;
  /** A message as it was stored. */
  addMessage: (message: Message) => void;
  change: (change: MessageChanged) => void;
  applyRemoval: (removal: MessageRemoved) => void;
  applyReceipts: (receipts: Receipts) => void;
  /** The newest message is seen: the line "New" has done its work, and the next one may take its place. */
  confirmDividerSeen: () => void;
  /** What one has done oneself, before its event is here. @returns takes it back, unless the event was faster. */
  applyOptimistic: (message: Message) => () => void;
  removeOptimistic: (messageId: string) => void;
  /** What may have been missed is fetched: everything after the last message without a gap, and all changes. */
  catchUp: () => void;
  reset: () => void;
}

interface ConversationDeps {
  /** A page has come, asked for at `askedAt`. */
  onPage: (userId: string, page: Conversation, requestedAt: number) => void;
}

const CLOSED_STATE = {
  selectedUser: null,
  messages: [],
  receipts: {},
  firstUnreadId: null,
  unreadOnOpen: 0,
  isBlocked: false,
  olderCursor: null,
  messagesLoading: false,
  messagesFailed: false,
  isUserNotFound: false,
  olderLoading: false,
} satisfies Partial<ChatState>;

/** The open conversation: its pages, and what is heard of it. */
export function createConversationSlice(
  { set, get }: ChatStoreApi,
  { onPage }: ConversationDeps,
): ConversationSlice {
  let conversation: ConversationState = EMPTY_CONVERSATION;
  /** Counts what is opened: the answer to a question about another one changes nothing. */
  let generation = 0;
  /** Whom the address names, also before, or without, their being known. */
  let requestedUserId: string | null = null;
  let isDividerSeen = false;
  let isSyncing = false;
  /** Older pages are on their way. */
  let olderLoad: Promise<boolean> | null = null;
  let isSyncPending = false;
  let orderSyncTimer: ReturnType<typeof setTimeout> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  const backoff = createBackoff();

  const isOpen = (userId: string) => get().selectedUser?._id === userId;

  function commit(next: ConversationState): void {
    conversation = next;
    const messages = selectMessages(next);
    const receipts = selectReceipts(next);
    const { messages: shown, receipts: shownReceipts } = get();
    const hasSameMessages =
      messages.length === shown.length && messages.every((message, index) => message === shown[index]);
    const hasSameReceipts =
      receipts.deliveredUpTo === shownReceipts.deliveredUpTo && receipts.readUpTo === shownReceipts.readUpTo;
    set({
      ...(hasSameMessages ? {} : { messages }),
      ...(hasSameReceipts ? {} : { receipts }),
      olderCursor: next.olderCursor,
    });
    if (isOrderUncertain(next)) orderSyncTimer ??= setTimeout(() => void sync(), ORDER_SYNC_DELAY_MS);
    else cancelOrderSync();
  }

  function cancelOrderSync(): void {
    clearTimeout(orderSyncTimer);
    orderSyncTimer = undefined;
  }

  function clearConversation(): void {
    generation += 1;
    conversation = EMPTY_CONVERSATION;
    isDividerSeen = false;
    isSyncing = false;
    isSyncPending = false;
    olderLoad = null;
    cancelOrderSync();
    clearTimeout(retryTimer);
    backoff.reset();
  }

  /** Asks for a page and merges it. @returns null when the conversation is not open any more. */
  async function loadPage(
    userId: string,
    position: messageApi.PagePosition,
    limit?: number,
  ): Promise<Conversation | null> {
    const startGeneration = generation;
    const requestedAt = performance.now();
    const page = await messageApi.listMessages(userId, position, limit);
    if (startGeneration !== generation) return null;
    commit(withPage(conversation, position, page));
    set({ isBlocked: page.isBlocked });
    onPage(userId, page, requestedAt);
    return page;
  }

  async function loadNewest(user: PublicUser): Promise<boolean> {
    const startGeneration = generation;
    const wasConnected = get().socketId !== null;
    set({ messagesLoading: true, messagesFailed: false, error: null });
    try {
      const page = await loadPage(user._id, {});
      if (page === null) return true;
      set((state) => ({
        messagesLoading: false,
        unreadOnOpen: page.unreadCount,
        firstUnreadId: findFirstUnreadId(state.messages, user._id, page, page.nextCursor !== null),
      }));
      // The socket came up while the page was on its way: what was written between the two came by neither.
      const wasMissed = !wasConnected && get().socketId !== null;
      if (wasMissed || isSyncPending || getMissingChangesStart(conversation) !== null) void sync();
      return true;
    } catch (error) {
      if (startGeneration !== generation) return true;
      set({ messagesLoading: false, messagesFailed: true, error: errorMessage(error, FALLBACK_MESSAGE) });
      return false;
    }
  }

  /** One at a time; what is wanted meanwhile is done after it. */
  async function sync(): Promise<void> {
    const { selectedUser, messagesLoading } = get();
    if (selectedUser === null) return;
    if (messagesLoading || isSyncing) {
      isSyncPending = true;
      return;
    }
    if (!conversation.isLoaded) {
      await loadNewest(selectedUser);
      return;
    }
    const startGeneration = generation;
    isSyncing = true;
    cancelOrderSync();
    clearTimeout(retryTimer);
    try {
      do {
        isSyncPending = false;
        await fetchNewPages(selectedUser._id);
        await fetchChanges(selectedUser._id);
      } while (isSyncPending && startGeneration === generation);
      backoff.reset();
    } catch {
      // The next connect asks again from the same place. With the socket up, it was the call alone.
      if (startGeneration === generation && get().socketId !== null) {
        retryTimer = setTimeout(() => void sync(), backoff.next());
      }
    } finally {
      if (startGeneration === generation) isSyncing = false;
    }
  }

  async function fetchNewPages(userId: string): Promise<void> {
    const startGeneration = generation;
    const { unconfirmed } = conversation;
    let after = getLastConfirmedId(conversation);
    if (after === null) await loadPage(userId, {});
    while (after !== null && startGeneration === generation) {
      const page = await loadPage(userId, { after }, LONG_PAGE_SIZE);
      // A page that leads nowhere further would be asked for for ever.
      after = page === null || page.nextCursor === after ? null : page.nextCursor;
    }
    if (startGeneration === generation) commit(withConfirmedEnd(conversation, unconfirmed));
  }

  async function fetchChanges(userId: string): Promise<void> {
    const startGeneration = generation;
    for (;;) {
      const since = getMissingChangesStart(conversation);
      if (since === null) return;
      const changes = await messageApi.listChanges(userId, since);
      if (startGeneration !== generation) return;
      commit(withChanges(conversation, since, changes));
      // The log has no more to tell than this.
      if (!changes.hasMore && changes.changeNumber <= since) return;
    }
  }

  async function openConversation(user: PublicUser): Promise<boolean> {
    clearConversation();
    requestedUserId = user._id;
    set({ ...CLOSED_STATE, selectedUser: user, error: null });
    return loadNewest(user);
  }

  /** Older pages, until `isEnough`. */
  function loadOlder(isEnough: () => boolean, limit?: number): Promise<boolean> {
    const load = fetchOlderPages(isEnough, limit).finally(() => {
      if (olderLoad === load) olderLoad = null;
    });
    olderLoad = load;
    return load;
  }

  async function fetchOlderPages(isEnough: () => boolean, limit?: number): Promise<boolean> {
    const { selectedUser } = get();
    if (!selectedUser) return true;
    const startGeneration = generation;
    set({ olderLoading: true, error: null });
    try {
      for (let pages = 0; pages < MAX_PAGES_BACK; pages += 1) {
        const before = get().olderCursor;
        if (startGeneration !== generation) return true;
        if (before === null) break;
        if ((await loadPage(selectedUser._id, { before }, limit)) === null) return true;
        if (isEnough()) break;
      }
      set({ olderLoading: false });
      if (getMissingChangesStart(conversation) !== null) void sync();
      return true;
    } catch (error) {
      if (startGeneration === generation)
        set({ olderLoading: false, error: errorMessage(error, FALLBACK_MESSAGE) });
      return false;
    }
  }

  return {
    actions: {
      selectUser: openConversation,

      async selectUserById(userId) {
        const { users, selectedUser } = get();
        const knownUser =
          selectedUser?._id === userId ? selectedUser : users.find((user) => user._id === userId);
        if (knownUser) return openConversation(knownUser);
        clearConversation();
        requestedUserId = userId;
        const startGeneration = generation;
        set({ ...CLOSED_STATE, messagesLoading: true, error: null });
        try {
          const { author } = await postApi.listByAuthor(userId, null);
          return startGeneration === generation ? await openConversation(author) : true;
        } catch (error) {
          if (startGeneration !== generation) return true;
          const isUserNotFound = error instanceof ApiError && error.status === 404;
          set({
            messagesLoading: false,
            messagesFailed: !isUserNotFound,
            isUserNotFound,
            error: errorMessage(error, FALLBACK_MESSAGE),
          });
          return false;
        }
      },

      closeConversation() {
        clearConversation();
        requestedUserId = null;
        set(CLOSED_STATE);
      },

      // Who comes second waits for the same page.
      fetchOlder: () => olderLoad ?? loadOlder(() => true),

      async fetchFirstUnread() {
        await olderLoad;
        const { selectedUser, unreadOnOpen, firstUnreadId } = get();
        if (!selectedUser || unreadOnOpen === 0 || firstUnreadId !== null) return true;
        const findUnread = () => {
          const { messages, olderCursor } = get();
          const page = { unreadCount: unreadOnOpen };
          const foundId = findFirstUnreadId(messages, selectedUser._id, page, olderCursor !== null);
          if (foundId !== null) set({ firstUnreadId: foundId });
          return foundId !== null;
        };
        return loadOlder(findUnread, LONG_PAGE_SIZE);
      },
    },

    isOpen,

    addMessage(message) {
      if (!isOpen(getPartnerId(message))) return;
      const isNew = !get().messages.some(({ _id }) => _id === message._id);
      commit(withNewMessage(conversation, message));
      // In a tab that nobody looks at the line stands before the first that came meanwhile.
      if (isNew && isOpen(message.senderId) && document.visibilityState === 'hidden') {
        if (get().firstUnreadId !== null && !isDividerSeen) return;
        isDividerSeen = false;
        set({ firstUnreadId: message._id, unreadOnOpen: 1 });
      }
    },

    change({ message, changeNumber }) {
      if (!isOpen(getPartnerId(message))) return;
      commit(withChanged(conversation, message, changeNumber));
      if (getMissingChangesStart(conversation) !== null) void sync();
    },

    applyRemoval({ messageId, withUserId, changeNumber }) {
      if (!isOpen(withUserId)) return;
      commit(withRemoved(conversation, messageId, changeNumber));
      if (getMissingChangesStart(conversation) !== null) void sync();
    },

    applyReceipts(receipts) {
      commit(withReceipts(conversation, receipts));
    },

    confirmDividerSeen() {
      isDividerSeen = true;
    },

    applyOptimistic(message) {
      const startGeneration = generation;
      const before = get().messages.find(({ _id }) => _id === message._id);
      commit(withOptimisticMessage(conversation, message));
      const optimistic = get().messages.find(({ _id }) => _id === message._id);
      return () => {
        const current = get().messages.find(({ _id }) => _id === message._id);
        if (startGeneration === generation && before && current === optimistic)
          commit(withOptimisticMessage(conversation, before));
      };
    },

    removeOptimistic(messageId) {
      commit(withRemoved(conversation, messageId));
    },

    catchUp() {
      backoff.reset();
      if (requestedUserId !== null && get().selectedUser === null && get().messagesFailed) {
        void get().selectUserById(requestedUserId);
      } else void sync();
    },

    reset() {
      clearConversation();
      requestedUserId = null;
    },
  };
}
