/** Allows one event for each sender and recipient in an interval. */
interface TypingThrottle {
  /** Whether an event is allowed now. If so, further ones are rejected for an interval. */
  allow(fromUserId: string, toUserId: string): boolean;
}

export function createTypingThrottle(intervalMs: number): TypingThrottle {
  const recent = new Set<string>();
  return {
    allow(fromUserId, toUserId) {
      const pair = `${fromUserId}>${toUserId}`;
      if (recent.has(pair)) return false;
      recent.add(pair);
      setTimeout(() => recent.delete(pair), intervalMs).unref();
      return true;
    },
  };
}
