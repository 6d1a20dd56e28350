import type { Conversation, PublicUser, SharedPostChanged } from '@safarnama/contracts';
import * as messageApi from '../../api/message.api.ts';
import { createRetry } from '../../lib/backoff.ts';
import { createStaleGuard } from '../../lib/stale-guard.ts';
import { withChanges, withConfirmedEnd, withPage } from './conversation-merge.ts';
import {
  type ConversationState,
  EMPTY_CONVERSATION,
  getLastConfirmedId,
  getMissingChangesStart,
  isOrderUncertain,
  isSameList,
  isSameReceipts,
  selectMessages,
  selectReceipts,
} from './conversation-state.ts';
import { type Failure, NO_FAILURE, toFailure } from './failure.ts';
import { findFirstUnreadId } from './first-unread.ts';
import { selectNewMessages } from './new-messages.ts';
import type { OpenConversation } from './open-conversation.ts';
import { createSharedPosts } from './shared-posts.ts';
import type { SliceApi } from './slice-api.ts';

/** Messages per page when catching up or searching for a message. */
export const LONG_PAGE_SIZE = 100;
/** Delay before the server's order is requested after it has become uncertain. */
const ORDER_SYNC_DELAY_MS = 1_500;
/** Maximum number of older pages to load in search of the first unread message. */
const MAX_PAGES_BACK = 50;

/** State that the synchronization reads and writes. */
export type ConversationSyncState = OpenConversation & Failure & { socketId: string | null };

export type Blocks = Partial<Pick<OpenConversation, 'isBlocked' | 'canMessage'>>;

interface ConversationSync {
  /** Applies a change to the conversation and shows the result. */
  update: (change: (state: ConversationState) => ConversationState) => void;
  /** Applies blocks from an event or response, which take precedence over pages requested earlier. */
  applyBlocks: (blocks: Blocks) => void;
  /** Applies the state of a story to the messages that refer to it. */
  applySharedPost: (change: SharedPostChanged) => void;
  loadNewest: (user: PublicUser) => Promise<boolean>;
  /** Loads one older page; a second call waits for the page that is being loaded. */
  loadOlder: (limit?: number) => Promise<boolean>;
  /**
   * Loads older pages until the first unread message is loaded. If that fails, the first loaded unread message takes
   * its place.
   */
  loadFirstUnread: () => Promise<boolean>;
  /** Fetches everything that is missing: new pages, all changes, and the state of stories. */
  catchUp: () => void;
  /** Fetches changes when a gap in their numbers shows that some are missing. */
  syncMissingChanges: () => void;
  /** Returns a check that becomes true once the conversation has been closed or replaced. */
  track: () => () => boolean;
  /** Drops the conversation; pending responses are then ignored. */
  clear: () => void;
}

interface SyncListeners {
  /** Called for each merged page. */
  onPage: (userId: string, page: Conversation, requestedAt: number) => void;
  /** Called with the first of the partner's messages that came with a page while the conversation was open. */
  onMissed: (firstId: string) => void;
}

/** Synchronizes the open conversation with the server. */
export function createConversationSync(
  { set, get }: SliceApi<ConversationSyncState>,
  { onPage, onMissed }: SyncListeners,
): ConversationSync {
  const opened = createStaleGuard();
  const blockChanges = createStaleGuard();
  const retry = createRetry(sync);
  const sharedPosts = createSharedPosts();
  let conversation: ConversationState = EMPTY_CONVERSATION;
  let olderLoad: Promise<boolean> | null = null;
  let isSyncing = false;
  let isSyncPending = false;
  let orderSyncTimer: ReturnType<typeof setTimeout> | undefined;

  function update(change: (state: ConversationState) => ConversationState): void {
    conversation = change(conversation);
    const messages = selectMessages(conversation);
    const receipts = selectReceipts(conversation);
    const shown = get();
    set({
      ...(isSameList(messages, shown.messages) ? {} : { messages }),
      ...(isSameReceipts(receipts, shown.receipts) ? {} : { receipts }),
      olderCursor: conversation.olderCursor,
    });
    if (isOrderUncertain(conversation)) scheduleOrderSync();
    else cancelOrderSync();
  }

  function scheduleOrderSync(): void {
    orderSyncTimer ??= setTimeout(() => {
      orderSyncTimer = undefined;
      void sync();
    }, ORDER_SYNC_DELAY_MS);
  }

  function cancelOrderSync(): void {
    clearTimeout(orderSyncTimer);
    orderSyncTimer = undefined;
  }

  /** Loads and merges a page. @returns null when the conversation is no longer open. */
  async function loadPage(
    userId: string,
    position: messageApi.PagePosition,
    limit?: number,
  ): Promise<Conversation | null> {
    const isStale = opened.track();
    const isBlockOutdated = blockChanges.track();
    const requestedAt = performance.now();
    const page = await messageApi.listMessages(userId, position, limit);
    if (isStale()) return null;
    update((state) => sharedPosts.applyLater(withPage(state, position, page), requestedAt));
    if (!isBlockOutdated()) set({ isBlocked: page.isBlocked, canMessage: page.canMessage });
    onPage(userId, page, requestedAt);
    return page;
  }

  async function loadNewest(user: PublicUser): Promise<boolean> {
    const isStale = opened.track();
    const wasConnected = get().socketId !== null;
    set({ messagesLoading: true, messagesFailed: false, ...NO_FAILURE });
    try {
      const page = await loadPage(user._id, {});
      if (page === null) return true;
      set(({ messages }) => ({
        messagesLoading: false,
        unreadOnOpen: page.unreadCount,
        readUpToOnOpen: page.ownReadUpTo,
        firstUnreadId: findFirstUnreadId(messages, user._id, page, page.nextCursor !== null),
      }));
      // A message stored after the page was read and before the socket connected has neither arrived with the page nor
      // as an event.
      const mayLackMessages = !wasConnected && get().socketId !== null;
      if (mayLackMessages || isSyncPending || getMissingChangesStart(conversation) !== null) void sync();
      return true;
    } catch (error) {
      if (isStale()) return true;
      if (isSyncPending) {
        // The request may have been lost with the connection that the socket has meanwhile replaced.
        isSyncPending = false;
        return loadNewest(user);
      }
      set({
        messagesLoading: false,
        messagesFailed: true,
        ...toFailure(error),
      });
      return false;
    }
  }

  /** Runs once at a time; a call while it runs makes it run again. */
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
    const isStale = opened.track();
    isSyncing = true;
    cancelOrderSync();
    retry.cancel();
    try {
      do {
        isSyncPending = false;
        await fetchNewPages(selectedUser._id);
        await fetchChanges(selectedUser._id);
        await sharedPosts.refresh(conversation, (position, limit) =>
          loadPage(selectedUser._id, position, Math.min(limit, LONG_PAGE_SIZE)),
        );
      } while (isSyncPending && !isStale());
      if (!isStale()) retry.reset();
    } catch {
      // Without the socket, the next connect tries again.
      if (!isStale() && get().socketId !== null) retry.later();
    } finally {
      if (!isStale()) isSyncing = false;
    }
  }

  async function fetchNewPages(userId: string): Promise<void> {
    const isStale = opened.track();
    const { unconfirmed } = conversation;
    const knownIds = new Set(get().messages.map(({ _id }) => _id));
    let after = getLastConfirmedId(conversation);
    if (after === null) await loadPage(userId, {});
    while (after !== null && !isStale()) {
      const page = await loadPage(userId, { after }, LONG_PAGE_SIZE);
      // Stops when the cursor does not advance; otherwise the same request would repeat forever.
      after = page === null || page.nextCursor === after ? null : page.nextCursor;
    }
    if (isStale()) return;
    update((state) => withConfirmedEnd(state, unconfirmed));
    const [missed] = selectNewMessages(get().messages, knownIds, userId);
    if (missed) onMissed(missed._id);
  }

  async function fetchChanges(userId: string): Promise<void> {
    const isStale = opened.track();
    for (;;) {
      const since = getMissingChangesStart(conversation);
      if (since === null) return;
      const changes = await messageApi.listChanges(userId, since);
      if (isStale()) return;
      update((state) => withChanges(state, since, changes));
      // The server has no later changes, so another request would not help.
      if (!changes.hasMore && changes.changeNumber <= since) return;
    }
  }

  function syncMissingChanges(): void {
    if (getMissingChangesStart(conversation) !== null) void sync();
  }

  function startOlderLoad(isDone: () => boolean, limit?: number): Promise<boolean> {
    const load = fetchOlderPages(isDone, limit).finally(() => {
      if (olderLoad === load) olderLoad = null;
    });
    olderLoad = load;
    return load;
  }

  async function fetchOlderPages(isDone: () => boolean, limit?: number): Promise<boolean> {
    const { selectedUser } = get();
    if (!selectedUser) return true;
    const isStale = opened.track();
    set({ olderLoading: true, ...NO_FAILURE });
    try {
      for (let pages = 0; pages < MAX_PAGES_BACK; pages += 1) {
        if (isStale()) return true;
        const before = get().olderCursor;
        if (before === null) break;
        if ((await loadPage(selectedUser._id, { before }, limit)) === null) return true;
        if (isDone()) break;
      }
      set({ olderLoading: false });
      syncMissingChanges();
      return true;
    } catch (error) {
      if (isStale()) return true;
      set({ olderLoading: false, ...toFailure(error) });
      return false;
    }
  }

  async function loadFirstUnread(): Promise<boolean> {
    // Another caller may have started the same search after a load ended.
    while (olderLoad) await olderLoad;
    const { selectedUser, unreadOnOpen, readUpToOnOpen, firstUnreadId } = get();
    if (!selectedUser || unreadOnOpen === 0 || firstUnreadId !== null) return true;
    const isStale = opened.track();
    const findSeparator = (hasOlder: boolean) => {
      const page = { ownReadUpTo: readUpToOnOpen, unreadCount: unreadOnOpen };
      const foundId = findFirstUnreadId(get().messages, selectedUser._id, page, hasOlder);
      if (foundId !== null) set({ firstUnreadId: foundId });
      return foundId !== null;
    };
    const isLoaded = await startOlderLoad(() => findSeparator(get().olderCursor !== null), LONG_PAGE_SIZE);
    if (!isStale() && get().firstUnreadId === null) findSeparator(false);
    return isLoaded;
  }

  return {
    update,
    applyBlocks(blocks) {
      blockChanges.invalidate();
      set(blocks);
    },
    loadNewest,
    loadOlder: (limit) => olderLoad ?? startOlderLoad(() => true, limit),
    loadFirstUnread,
    applySharedPost: (change) => update((state) => sharedPosts.apply(state, change)),
    catchUp() {
      retry.reset();
      sharedPosts.expire();
      void sync();
    },
    syncMissingChanges,
    track: opened.track,
    clear() {
      opened.invalidate();
      conversation = EMPTY_CONVERSATION;
      isSyncing = false;
      isSyncPending = false;
      olderLoad = null;
      sharedPosts.clear();
      cancelOrderSync();
      retry.reset();
    },
  };
}
