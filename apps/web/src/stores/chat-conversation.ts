import type { Conversation, Message, MessageChanged, MessageRemoved, PublicUser } from '@safarnama/contracts';
import { DEFAULT_MESSAGES } from '@safarnama/contracts';
import * as messageApi from '../api/message.api.ts';
import * as postApi from '../api/post.api.ts';
import { ApiError, errorMessage } from '../lib/api-client.ts';
import { createBackOff } from '../lib/back-off.ts';
import { partnerIdOf } from './chat-people.ts';
import type { ChatActions, ChatState, ChatStoreApi, Marks } from './chat-types.ts';
import {
  type ConversationState,
  EMPTY_CONVERSATION,
  endOfRun,
  isOrderOpen,
  marksOf,
  messagesOf,
  missingChangesFrom,
  withChanged,
  withChanges,
  withEndReached,
  withMarks,
  withOwnForm,
  withPage,
  withRemoved,
  withStored,
} from './conversation-state.ts';
import { firstUnreadOf } from './first-unread.ts';

/** A page that is asked for to catch up, or to find something, is a long one. */
const LONG_PAGE = 100;
/** The order of what came by itself is asked for when nothing more comes for so long. */
const SETTLE_MS = 1_500;
/** The first unread message is looked for in so many older pages at most. */
const MAX_PAGES_BACK = 50;

const OTHER = DEFAULT_MESSAGES.other;

export interface ConversationPart {
  actions: Pick<
    ChatActions,
    'selectUser' | 'selectUserById' | 'closeConversation' | 'fetchOlder' | 'fetchFirstUnread'
  >;
  isOpen: (userId: string) => boolean;
  /** A message as it was stored. */
  store: (message: Message) => void;
  change: (change: MessageChanged) => void;
  remove: (removal: MessageRemoved) => void;
  mark: (marks: Marks) => void;
  /** The newest message is seen: the line "New" has done its work, and the next one may take its place. */
  see: () => void;
  /** What one has done oneself, before its event is here. @returns takes it back, unless the event was faster. */
  changeOwn: (message: Message) => () => void;
  removeOwn: (messageId: string) => void;
  /** What may have been missed is fetched: everything after the last message without a gap, and all changes. */
  catchUp: () => void;
  reset: () => void;
}

interface ConversationDeps {
  /** A page has come, asked for at `askedAt`. */
  onPage: (userId: string, page: Conversation, askedAt: number) => void;
}

const CLOSED = {
  selectedUser: null,
  messages: [],
  marks: {},
  firstUnreadId: null,
  unreadOnOpen: 0,
  isBlocked: false,
  olderCursor: null,
  messagesLoading: false,
  messagesFailed: false,
  isPersonUnknown: false,
  olderLoading: false,
} satisfies Partial<ChatState>;

/** The open conversation: its pages, and what is heard of it. */
export function createConversationPart(
  { set, get }: ChatStoreApi,
  { onPage }: ConversationDeps,
): ConversationPart {
  let conversation: ConversationState = EMPTY_CONVERSATION;
  /** Counts what is opened: the answer to a question about another one changes nothing. */
  let epoch = 0;
  /** Whom the address names, also before, or without, their being known. */
  let wantedId: string | null = null;
  let isLineSeen = false;
  let isSyncing = false;
  /** Older pages are on their way. */
  let olderRun: Promise<boolean> | null = null;
  let isSyncWanted = false;
  let settleTimer: ReturnType<typeof setTimeout> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  const backOff = createBackOff();

  const isOpen = (userId: string) => get().selectedUser?._id === userId;

  function commit(next: ConversationState): void {
    conversation = next;
    const messages = messagesOf(next);
    const marks = marksOf(next);
    const { messages: shown, marks: shownMarks } = get();
    const isSameList =
      messages.length === shown.length && messages.every((message, index) => message === shown[index]);
    const isSameMarks =
      marks.deliveredUpTo === shownMarks.deliveredUpTo && marks.readUpTo === shownMarks.readUpTo;
    set({
      ...(isSameList ? {} : { messages }),
      ...(isSameMarks ? {} : { marks }),
      olderCursor: next.olderCursor,
    });
    if (isOrderOpen(next)) settleTimer ??= setTimeout(() => void sync(), SETTLE_MS);
    else stopSettling();
  }

  function stopSettling(): void {
    clearTimeout(settleTimer);
    settleTimer = undefined;
  }

  function leave(): void {
    epoch += 1;
    conversation = EMPTY_CONVERSATION;
    isLineSeen = false;
    isSyncing = false;
    isSyncWanted = false;
    olderRun = null;
    stopSettling();
    clearTimeout(retryTimer);
    backOff.reset();
  }

  /** Asks for a page and merges it. @returns null when the conversation is not open any more. */
  async function loadPage(
    userId: string,
    place: messageApi.ConversationPlace,
    limit?: number,
  ): Promise<Conversation | null> {
    const startedIn = epoch;
    const askedAt = performance.now();
    const page = await messageApi.listMessages(userId, place, limit);
    if (startedIn !== epoch) return null;
    commit(withPage(conversation, place, page));
    set({ isBlocked: page.isBlocked });
    onPage(userId, page, askedAt);
    return page;
  }

  async function loadNewest(user: PublicUser): Promise<boolean> {
    const startedIn = epoch;
    const wasConnected = get().socketId !== null;
    set({ messagesLoading: true, messagesFailed: false, error: null });
    try {
      const page = await loadPage(user._id, {});
      if (page === null) return true;
      set((state) => ({
        messagesLoading: false,
        unreadOnOpen: page.unreadCount,
        firstUnreadId: firstUnreadOf(state.messages, user._id, page, page.nextCursor !== null),
      }));
      // The socket came up while the page was on its way: what was written between the two came by neither.
      const isLate = !wasConnected && get().socketId !== null;
      if (isLate || isSyncWanted || missingChangesFrom(conversation) !== null) void sync();
      return true;
    } catch (error) {
      if (startedIn !== epoch) return true;
      set({ messagesLoading: false, messagesFailed: true, error: errorMessage(error, OTHER) });
      return false;
    }
  }

  /** One at a time; what is wanted meanwhile is done after it. */
  async function sync(): Promise<void> {
    const { selectedUser, messagesLoading } = get();
    if (selectedUser === null) return;
    if (messagesLoading || isSyncing) {
      isSyncWanted = true;
      return;
    }
    if (!conversation.isLoaded) {
      await loadNewest(selectedUser);
      return;
    }
    const startedIn = epoch;
    isSyncing = true;
    stopSettling();
    clearTimeout(retryTimer);
    try {
      do {
        isSyncWanted = false;
        await followRun(selectedUser._id);
        await followChanges(selectedUser._id);
      } while (isSyncWanted && startedIn === epoch);
      backOff.reset();
    } catch {
      // The next connect asks again from the same place. With the socket up, it was the call alone.
      if (startedIn === epoch && get().socketId !== null) {
        retryTimer = setTimeout(() => void sync(), backOff.next());
      }
    } finally {
      if (startedIn === epoch) isSyncing = false;
    }
  }

  async function followRun(userId: string): Promise<void> {
    const startedIn = epoch;
    const { live } = conversation;
    let after = endOfRun(conversation);
    if (after === null) await loadPage(userId, {});
    while (after !== null && startedIn === epoch) {
      const page = await loadPage(userId, { after }, LONG_PAGE);
      // A page that leads nowhere further would be asked for for ever.
      after = page === null || page.nextCursor === after ? null : page.nextCursor;
    }
    if (startedIn === epoch) commit(withEndReached(conversation, live));
  }

  async function followChanges(userId: string): Promise<void> {
    const startedIn = epoch;
    for (;;) {
      const since = missingChangesFrom(conversation);
      if (since === null) return;
      const changes = await messageApi.listChanges(userId, since);
      if (startedIn !== epoch) return;
      commit(withChanges(conversation, since, changes));
      // The log has no more to tell than this.
      if (!changes.hasMore && changes.changeNumber <= since) return;
    }
  }

  async function select(user: PublicUser): Promise<boolean> {
    leave();
    wantedId = user._id;
    set({ ...CLOSED, selectedUser: user, error: null });
    return loadNewest(user);
  }

  /** Older pages, until `isEnough`. */
  function loadOlder(isEnough: () => boolean, limit?: number): Promise<boolean> {
    const run = goBack(isEnough, limit).finally(() => {
      if (olderRun === run) olderRun = null;
    });
    olderRun = run;
    return run;
  }

  async function goBack(isEnough: () => boolean, limit?: number): Promise<boolean> {
    const { selectedUser } = get();
    if (!selectedUser) return true;
    const startedIn = epoch;
    set({ olderLoading: true, error: null });
    try {
      for (let pages = 0; pages < MAX_PAGES_BACK; pages += 1) {
        const before = get().olderCursor;
        if (startedIn !== epoch) return true;
        if (before === null) break;
        if ((await loadPage(selectedUser._id, { before }, limit)) === null) return true;
        if (isEnough()) break;
      }
      set({ olderLoading: false });
      if (missingChangesFrom(conversation) !== null) void sync();
      return true;
    } catch (error) {
      if (startedIn === epoch) set({ olderLoading: false, error: errorMessage(error, OTHER) });
      return false;
    }
  }

  return {
    actions: {
      selectUser: select,

      async selectUserById(userId) {
        const { users, selectedUser } = get();
        const known = selectedUser?._id === userId ? selectedUser : users.find((user) => user._id === userId);
        if (known) return select(known);
        leave();
        wantedId = userId;
        const startedIn = epoch;
        set({ ...CLOSED, messagesLoading: true, error: null });
        try {
          const { author } = await postApi.listByAuthor(userId, null);
          return startedIn === epoch ? await select(author) : true;
        } catch (error) {
          if (startedIn !== epoch) return true;
          const isPersonUnknown = error instanceof ApiError && error.status === 404;
          set({
            messagesLoading: false,
            messagesFailed: !isPersonUnknown,
            isPersonUnknown,
            error: errorMessage(error, OTHER),
          });
          return false;
        }
      },

      closeConversation() {
        leave();
        wantedId = null;
        set(CLOSED);
      },

      // Who comes second waits for the same page.
      fetchOlder: () => olderRun ?? loadOlder(() => true),

      async fetchFirstUnread() {
        await olderRun;
        const { selectedUser, unreadOnOpen, firstUnreadId } = get();
        if (!selectedUser || unreadOnOpen === 0 || firstUnreadId !== null) return true;
        const find = () => {
          const { messages, olderCursor } = get();
          const page = { unreadCount: unreadOnOpen };
          const found = firstUnreadOf(messages, selectedUser._id, page, olderCursor !== null);
          if (found !== null) set({ firstUnreadId: found });
          return found !== null;
        };
        return loadOlder(find, LONG_PAGE);
      },
    },

    isOpen,

    store(message) {
      if (!isOpen(partnerIdOf(message))) return;
      const isNew = !get().messages.some(({ _id }) => _id === message._id);
      commit(withStored(conversation, message));
      // In a tab that nobody looks at the line stands before the first that came meanwhile.
      if (isNew && isOpen(message.senderId) && document.visibilityState === 'hidden') {
        if (get().firstUnreadId !== null && !isLineSeen) return;
        isLineSeen = false;
        set({ firstUnreadId: message._id, unreadOnOpen: 1 });
      }
    },

    change({ message, changeNumber }) {
      if (!isOpen(partnerIdOf(message))) return;
      commit(withChanged(conversation, message, changeNumber));
      if (missingChangesFrom(conversation) !== null) void sync();
    },

    remove({ messageId, withUserId, changeNumber }) {
      if (!isOpen(withUserId)) return;
      commit(withRemoved(conversation, messageId, changeNumber));
      if (missingChangesFrom(conversation) !== null) void sync();
    },

    mark(marks) {
      commit(withMarks(conversation, marks));
    },

    see() {
      isLineSeen = true;
    },

    changeOwn(message) {
      const startedIn = epoch;
      const before = get().messages.find(({ _id }) => _id === message._id);
      commit(withOwnForm(conversation, message));
      const mine = get().messages.find(({ _id }) => _id === message._id);
      return () => {
        const now = get().messages.find(({ _id }) => _id === message._id);
        if (startedIn === epoch && before && now === mine) commit(withOwnForm(conversation, before));
      };
    },

    removeOwn(messageId) {
      commit(withRemoved(conversation, messageId));
    },

    catchUp() {
      backOff.reset();
      if (wantedId !== null && get().selectedUser === null && get().messagesFailed) {
        void get().selectUserById(wantedId);
      } else void sync();
    },

    reset() {
      leave();
      wantedId = null;
    },
  };
}
