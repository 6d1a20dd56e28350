import * as messageApi from '../../api/message.api.ts';
import { useUnreadStore } from '../unread.store.ts';

export interface UnreadCounter {
  /** Asks the server, also again when something came in meanwhile. @returns whether it has answered. */
  refresh: () => Promise<boolean>;
  /** What the server said of one person, in an answer to a question of `askedAt`. */
  applyServerCount: (userId: string, count: number, requestedAt: number) => void;
  /** The same, as the answer to what was read: a question from before, whose answer is still on its way, is out of date. */
  applyReadResult: (userId: string, count: number, requestedAt: number) => void;
  /** A message of theirs came in, or was read here: the truth follows. */
  adjust: (userId: string, count: (previous: number) => number) => void;
  /** The count of a person; null before the server has told any. */
  getCount: (userId: string) => number | null;
  reset: () => void;
}

/** Messages that nobody has read here: by the server, and between two of its answers by what comes in. */
export function createUnreadCounter(): UnreadCounter {
  let isKnown = false;
  let generation = 0;
  let runningRefresh: Promise<boolean> | null = null;
  /** Asked for while a question was on its way: the answer may be of before. */
  let isRefreshPending = false;
  /** When something last changed the count of a person here; an answer to an older question is not its truth. */
  const changedAt = new Map<string, number>();

  async function fetchUntilCurrent(): Promise<boolean> {
    const startGeneration = generation;
    for (;;) {
      const requestedAt = performance.now();
      isRefreshPending = false;
      try {
        const unread = await messageApi.fetchUnread();
        if (startGeneration !== generation) return false;
        const hasChanged = [...changedAt.values()].some((at) => at >= requestedAt);
        if (!hasChanged && !isRefreshPending) {
          isKnown = true;
          useUnreadStore.getState().setUnread(unread);
          return true;
        }
      } catch {
        // On the old line, perhaps: who has come meanwhile asks on a new one.
        if (startGeneration !== generation || !isRefreshPending) return false;
      }
    }
  }

  function refresh(): Promise<boolean> {
    isRefreshPending = runningRefresh !== null;
    runningRefresh ??= fetchUntilCurrent().finally(() => {
      runningRefresh = null;
    });
    return runningRefresh;
  }

  function applyServerCount(userId: string, count: number, requestedAt: number): void {
    if ((changedAt.get(userId) ?? Number.NEGATIVE_INFINITY) < requestedAt) {
      useUnreadStore.getState().setUnreadFor(userId, count);
    } else void refresh();
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
      generation += 1;
      isKnown = false;
      runningRefresh = null;
      changedAt.clear();
      useUnreadStore.getState().setUnread({ total: 0, byUser: {} });
    },
  };
}
