import { TYPING_INTERVAL_MS, TYPING_TTL_MS } from '@safarnama/contracts';

export interface TypingIndicator {
  /** Somebody writes to one right now. */
  handleTyping: (userId: string) => void;
  /** What they wrote has come, or nothing is known of them any more. */
  clearTyping: (userId: string) => void;
  /** One writes to somebody. */
  notify: (userId: string) => void;
  /** How it is told. */
  start: (send: (toUserId: string) => void) => void;
  reset: () => void;
}

/** Who is typing: told at most once a second, forgotten when it is not told anew. */
export function createTypingIndicator(onChange: (userIds: string[]) => void): TypingIndicator {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  let send: (toUserId: string) => void = () => undefined;
  let lastSent = { userId: '', at: Number.NEGATIVE_INFINITY };

  function clearTyping(userId: string): void {
    clearTimeout(timers.get(userId));
    if (timers.delete(userId)) onChange([...timers.keys()]);
  }

  return {
    handleTyping(userId) {
      const isNew = !timers.has(userId);
      clearTimeout(timers.get(userId));
      timers.set(
        userId,
        setTimeout(() => clearTyping(userId), TYPING_TTL_MS),
      );
      if (isNew) onChange([...timers.keys()]);
    },
    clearTyping,
    notify(userId) {
      const now = performance.now();
      if (lastSent.userId === userId && now - lastSent.at < TYPING_INTERVAL_MS) return;
      lastSent = { userId, at: now };
      send(userId);
    },
    start(sendTyping) {
      send = sendTyping;
    },
    reset() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      lastSent = { userId: '', at: Number.NEGATIVE_INFINITY };
    },
  };
}
