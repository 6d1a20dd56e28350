/** Lets one event pass for each sender and recipient in an interval. */
export interface TypingGate {
  /** Whether an event may pass now. If so, it is counted. */
  passes(fromUserId: string, toUserId: string): boolean;
}

export function createTypingGate(intervalMs: number): TypingGate {
  const recent = new Set<string>();
  return {
    passes(fromUserId, toUserId) {
      const pair = `${fromUserId}>${toUserId}`;
      if (recent.has(pair)) return false;
      recent.add(pair);
      setTimeout(() => recent.delete(pair), intervalMs).unref();
      return true;
    },
  };
}
