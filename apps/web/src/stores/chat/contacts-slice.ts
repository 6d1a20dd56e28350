import type { Contact, Message, PublicUser } from '@safarnama/contracts';
import { DEFAULT_MESSAGES } from '@safarnama/contracts';
import * as messageApi from '../../api/message.api.ts';
import * as postApi from '../../api/post.api.ts';
import { errorMessage } from '../../lib/api-client.ts';
import { useAuthStore } from '../auth.store.ts';
import { useUnreadStore } from '../unread.store.ts';
import type { ChatActions, ChatStoreApi } from './chat-types.ts';

export interface ContactsSlice {
  actions: Pick<ChatActions, 'fetchUsers' | 'fetchMoreUsers'>;
  /** After a cut: who has written meanwhile goes to the top; pages further down stay loaded. */
  refresh: () => Promise<void>;
  /** A message of or to somebody: it is their last one, and they come first. */
  promote: (message: Message) => void;
  /** A message that is the last one of somebody was changed. */
  change: (message: Message) => void;
  /** A message is gone for oneself: where it was somebody's last one, the list is asked for the one before. */
  remove: (messageId: string) => void;
  update: (userId: string, change: Partial<Contact>) => void;
  reset: () => void;
}

interface ContactsDeps {
  /** How many of a person's messages are unread; null when only the list knows. */
  getUnreadCount: (userId: string) => number | null;
  /** People as the server has just told of them. */
  onLoaded: (contacts: readonly Contact[]) => void;
}

/** The other person of a message. */
export function getPartnerId(message: Message): string {
  const ownId = useAuthStore.getState().user?._id;
  return message.senderId === ownId ? message.receiverId : message.senderId;
}

/** The people one can write to: pages, search, and who moves up. */
export function createContactsSlice(
  { set, get }: ChatStoreApi,
  { getUnreadCount, onLoaded }: ContactsDeps,
): ContactsSlice {
  let generation = 0;
  let requestCount = 0;
  let query = '';

  // The count of a person is kept in one place; the rows show it. Until the server has told of everybody, whoever is
  // not there has the count of the list.
  useUnreadStore.subscribe(({ byUser }, previous) => {
    if (byUser === previous.byUser) return;
    const changedCount = (userId: string) =>
      byUser[userId] === previous.byUser[userId] ? null : (byUser[userId] ?? 0);
    set(({ users }) => ({
      users: withUnreadCounts(users, (userId) => getUnreadCount(userId) ?? changedCount(userId)),
    }));
  });

  async function load(isFirst: boolean): Promise<boolean> {
    const startGeneration = generation;
    requestCount += 1;
    const requestNumber = requestCount;
    const isStale = () => startGeneration !== generation || requestNumber !== requestCount;
    set({ usersLoading: true, usersFailed: false, error: null });
    try {
      const page = await messageApi.listContacts(query, isFirst ? null : (get().usersCursor ?? null));
      if (isStale()) return true;
      const contacts = withUnreadCounts(page.contacts, getUnreadCount);
      set((state) => ({
        usersLoading: false,
        users: uniqueById([...(isFirst ? [] : state.users), ...contacts]),
        usersCursor: page.nextCursor,
      }));
      onLoaded(page.contacts);
      return true;
    } catch (error) {
      if (isStale()) return true;
      set((state) => ({
        usersLoading: false,
        usersFailed: true,
        usersCursor: state.usersCursor ?? null,
        error: errorMessage(error, DEFAULT_MESSAGES.other),
      }));
      return false;
    }
  }

  /** Puts somebody into the list who was not loaded with it: further down, or signed up since. */
  async function addPartner(message: Message): Promise<void> {
    // Among the results of a search is only who was found; a list that is not there yet comes with them.
    if (query !== '' || get().usersCursor === undefined) return;
    const startGeneration = generation;
    try {
      const { author } = await postApi.listByAuthor(getPartnerId(message), null);
      if (startGeneration === generation) set(({ users }) => ({ users: moveToTop(users, author, message) }));
    } catch {
      // The list shows them when it is loaded next; the message itself is kept.
    }
  }

  /** Puts a person first, with the newest message between the two. */
  function moveToTop(users: Contact[], partner: PublicUser, lastMessage: Message): Contact[] {
    const contact = users.find((user) => user._id === partner._id) ?? {
      ...partner,
      unreadCount: getUnreadCount(partner._id) ?? 0,
      isBlocked: false,
    };
    return [{ ...contact, lastMessage }, ...users.filter((user) => user._id !== partner._id)];
  }

  async function refresh(): Promise<void> {
    const { usersCursor, usersFailed, users } = get();
    // Before the first answer the list is on its way by itself.
    if (usersCursor === undefined) return;
    if (usersFailed || users.length === 0) {
      await load(true);
      return;
    }
    const startGeneration = generation;
    const requestNumber = requestCount;
    try {
      const page = await messageApi.listContacts(query, null);
      if (startGeneration !== generation || requestNumber !== requestCount) return;
      set((state) => ({
        users: uniqueById([...withUnreadCounts(page.contacts, getUnreadCount), ...state.users]),
      }));
      onLoaded(page.contacts);
    } catch {
      // The list stays as it was; the next connect asks again.
    }
  }

  return {
    actions: {
      fetchUsers(q = '') {
        query = q;
        return load(true);
      },
      async fetchMoreUsers() {
        if (typeof get().usersCursor !== 'string' || get().usersLoading) return true;
        return load(false);
      },
    },

    refresh,

    promote(message) {
      const partnerId = getPartnerId(message);
      const { users } = get();
      const partner = users.find((user) => user._id === partnerId);
      if (!partner) void addPartner(message);
      else if (Date.parse(partner.lastMessage?.createdAt ?? '') > Date.parse(message.createdAt)) return;
      else if (partner.lastMessage?._id !== message._id) {
        set({ users: moveToTop(users, partner, message) });
      }
    },

    change(message) {
      set(({ users }) => ({
        users: users.map((user) =>
          user.lastMessage?._id === message._id ? { ...user, lastMessage: message } : user,
        ),
      }));
    },

    remove(messageId) {
      if (get().users.some(({ lastMessage }) => lastMessage?._id === messageId)) void refresh();
    },

    update(userId, change) {
      set(({ users }) => ({
        users: users.map((user) => (user._id === userId ? { ...user, ...change } : user)),
      }));
    },

    reset() {
      generation += 1;
      query = '';
    },
  };
}

/** Each person once, in the first of their places. */
function uniqueById(users: readonly Contact[]): Contact[] {
  const seenIds = new Set<string>();
  return users.filter(({ _id }) => !seenIds.has(_id) && seenIds.add(_id));
}

/** The same rows where nothing is different. */
function withUnreadCounts(users: Contact[], getCount: (userId: string) => number | null): Contact[] {
  const next = users.map((user) => {
    const unreadCount = getCount(user._id) ?? user.unreadCount;
    return unreadCount === user.unreadCount ? user : { ...user, unreadCount };
  });
  return next.every((user, index) => user === users[index]) ? users : next;
}
