import type { Contact, Message, PublicUser } from '@safarnama/contracts';
import { DEFAULT_MESSAGES } from '@safarnama/contracts';
import { create } from 'zustand';
import * as messageApi from '../api/message.api.ts';
import * as postApi from '../api/post.api.ts';
import { errorMessage } from '../lib/api-client.ts';
import { useAuthStore } from './auth.store.ts';

export interface ChatState {
  /** The people one can write to, latest conversation first. */
  users: Contact[];
  selectedUser: PublicUser | null;
  /** The loaded part of the conversation with `selectedUser`, oldest first, each message once. */
  messages: Message[];
  usersLoading: boolean;
  messagesLoading: boolean;
  olderLoading: boolean;
  sending: boolean;
  error: string | null;
  /** The page of contacts after the last one; null when there is none, undefined before the first answer. */
  usersCursor: string | null | undefined;
  /** Message id before which there is more; null when the beginning is loaded. */
  olderCursor: string | null;
  /** This tab's socket while it is connected. */
  socketId: string | null;
}

/** What a list or a page says about how its loading ended; the reason of a failure is in `error`. */
export interface ChatActions {
  fetchUsers: (q?: string) => Promise<boolean>;
  fetchMoreUsers: () => Promise<boolean>;
  /** Opens the conversation: clears the messages, then loads them. */
  selectUser: (user: PublicUser) => Promise<boolean>;
  /** As `selectUser`, for an address: the person is looked up when not among the contacts. */
  selectUserById: (userId: string) => Promise<boolean>;
  closeConversation: () => void;
  fetchOlder: () => Promise<boolean>;
  /** Sends to `selectedUser` and appends the stored message. */
  sendMessage: (body: messageApi.MessageBody) => Promise<boolean>;
  /** A message that came by the socket; shown when it is from or to the selected person. */
  receiveMessage: (message: Message) => void;
  /** The socket is up (its id) or down (null). Up again fetches what was missed. */
  setConnection: (socketId: string | null) => void;
  /** Forgets everything of the person who was signed in. */
  reset: () => void;
}

const initialState: ChatState = {
  users: [],
  selectedUser: null,
  messages: [],
  usersLoading: false,
  messagesLoading: false,
  olderLoading: false,
  sending: false,
  error: null,
  usersCursor: undefined,
  olderCursor: null,
  socketId: null,
};

/** The default of a failed send in the specification's catalogue, as the store keeps it. */
const SEND_FAILED = DEFAULT_MESSAGES.messageSend;
const OTHER = DEFAULT_MESSAGES.other;

/** Joins messages by id, so that an event and an answer never show one twice, in the order of their storing. */
function mergeMessages(known: Message[], added: Message[]): Message[] {
  const byId = new Map([...known, ...added].map((message) => [message._id, message]));
  // The sort is stable: two of the same millisecond stay in the order in which the server gave them.
  return [...byId.values()].sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
}

function isBetween(message: Message, userId: string): boolean {
  return message.senderId === userId || message.receiverId === userId;
}

/** Puts a person first, with the newest message between the two. */
function moveToTop(users: Contact[], partner: PublicUser, lastMessage: Message): Contact[] {
  return [{ ...partner, lastMessage }, ...users.filter((user) => user._id !== partner._id)];
}

export const useChatStore = create<ChatState & ChatActions>()((set, get) => {
  let generation = 0;
  let usersRequest = 0;
  let usersQuery = '';
  /**
   * Up to this message the conversation is known to have no gap. What is sent while the socket is down does not
   * move it: something of the other's may lie before.
   */
  let syncedUpTo: string | null = null;
  let isSynced = false;
  let catchUpRun = 0;

  const isOpen = (userId: string) => get().selectedUser?._id === userId;

  async function loadNewest(userId: string): Promise<boolean> {
    set({ messagesLoading: true, error: null });
    const wasConnected = get().socketId !== null;
    try {
      const page = await messageApi.listMessages(userId, {});
      if (!isOpen(userId)) return true;
      const loaded = page.messages_between_sender_receiver;
      set((state) => ({
        messagesLoading: false,
        messages: mergeMessages(loaded, state.messages),
        olderCursor: page.nextCursor,
      }));
      syncedUpTo = loaded.at(-1)?._id ?? null;
      isSynced = wasConnected && get().socketId !== null;
      return true;
    } catch (error) {
      if (!isOpen(userId)) return true;
      set({ messagesLoading: false, error: errorMessage(error, OTHER) });
      return false;
    }
  }

  /** Fetches what came while the socket was down: everything after the last message without a gap before it. */
  async function catchUp(): Promise<void> {
    const userId = get().selectedUser?._id;
    if (userId === undefined || get().messagesLoading) return;
    if (syncedUpTo === null) {
      await loadNewest(userId);
      return;
    }
    catchUpRun += 1;
    const run = catchUpRun;
    try {
      let after: string | null = syncedUpTo;
      while (after !== null) {
        const page = await messageApi.listMessages(userId, { after });
        if (!isOpen(userId) || run !== catchUpRun) return;
        const missed = page.messages_between_sender_receiver;
        set((state) => ({ messages: mergeMessages(state.messages, missed) }));
        syncedUpTo = missed.at(-1)?._id ?? syncedUpTo;
        after = page.nextCursor;
      }
      isSynced = true;
    } catch {
      // The next connect tries again from the same place; the line is down, which the banner says.
    }
  }

  async function loadUsers(isFirst: boolean): Promise<boolean> {
    const startedIn = generation;
    usersRequest += 1;
    const ticket = usersRequest;
    set({ usersLoading: true, error: null });
    try {
      const page = await messageApi.listContacts(usersQuery, isFirst ? null : (get().usersCursor ?? null));
      if (startedIn !== generation || ticket !== usersRequest) return true;
      set((state) => {
        const known = isFirst ? [] : state.users;
        const users = [...new Map([...known, ...page.contacts].map((user) => [user._id, user])).values()];
        return { usersLoading: false, users, usersCursor: page.nextCursor };
      });
      return true;
    } catch (error) {
      if (startedIn !== generation || ticket !== usersRequest) return true;
      set((state) => ({
        usersLoading: false,
        usersCursor: state.usersCursor ?? null,
        error: errorMessage(error, OTHER),
      }));
      return false;
    }
  }

  /** Puts somebody into the list who was not loaded with it: further down, or signed up since. */
  async function adoptPartner(message: Message): Promise<void> {
    const ownId = useAuthStore.getState().user?._id;
    const partnerId = message.senderId === ownId ? message.receiverId : message.senderId;
    const startedIn = generation;
    try {
      const { author } = await postApi.listByAuthor(partnerId, null);
      if (startedIn === generation) set((state) => ({ users: moveToTop(state.users, author, message) }));
    } catch {
      // The list shows them when it is loaded next; the message itself is kept.
    }
  }

  async function select(user: PublicUser): Promise<boolean> {
    syncedUpTo = null;
    isSynced = false;
    set({ selectedUser: user, messages: [], olderCursor: null, olderLoading: false, error: null });
    return loadNewest(user._id);
  }

  return {
    ...initialState,

    fetchUsers(q = '') {
      usersQuery = q;
      return loadUsers(true);
    },

    async fetchMoreUsers() {
      if (typeof get().usersCursor !== 'string' || get().usersLoading) return true;
      return loadUsers(false);
    },

    selectUser: select,

    async selectUserById(userId) {
      const known = get().users.find((user) => user._id === userId);
      if (known) return select(known);
      const startedIn = generation;
      set({ selectedUser: null, messages: [], messagesLoading: true, error: null });
      try {
        const { author } = await postApi.listByAuthor(userId, null);
        if (startedIn !== generation) return true;
        return await select(author);
      } catch (error) {
        set({ messagesLoading: false, error: errorMessage(error, OTHER) });
        return false;
      }
    },

    closeConversation() {
      syncedUpTo = null;
      isSynced = false;
      set({
        selectedUser: null,
        messages: [],
        olderCursor: null,
        messagesLoading: false,
        olderLoading: false,
      });
    },

    async fetchOlder() {
      const { selectedUser, olderCursor, olderLoading } = get();
      if (!selectedUser || olderCursor === null || olderLoading) return true;
      set({ olderLoading: true, error: null });
      try {
        const page = await messageApi.listMessages(selectedUser._id, { before: olderCursor });
        if (!isOpen(selectedUser._id)) return true;
        set((state) => ({
          olderLoading: false,
          messages: mergeMessages(page.messages_between_sender_receiver, state.messages),
          olderCursor: page.nextCursor,
        }));
        return true;
      } catch (error) {
        if (isOpen(selectedUser._id)) set({ olderLoading: false, error: errorMessage(error, OTHER) });
        return false;
      }
    },

    async sendMessage(body) {
      const { selectedUser, socketId } = get();
      if (!selectedUser) return false;
      const startedIn = generation;
      set({ sending: true, error: null });
      try {
        const message = await messageApi.send(selectedUser._id, body, socketId);
        if (startedIn !== generation) return true;
        set((state) => ({
          sending: false,
          messages: isOpen(selectedUser._id) ? mergeMessages(state.messages, [message]) : state.messages,
          users: moveToTop(state.users, selectedUser, message),
        }));
        return true;
      } catch (error) {
        if (startedIn === generation) set({ sending: false, error: errorMessage(error, SEND_FAILED) });
        return false;
      }
    },

    receiveMessage(message) {
      const { selectedUser, users } = get();
      if (selectedUser && isBetween(message, selectedUser._id)) {
        set((state) => ({ messages: mergeMessages(state.messages, [message]) }));
        if (isSynced) syncedUpTo = message._id;
      }
      const partner = users.find((user) => isBetween(message, user._id));
      if (partner) set({ users: moveToTop(users, partner, message) });
      else void adoptPartner(message);
    },

    setConnection(socketId) {
      if (socketId === null) {
        isSynced = false;
        set({ socketId: null });
        return;
      }
      set({ socketId });
      void catchUp();
    },

    reset() {
      generation += 1;
      usersQuery = '';
      syncedUpTo = null;
      isSynced = false;
      set(initialState);
    },
  };
});
