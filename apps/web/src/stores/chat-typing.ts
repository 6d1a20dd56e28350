import { TYPING_INTERVAL_MS, TYPING_TTL_MS } from '@safarnama/contracts';

export interface TypingPart {
  /** Somebody writes to one right now. */
  heard: (userId: string) => void;
  /** What they wrote has come, or nothing is known of them any more. */
  ended: (userId: string) => void;
  /** One writes to somebody. */
  tell: (userId: string) => void;
  /** How it is told. */
  begin: (send: (toUserId: string) => void) => void;
  reset: () => void;
}

/** Who is typing: told at most once a second, forgotten when it is not told anew. */
export function createTypingPart(onChange: (userIds: string[]) => void): TypingPart {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  let send: (toUserId: string) => void = () => undefined;
  let told = { userId: '', at: Number.NEGATIVE_INFINITY };

  function ended(userId: string): void {
    clearTimeout(timers.get(userId));
    if (timers.delete(userId)) onChange([...timers.keys()]);
  }

  return {
    heard(userId) {
      const isNew = !timers.has(userId);
      clearTimeout(timers.get(userId));
      timers.set(
        userId,
        setTimeout(() => ended(userId), TYPING_TTL_MS),
      );
      if (isNew) onChange([...timers.keys()]);
    },
    ended,
    tell(userId) {
      const now = performance.now();
      if (told.userId === userId && now - told.at < TYPING_INTERVAL_MS) return;
      told = { userId, at: now };
      send(userId);
    },
    begin(sendTyping) {
      send = sendTyping;
    },
    reset() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      told = { userId: '', at: Number.NEGATIVE_INFINITY };
    },
  };
}
