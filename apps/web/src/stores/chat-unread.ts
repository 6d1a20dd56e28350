import * as messageApi from '../api/message.api.ts';
import { useUnreadStore } from './unread.store.ts';

export interface UnreadPart {
  /** Asks the server, also again when something came in meanwhile. @returns whether it has answered. */
  refresh: () => Promise<boolean>;
  /** What the server said of one person, in an answer to a question of `askedAt`. */
  learn: (userId: string, count: number, askedAt: number) => void;
  /** The same, as the answer to what was read: a question from before, whose answer is still on its way, is out of date. */
  read: (userId: string, count: number, askedAt: number) => void;
  /** A message of theirs came in, or was read here: the truth follows. */
  guess: (userId: string, count: (before: number) => number) => void;
  /** The count of a person; null before the server has told any. */
  of: (userId: string) => number | null;
  reset: () => void;
}

/** Messages that nobody has read here: by the server, and between two of its answers by what comes in. */
export function createUnreadPart(): UnreadPart {
  let isKnown = false;
  let generation = 0;
  let running: Promise<boolean> | null = null;
  /** Asked for while a question was on its way: the answer may be of before. */
  let isWantedAgain = false;
  /** When something last changed the count of a person here; an answer to an older question is not its truth. */
  const changedAt = new Map<string, number>();

  async function ask(): Promise<boolean> {
    const startedIn = generation;
    for (;;) {
      const askedAt = performance.now();
      isWantedAgain = false;
      try {
        const unread = await messageApi.fetchUnread();
        if (startedIn !== generation) return false;
        const hasMoved = [...changedAt.values()].some((at) => at >= askedAt);
        if (!hasMoved && !isWantedAgain) {
          isKnown = true;
          useUnreadStore.getState().setUnread(unread);
          return true;
        }
      } catch {
        // On the old line, perhaps: who has come meanwhile asks on a new one.
        if (startedIn !== generation || !isWantedAgain) return false;
      }
    }
  }

  function refresh(): Promise<boolean> {
    isWantedAgain = running !== null;
    running ??= ask().finally(() => {
      running = null;
    });
    return running;
  }

  function learn(userId: string, count: number, askedAt: number): void {
    if ((changedAt.get(userId) ?? Number.NEGATIVE_INFINITY) < askedAt) {
      useUnreadStore.getState().setUnreadOf(userId, count);
    } else void refresh();
  }

  return {
    refresh,
    learn,
    read(userId, count, askedAt) {
      learn(userId, count, askedAt);
      changedAt.set(userId, performance.now());
    },
    guess(userId, count) {
      changedAt.set(userId, performance.now());
      const { byUser, setUnreadOf } = useUnreadStore.getState();
      setUnreadOf(userId, count(byUser[userId] ?? 0));
    },
    of: (userId) => (isKnown ? (useUnreadStore.getState().byUser[userId] ?? 0) : null),
    reset() {
      generation += 1;
      isKnown = false;
      running = null;
      changedAt.clear();
      useUnreadStore.getState().setUnread({ total: 0, byUser: {} });
    },
  };
}
