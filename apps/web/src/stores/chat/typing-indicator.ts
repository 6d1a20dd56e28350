import { TYPING_INTERVAL_MS, TYPING_TTL_MS } from '@safarnama/contracts';

export interface TypingIndicator {
  /** Shows that a user is typing, until `TYPING_TTL_MS` have passed without another event. */
  handleTyping: (userId: string) => void;
  /** Hides the indicator, because a message from the user has arrived or the user is blocked. */
  clearTyping: (userId: string) => void;
  /** Notifies a user that the signed-in user is typing, at most once per `TYPING_INTERVAL_MS`. */
  notify: (userId: string) => void;
  /** @param send - emits the event; nothing is sent before this is called. */
  start: (send: (toUserId: string) => void) => void;
  reset: () => void;
}

/** Tracks which users are typing to the signed-in user, and reports to others that this user is typing. */
export function createTypingIndicator(onChange: (userIds: string[]) => void): TypingIndicator {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const neverSent = { userId: '', at: Number.NEGATIVE_INFINITY };
  let send: (toUserId: string) => void = () => undefined;
  let lastSent = neverSent;

  function clearTyping(userId: string): void {
    clearTimeout(timers.get(userId));
    if (timers.delete(userId)) onChange([...timers.keys()]);
  }

  return {
    handleTyping(userId) {
      const isNew = !timers.has(userId);
      clearTimeout(timers.get(userId));
      const timer = setTimeout(() => clearTyping(userId), TYPING_TTL_MS);
      timers.set(userId, timer);
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
      lastSent = neverSent;
    },
  };
}
