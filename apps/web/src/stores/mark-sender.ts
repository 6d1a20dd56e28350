import * as messageApi from '../api/message.api.ts';
import { isRefusal } from '../lib/api-client.ts';
import { createBackOff } from '../lib/back-off.ts';

export interface MarkSender {
  /** That person's messages up to this one have arrived, are read. Several wishes in one go become one call. */
  want: (userId: string, upTo: string) => void;
  /** Another tab or device has done it. */
  settle: (userId: string, upTo: string) => void;
  /** The line is back: what waits is tried at once. */
  kick: () => void;
  reset: () => void;
}

interface Wish {
  upTo: string;
  timer: ReturnType<typeof setTimeout> | undefined;
  isRunning: boolean;
}

interface MarkSenderOptions {
  kind: 'delivered' | 'read';
  /** Gathers what comes at once, ms. */
  delayMs: () => number;
  /** @param unreadCount - of that person's messages, by the server. */
  onMoved: (userId: string, unreadCount: number, startedAt: number) => void;
}

/** Tells the server of marks, the latest of each person, again after a failure. */
export function createMarkSender({ kind, delayMs, onMoved }: MarkSenderOptions): MarkSender {
  const wishes = new Map<string, Wish>();
  /** The last one that the server knows, by person. */
  const told = new Map<string, string>();
  const backOff = createBackOff();

  function schedule(userId: string, wish: Wish, wait: number): void {
    clearTimeout(wish.timer);
    wish.timer = setTimeout(() => void send(userId, wish), wait);
  }

  async function send(userId: string, wish: Wish): Promise<void> {
    if (wish.isRunning || wishes.get(userId) !== wish) return;
    const { upTo } = wish;
    const startedAt = performance.now();
    wish.isRunning = true;
    try {
      const unreadCount = await messageApi.moveMark(kind, userId, upTo);
      backOff.reset();
      if (wishes.get(userId) !== wish) return;
      settle(userId, upTo);
      onMoved(userId, unreadCount, startedAt);
      if (wishes.has(userId)) schedule(userId, wish, 0);
    } catch (error) {
      if (wishes.get(userId) !== wish) return;
      if (isRefusal(error)) settle(userId, upTo);
      else schedule(userId, wish, backOff.next());
    } finally {
      wish.isRunning = false;
    }
  }

  function settle(userId: string, upTo: string): void {
    told.set(userId, upTo);
    const wish = wishes.get(userId);
    if (wish?.upTo !== upTo) return;
    clearTimeout(wish.timer);
    wishes.delete(userId);
  }

  return {
    want(userId, upTo) {
      if (told.get(userId) === upTo) return;
      const wish = wishes.get(userId);
      if (!wish) {
        const first: Wish = { upTo, timer: undefined, isRunning: false };
        wishes.set(userId, first);
        schedule(userId, first, delayMs());
      } else wish.upTo = upTo;
    },
    settle,
    kick() {
      backOff.reset();
      for (const [userId, wish] of wishes) schedule(userId, wish, 0);
    },
    reset() {
      for (const { timer } of wishes.values()) clearTimeout(timer);
      wishes.clear();
      told.clear();
      backOff.reset();
    },
  };
}
