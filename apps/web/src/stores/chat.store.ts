import type { Contact, Message, PublicUser } from '@safarnama/contracts';
import { DEFAULT_MESSAGES } from '@safarnama/contracts';
import { create } from 'zustand';
import * as messageApi from '../api/message.api.ts';
import * as postApi from '../api/post.api.ts';
import { ApiError, errorMessage } from '../lib/api-client.ts';
import { useAuthStore } from './auth.store.ts';
import type { ChatActions, ChatDraft, ChatState, OutgoingMessage } from './chat-types.ts';
import { withMessage, withMissedPage, withNewestPage, withOlderPage } from './message-order.ts';

const EMPTY_DRAFT: ChatDraft = { text: '', image: '' };

/** What is half written to somebody is its writer's alone, also when another one signs in on this page. */
function draftKey(userId: string): string {
  return `${useAuthStore.getState().user?._id ?? ''} ${userId}`;
}

/** What the signed-in person has half written to `userId`. */
export function draftTo(state: Pick<ChatState, 'drafts'>, userId: string): ChatDraft {
  return state.drafts[draftKey(userId)] ?? EMPTY_DRAFT;
}

/** What a person does not touch: what the socket tells, and the end of a session. */
interface ChatEvents {
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
  outgoing: [],
  marks: {},
  firstUnreadId: null,
  unreadOnOpen: 0,
  isBlocked: false,
  typing: [],
  refusal: null,
  error: null,
  usersFailed: false,
  messagesFailed: false,
  drafts: {},
  usersCursor: undefined,
  olderCursor: null,
  socketId: null,
  isCut: false,
};

/** The default of a failed send in the specification's catalogue, as the store keeps it. */
const SEND_FAILED = DEFAULT_MESSAGES.messageSend;
const OTHER = DEFAULT_MESSAGES.other;

function isBetween(message: Message, userId: string): boolean {
  return message.senderId === userId || message.receiverId === userId;
}

/** Puts a person first, with the newest message between the two. */
function moveToTop(users: Contact[], partner: PublicUser, lastMessage: Message): Contact[] {
  const known = users.find((user) => user._id === partner._id) ?? { unreadCount: 0, isBlocked: false };
  return [{ ...known, ...partner, lastMessage }, ...users.filter((user) => user._id !== partner._id)];
}

export const useChatStore = create<ChatState & ChatActions & ChatEvents>()((set, get) => {
  let generation = 0;
  let usersRequest = 0;
  let usersQuery = '';
  /** Whom the address names, also before, or without, their being known. */
  let wantedId: string | null = null;
  /**
   * Up to this message the conversation is known to have no gap. What is sent while the socket is down does not
   * move it: something of the other's may lie before.
   */
  let syncedUpTo: string | null = null;
  let isSynced = false;
  let catchUpRun = 0;

  const isOpen = (userId: string) => get().selectedUser?._id === userId;

  async function loadNewest(userId: string): Promise<boolean> {
    set({ messagesLoading: true, messagesFailed: false, error: null });
    const wasConnected = get().socketId !== null;
    try {
      const page = await messageApi.listMessages(userId, {});
      if (!isOpen(userId)) return true;
      const loaded = page.messages_between_sender_receiver;
      set((state) => ({
        messagesLoading: false,
        messages: withNewestPage(state.messages, loaded),
        olderCursor: page.nextCursor,
      }));
      syncedUpTo = loaded.at(-1)?._id ?? null;
      const isConnected = get().socketId !== null;
      isSynced = wasConnected && isConnected;
      // The socket came up while the page was on its way: what was written between the two came by neither.
      if (!wasConnected && isConnected && syncedUpTo !== null) void catchUp();
      return true;
    } catch (error) {
      if (!isOpen(userId)) return true;
      set({ messagesLoading: false, messagesFailed: true, error: errorMessage(error, OTHER) });
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
        const from = after;
        const page = await messageApi.listMessages(userId, { after: from });
        if (!isOpen(userId) || run !== catchUpRun) return;
        const missed = page.messages_between_sender_receiver;
        set((state) => ({ messages: withMissedPage(state.messages, from, missed) }));
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
    set({ usersLoading: true, usersFailed: false, error: null });
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
        usersFailed: true,
        usersCursor: state.usersCursor ?? null,
        error: errorMessage(error, OTHER),
      }));
      return false;
    }
  }

  /** After a cut: who has written meanwhile goes to the top; pages further down stay loaded. */
  async function refreshUsers(): Promise<void> {
    if (get().usersFailed || get().users.length === 0) {
      await loadUsers(true);
      return;
    }
    const startedIn = generation;
    const ticket = usersRequest;
    try {
      const page = await messageApi.listContacts(usersQuery, null);
      if (startedIn !== generation || ticket !== usersRequest) return;
      const fresh = new Set(page.contacts.map(({ _id }) => _id));
      set(({ users }) => ({ users: [...page.contacts, ...users.filter(({ _id }) => !fresh.has(_id))] }));
    } catch {
      // The list stays as it was; the next connect asks again.
    }
  }

  /** Puts somebody into the list who was not loaded with it: further down, or signed up since. */
  async function adoptPartner(message: Message): Promise<void> {
    // Among the results of a search is only who was found.
    if (usersQuery !== '') return;
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

  function dropOutgoing(clientMessageId: string): void {
    set((state) => ({
      outgoing: state.outgoing.filter((message) => message.clientMessageId !== clientMessageId),
    }));
  }

  async function deliver(outgoing: OutgoingMessage): Promise<void> {
    const { clientMessageId, receiverId, text, image, replyTo } = outgoing;
    const startedIn = generation;
    try {
      const body = { text, image, clientMessageId, ...(replyTo && { replyTo: replyTo._id }) };
      const message = await messageApi.send(receiverId, body, { socketId: get().socketId });
      if (startedIn !== generation) return;
      dropOutgoing(clientMessageId);
      get().receiveMessage(message);
    } catch (error) {
      if (startedIn !== generation) return;
      if (error instanceof ApiError && error.status > 0 && error.status !== 429 && error.status !== 503) {
        const message = errorMessage(error, SEND_FAILED);
        set({ refusal: { receiverId, clientMessageId, message } });
        const draft = draftTo(get(), receiverId);
        if (draft.text === '' && draft.image === '') {
          dropOutgoing(clientMessageId);
          get().setDraft(receiverId, { text, image });
        } else setOutgoing(clientMessageId, { state: 'failed', error: message });
      } else setOutgoing(clientMessageId, { state: 'waiting' });
    }
  }

  function setOutgoing(clientMessageId: string, change: Partial<OutgoingMessage>): void {
    set((state) => ({
      outgoing: state.outgoing.map((one) =>
        one.clientMessageId === clientMessageId ? { ...one, ...change } : one,
      ),
    }));
  }

  async function select(user: PublicUser): Promise<boolean> {
    wantedId = user._id;
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
      wantedId = userId;
      const { users, selectedUser } = get();
      const known = selectedUser?._id === userId ? selectedUser : users.find((user) => user._id === userId);
      if (known) return select(known);
      const startedIn = generation;
      const isWanted = () => startedIn === generation && wantedId === userId;
      set({
        selectedUser: null,
        messages: [],
        olderCursor: null,
        messagesLoading: true,
        messagesFailed: false,
        error: null,
      });
      try {
        const { author } = await postApi.listByAuthor(userId, null);
        return isWanted() ? await select(author) : true;
      } catch (error) {
        if (!isWanted()) return true;
        set({ messagesLoading: false, messagesFailed: true, error: errorMessage(error, OTHER) });
        return false;
      }
    },

    closeConversation() {
      wantedId = null;
      syncedUpTo = null;
      isSynced = false;
      set({
        selectedUser: null,
        messages: [],
        olderCursor: null,
        messagesLoading: false,
        messagesFailed: false,
        olderLoading: false,
      });
    },

    setDraft(userId, draft) {
      const key = draftKey(userId);
      set(({ drafts: { [key]: last, ...others } }) => {
        const next = { ...EMPTY_DRAFT, ...last, ...draft };
        return { drafts: next.text === '' && next.image === '' ? others : { ...others, [key]: next } };
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
          messages: withOlderPage(state.messages, page.messages_between_sender_receiver),
          olderCursor: page.nextCursor,
        }));
        return true;
      } catch (error) {
        if (isOpen(selectedUser._id)) set({ olderLoading: false, error: errorMessage(error, OTHER) });
        return false;
      }
    },

    async fetchFirstUnread() {
      return true;
    },

    async sendMessage({ text, image = '', replyTo }) {
      const { selectedUser } = get();
      if (!selectedUser) return false;
      const outgoing: OutgoingMessage = {
        clientMessageId: crypto.randomUUID(),
        receiverId: selectedUser._id,
        text,
        image,
        ...(replyTo && { replyTo }),
        createdAt: new Date().toISOString(),
        state: 'sending',
        progress: null,
      };
      set((state) => ({ outgoing: [...state.outgoing, outgoing] }));
      get().setDraft(selectedUser._id, EMPTY_DRAFT);
      void deliver(outgoing);
      return true;
    },

    retryOutgoing(clientMessageId) {
      const one = get().outgoing.find((message) => message.clientMessageId === clientMessageId);
      if (one) void deliver(one);
    },

    discardOutgoing: dropOutgoing,

    dismissRefusal: () => set({ refusal: null }),

    async deleteMessage(messageId, scope) {
      try {
        const left = await messageApi.remove(messageId, scope);
        set(({ messages }) => ({
          messages: messages.flatMap((one) => (one._id !== messageId ? [one] : left ? [left] : [])),
        }));
        return true;
      } catch (error) {
        set({ error: errorMessage(error, OTHER) });
        return false;
      }
    },

    async react(messageId, emoji) {
      try {
        const changed = await messageApi.react(messageId, emoji);
        set(({ messages }) => ({ messages: messages.map((one) => (one._id === messageId ? changed : one)) }));
        return true;
      } catch (error) {
        set({ error: errorMessage(error, OTHER) });
        return false;
      }
    },

    async setBlocked(userId, wanted) {
      try {
        const isBlocked = await messageApi.setBlocked(userId, wanted);
        set((state) => ({
          isBlocked: isOpen(userId) ? isBlocked : state.isBlocked,
          users: state.users.map((user) => (user._id === userId ? { ...user, isBlocked } : user)),
        }));
        return true;
      } catch (error) {
        set({ error: errorMessage(error, OTHER) });
        return false;
      }
    },

    markSeen() {},

    notifyTyping() {},

    receiveMessage(message) {
      const { selectedUser, users } = get();
      if (selectedUser && isBetween(message, selectedUser._id)) {
        set((state) => ({ messages: withMessage(state.messages, message) }));
        if (isSynced) syncedUpTo = message._id;
      }
      const partner = users.find((user) => isBetween(message, user._id));
      if (partner) set({ users: moveToTop(users, partner, message) });
      else void adoptPartner(message);
    },

    setConnection(socketId) {
      if (socketId === null) {
        isSynced = false;
        set(({ socketId: last, isCut }) => ({ socketId: null, isCut: isCut || last !== null }));
        return;
      }
      const { isCut, usersCursor } = get();
      set({ socketId, isCut: false });
      // Before the first answer the list is on its way by itself.
      if (isCut && usersCursor !== undefined) void refreshUsers();
      if (wantedId !== null && get().selectedUser === null && get().messagesFailed) {
        void get().selectUserById(wantedId);
      } else void catchUp();
    },

    reset() {
      generation += 1;
      usersQuery = '';
      wantedId = null;
      syncedUpTo = null;
      isSynced = false;
      set(({ drafts }) => ({ ...initialState, drafts }));
    },
  };
});
