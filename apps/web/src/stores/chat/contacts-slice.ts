import { type Contact, LIMITS, type Message, type PublicUser } from '@safarnama/contracts';
import * as messageApi from '../../api/message.api.ts';
import * as userApi from '../../api/user.api.ts';
import { createRetry } from '../../lib/backoff.ts';
import { createStaleGuard } from '../../lib/stale-guard.ts';
import { createThrottle } from '../../lib/throttle.ts';
import { uniqueById } from '../../lib/unique-by-id.ts';
import { getUserId } from '../track-user.ts';
import { useUnreadStore } from '../unread.store.ts';
import { type Failure, NO_FAILURE, toFailure } from './failure.ts';
import type { SliceApi } from './slice-api.ts';

export interface ContactsState {
  /** Users whom the viewer can write to, latest conversation first. */
  users: Contact[];
  /** The beginning of a name that `users` were searched by; empty for all users. */
  usersQuery: string;
  /** Cursor of the next page; null after the last page, undefined before the first response. */
  usersCursor: string | null | undefined;
  usersLoading: boolean;
  /** The last request for contacts failed. */
  usersFailed: boolean;
}

/** Each action returns false when it fails; the reason is in `error`. */
export interface ContactsActions {
  /** @param q - beginning of a name; empty for all users. */
  fetchUsers: (q?: string) => Promise<boolean>;
  fetchMoreUsers: () => Promise<boolean>;
}

export interface ContactsSlice {
  actions: ContactsActions;
  /** Reloads as many users as are shown when the socket connects: those who wrote in the meantime move up. */
  refresh: () => Promise<void>;
  /** Makes a message the last one of its conversation and moves the conversation to the top. */
  promote: (message: Message) => void;
  /** Replaces a message where it is the last one of its conversation. */
  applyChange: (message: Message) => void;
  /** If the deleted message was the last one of a conversation, replaces it with the previous one. */
  applyRemoval: (messageId: string) => void;
  applyBlock: (userId: string, isBlocked: boolean) => void;
  reset: () => void;
}

interface ContactsDeps {
  /** Unread messages of one user; null when the count is only known from the contact. */
  getUnreadCount: (userId: string) => number | null;
  /** Called with the contacts of each response. */
  onLoaded: (contacts: readonly Contact[]) => void;
}

export const initialContacts: ContactsState = {
  users: [],
  usersQuery: '',
  usersCursor: undefined,
  usersLoading: false,
  usersFailed: false,
};

/** The id of the other user of a message. */
export function getPartnerId(message: Message): string {
  return message.senderId === getUserId() ? message.receiverId : message.senderId;
}

export function createContactsSlice(
  { set, get }: SliceApi<ContactsState & Failure & { socketId: string | null }>,
  { getUnreadCount, onLoaded }: ContactsDeps,
): ContactsSlice {
  const session = createStaleGuard();
  const loads = createStaleGuard();
  const retry = createRetry(refresh);
  const refreshThrottle = createThrottle(() => void refresh());
  /** For each pending request, the events since its start. */
  const pendingEvents = new Set<(() => void)[]>();
  let firstLoad: Promise<boolean> | null = null;
  /** Ids of messages whose partner is being looked up: a message is handled again after each lookup. */
  const pendingLookups = new Set<string>();
  let query = '';
  /** All users as far as they are loaded, while `users` are the results of a search. */
  let unfiltered: Pick<ContactsState, 'users' | 'usersCursor'> | null = null;

  // The unread store owns the counts, and the rows show them. Until the store knows all counts, a user whose count it
  // lacks keeps the count that came with the contact.
  useUnreadStore.subscribe(({ byUser }, previous) => {
    if (byUser === previous.byUser) return;
    const changedCount = (userId: string) =>
      byUser[userId] === previous.byUser[userId] ? null : (byUser[userId] ?? 0);
    changeUsers((users) =>
      withUnreadCounts(users, (userId) => getUnreadCount(userId) ?? changedCount(userId)),
    );
  });

  /** Changes the shown users and, during a search, all others too. */
  function changeUsers(change: (users: Contact[]) => Contact[]): void {
    set(({ users }) => ({ users: change(users) }));
    if (unfiltered) unfiltered = { ...unfiltered, users: change(unfiltered.users) };
  }

  /** Applies an event now, and again after the response to each pending request, which may be older than the event. */
  function handle(apply: () => void): void {
    // Without the requests that the event itself causes.
    const pending = [...pendingEvents];
    apply();
    for (const events of pending) events.push(apply);
  }

  /** Shows the response to a request that has just been sent, unless it is stale, then the events since the request. */
  async function showResponse<Response>(
    request: Promise<Response>,
    isStale: () => boolean,
    show: (response: Response) => void,
  ): Promise<void> {
    const events: (() => void)[] = [];
    pendingEvents.add(events);
    try {
      const response = await request;
      if (isStale()) return;
      show(response);
      for (const apply of events) apply();
    } finally {
      pendingEvents.delete(events);
    }
  }

  function loadContacts(
    request: ReturnType<typeof messageApi.listContacts>,
    isStale: () => boolean,
    show: (contacts: Contact[], nextCursor: string | null) => void,
  ): Promise<void> {
    return showResponse(request, isStale, ({ contacts, nextCursor }) => {
      show(withUnreadCounts(contacts, getUnreadCount), nextCursor);
      onLoaded(contacts);
    });
  }

  async function load(isFirst: boolean): Promise<boolean> {
    // A response to a running refresh of the first page stays valid when a later page is loaded.
    const isStale = isFirst ? loads.supersede() : loads.track();
    set({ usersLoading: true, usersFailed: false, ...NO_FAILURE });
    try {
      const cursor = isFirst ? null : (get().usersCursor ?? null);
      await loadContacts(messageApi.listContacts(query, cursor), isStale, (contacts, usersCursor) =>
        set(({ users }) => ({
          usersLoading: false,
          users: uniqueById([...(isFirst ? [] : users), ...contacts]),
          usersQuery: query,
          usersCursor,
        })),
      );
      return true;
    } catch (error) {
      if (isStale()) return true;
      // The users that are shown are not results of this search.
      if (get().usersQuery !== query) set({ users: [], usersQuery: query, usersCursor: null });
      set(({ usersCursor }) => ({
        usersLoading: false,
        usersFailed: true,
        usersCursor: usersCursor ?? null,
        ...toFailure(error),
      }));
      return false;
    }
  }

  function loadFirst(): Promise<boolean> {
    const running = load(true).finally(() => {
      if (firstLoad === running) firstLoad = null;
    });
    firstLoad = running;
    return running;
  }

  /** Requests the first `count` contacts, as far as possible in one page. */
  async function listFirst(
    count: number,
    isStale: () => boolean,
  ): ReturnType<typeof messageApi.listContacts> {
    const limit = Math.max(messageApi.CONTACTS_PER_PAGE, Math.min(count, LIMITS.pageMax));
    let { contacts, nextCursor } = await messageApi.listContacts(query, null, limit);
    while (nextCursor !== null && contacts.length < count && !isStale()) {
      const next = await messageApi.listContacts(query, nextCursor, limit);
      contacts = uniqueById([...contacts, ...next.contacts]);
      nextCursor = next.nextCursor;
    }
    return { contacts, nextCursor };
  }

  async function refresh(): Promise<void> {
    retry.cancel();
    const isSessionOver = session.track();
    // A message stored after the page was read and before the socket connected arrives neither with the page nor as an
    // event.
    while (firstLoad) await firstLoad;
    const { usersCursor, usersFailed, users } = get();
    // The list has not been requested yet.
    if (isSessionOver() || usersCursor === undefined) return;
    if (usersFailed || users.length === 0) {
      await loadFirst();
      return;
    }
    const isStale = loads.track();
    try {
      await loadContacts(listFirst(users.length, isStale), isStale, (contacts, nextCursor) =>
        set((state) =>
          // A page requested in the meantime continues the list as it was before.
          state.usersLoading || state.usersCursor !== usersCursor
            ? { users: uniqueById([...contacts, ...state.users]) }
            : { users: contacts, usersCursor: nextCursor },
        ),
      );
      if (!isStale()) retry.reset();
    } catch {
      // Without the socket, the next connection tries again.
      if (!isStale() && get().socketId !== null) retry.later();
    }
  }

  /** Adds the partner of a message, who is not in the list: they are on a later page or have just signed up. */
  async function addPartner(message: Message): Promise<void> {
    const { users: listed, usersCursor, usersFailed } = get();
    const isLoaded = usersCursor !== undefined && !(usersFailed && listed.length === 0);
    // Search results show matches only; a list that is loaded later will contain the partner.
    if (query !== '' || !isLoaded || pendingLookups.has(message._id)) return;
    pendingLookups.add(message._id);
    const isSessionOver = session.track();
    // The list that is loaded after a search contains the partner.
    const isStale = () => isSessionOver() || query !== '';
    try {
      await showResponse(userApi.getById(getPartnerId(message)), isStale, (partner) =>
        set(({ users }) => ({ users: moveToTop(users, partner, message) })),
      );
    } catch {
      // The partner appears when the list is next loaded; the message itself is stored.
    } finally {
      pendingLookups.delete(message._id);
    }
  }

  function replace(userId: string, change: (contact: Contact) => Contact): void {
    changeUsers((users) => users.map((user) => (user._id === userId ? change(user) : user)));
  }

  /** Removes the preview of a contact immediately, then shows the newest message that the server has. */
  async function replaceLastMessage(userId: string): Promise<void> {
    const isSessionOver = session.track();
    replace(userId, ({ lastMessage, ...contact }) => contact);
    try {
      await showResponse(
        messageApi.listMessages(userId, {}, 1),
        isSessionOver,
        ({ messages_between_sender_receiver: [lastMessage] }) =>
          // A message that has arrived in the meantime is newer.
          replace(userId, (contact) => ({ ...(lastMessage && { lastMessage }), ...contact })),
      );
    } catch {
      // The next load of the list shows the newest message.
    }
  }

  /** Returns the same list if it already shows this message or a later one. */
  function moveToTop(users: Contact[], partner: PublicUser, lastMessage: Message): Contact[] {
    const known = users.find((user) => user._id === partner._id);
    const shown = known?.lastMessage;
    if (shown && (shown._id === lastMessage._id || isLater(shown, lastMessage))) return users;
    const contact = known ?? {
      ...partner,
      unreadCount: getUnreadCount(partner._id) ?? 0,
      isBlocked: false,
    };
    return [{ ...contact, lastMessage }, ...users.filter((user) => user._id !== partner._id)];
  }

  return {
    actions: {
      fetchUsers(q = '') {
        if (q !== '' && query === '') {
          const { users, usersCursor } = get();
          unfiltered = { users, usersCursor };
        } else if (q === '' && unfiltered) {
          // Before the response, because the request may fail.
          set({ ...unfiltered, usersQuery: '' });
          unfiltered = null;
        }
        query = q;
        return loadFirst();
      },
      async fetchMoreUsers() {
        if (typeof get().usersCursor !== 'string' || get().usersLoading) return true;
        return load(false);
      },
    },

    refresh,

    promote(message) {
      const partnerId = getPartnerId(message);
      const isPartner = ({ _id }: Contact) => _id === partnerId;
      const last = get().users.find(isPartner)?.lastMessage;
      // Its event was late, or the clock of a server was set back: only the server knows which message is the last. The
      // response to a pending request says so too.
      if (last && isLater(last, message) && pendingEvents.size === 0) refreshThrottle.request();
      handle(() => {
        changeUsers((list) => {
          const partner = list.find(isPartner);
          return partner ? moveToTop(list, partner, message) : list;
        });
        if (!get().users.some(isPartner)) void addPartner(message);
      });
    },

    applyChange: (message) =>
      handle(() =>
        changeUsers((users) =>
          users.map((user) =>
            user.lastMessage?._id === message._id ? { ...user, lastMessage: message } : user,
          ),
        ),
      ),

    applyRemoval: (messageId) =>
      handle(() => {
        const all = [...get().users, ...(unfiltered?.users ?? [])];
        const contact = all.find(({ lastMessage }) => lastMessage?._id === messageId);
        if (contact) void replaceLastMessage(contact._id);
      }),

    applyBlock: (userId, isBlocked) =>
      handle(() => replace(userId, (contact) => ({ ...contact, isBlocked }))),

    reset() {
      session.invalidate();
      loads.invalidate();
      retry.reset();
      refreshThrottle.reset();
      firstLoad = null;
      query = '';
      unfiltered = null;
    },
  };
}

function isLater(a: Message, b: Message): boolean {
  return Date.parse(a.createdAt) > Date.parse(b.createdAt);
}

/** Replaces only the contacts whose count has changed, and the list only if any has. */
function withUnreadCounts(users: Contact[], getCount: (userId: string) => number | null): Contact[] {
  const next = users.map((user) => {
    const unreadCount = getCount(user._id) ?? user.unreadCount;
    return unreadCount === user.unreadCount ? user : { ...user, unreadCount };
  });
  return next.every((user, index) => user === users[index]) ? users : next;
}
