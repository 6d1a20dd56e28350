import type { Unread } from '@safarnama/contracts';
import * as messageApi from '../../api/message.api.ts';
import { createStaleGuard } from '../../lib/stale-guard.ts';
import { useUnreadStore } from '../unread.store.ts';

/** Minimum time between the starts of two requests. */
const MIN_INTERVAL_MS = 1_000;

interface UnreadCounter {
  /**
   * Fetches all counts, and again while any changes during the request, but at most once a second.
   *
   * @returns false when it failed.
   */
  refresh: () => Promise<boolean>;
  /** Applies the server's count for one sender, from the response to a request made at `requestedAt`. */
  applyServerCount: (userId: string, count: number, requestedAt: number) => void;
  /** Like `applyServerCount`, for the response to a read receipt, which makes responses to earlier requests stale. */
  applyReadResult: (userId: string, count: number, requestedAt: number) => void;
  /** Changes the count of one sender until the server's count is known. */
  adjust: (userId: string, count: (previous: number) => number) => void;
  /** The count for one sender; null before the server's counts are known. */
  getCount: (userId: string) => number | null;
  reset: () => void;
}

/**
 * Counts unread messages: starts from the server's counts and adds the messages that arrive after them.
 *
 * @param onOutdated - called when the counts must be refreshed, because a response was overtaken by a change.
 */
export function createUnreadCounter(onOutdated: () => void): UnreadCounter {
  let isKnown = false;
  const session = createStaleGuard();
  let runningRefresh: Promise<boolean> | null = null;
  /** A refresh was requested while another was running, whose response may be outdated. */
  let isRefreshPending = false;
  let lastRequestAt = Number.NEGATIVE_INFINITY;
  /**
   * When a sender's count last changed here, or when the server's count that is shown was requested; responses to
   * earlier requests are ignored.
   */
  const changedAt = new Map<string, number>();
  /** When the server's counts that are shown were requested. */
  let countedAt = Number.NEGATIVE_INFINITY;

  /** Shows the server's counts, except those of senders whose count has changed here since the request. */
  function show(unread: Unread, changedIds: readonly string[]): void {
    const { byUser: shown, setUnread, setUnreadFor } = useUnreadStore.getState();
    setUnread(unread);
    for (const userId of changedIds) setUnreadFor(userId, shown[userId] ?? 0);
  }

  async function fetchUntilCurrent(): Promise<boolean> {
    const isSessionOver = session.track();
    for (;;) {
      const waitMs = lastRequestAt + MIN_INTERVAL_MS - performance.now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      if (isSessionOver()) return false;
      const requestedAt = performance.now();
      lastRequestAt = requestedAt;
      isRefreshPending = false;
      try {
        const unread = await messageApi.fetchUnread();
        if (isSessionOver()) return false;
        const changedIds = [...changedAt].flatMap(([userId, at]) => (at >= requestedAt ? [userId] : []));
        const isCurrent = changedIds.length === 0 && !isRefreshPending;
        isKnown ||= isCurrent;
        countedAt = requestedAt;
        show(unread, changedIds);
        if (isCurrent) return true;
      } catch {
        // Only a refresh requested in the meantime, perhaps over a new connection, is worth a retry.
        if (isSessionOver() || !isRefreshPending) return false;
      }
    }
  }

  function refresh(): Promise<boolean> {
    isRefreshPending = runningRefresh !== null;
    if (runningRefresh) return runningRefresh;
    const started = fetchUntilCurrent().finally(() => {
      // After a reset, the refresh of the next user may be running.
      if (runningRefresh === started) runningRefresh = null;
    });
    runningRefresh = started;
    return started;
  }

  function applyServerCount(userId: string, count: number, requestedAt: number): void {
    if (Math.max(countedAt, changedAt.get(userId) ?? countedAt) < requestedAt) {
      changedAt.set(userId, requestedAt);
      useUnreadStore.getState().setUnreadFor(userId, count);
    } else onOutdated();
  }

  return {
    refresh,
    applyServerCount,
    applyReadResult(userId, count, requestedAt) {
      applyServerCount(userId, count, requestedAt);
      changedAt.set(userId, performance.now());
    },
    adjust(userId, count) {
      changedAt.set(userId, performance.now());
      const { byUser, setUnreadFor } = useUnreadStore.getState();
      setUnreadFor(userId, count(byUser[userId] ?? 0));
    },
    getCount: (userId) => (isKnown ? (useUnreadStore.getState().byUser[userId] ?? 0) : null),
    reset() {
      session.invalidate();
      isKnown = false;
      runningRefresh = null;
      lastRequestAt = Number.NEGATIVE_INFINITY;
      countedAt = Number.NEGATIVE_INFINITY;
      changedAt.clear();
      useUnreadStore.getState().setUnread({ total: 0, byUser: {} });
    },
  };
}
