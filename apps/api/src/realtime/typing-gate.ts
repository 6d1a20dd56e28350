/** Lets one sign through for each pair of people in an interval. */
export interface TypingGate {
  /** Whether a sign from one to the other may pass now; counts it if so. */
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
