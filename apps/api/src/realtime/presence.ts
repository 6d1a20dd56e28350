/** Who has a socket in this process: counts sockets by person, and forgives short gaps. */
export interface Presence {
  /** A socket of this person opened. */
  opened(userId: string): void;
  /** A socket of this person closed: they are gone `graceMs` after the last one. */
  closed(userId: string): void;
  has(userId: string): boolean;
  /** Ends all timers for good: nothing is told afterwards. */
  close(): void;
}

interface PresenceOptions {
  /** How long a person without sockets still counts as present. */
  graceMs: number;
  /** Told at once when a person without any socket here opens one. */
  onCame(userId: string): void;
  /** Told once the grace is over. */
  onLeft(userId: string): void;
}

export function createPresence({ graceMs, onCame, onLeft }: PresenceOptions): Presence {
  const sockets = new Map<string, number>();
  const leaving = new Map<string, NodeJS.Timeout>();
  let isClosed = false;

  return {
    opened(userId) {
      if (isClosed) return;
      const isNew = !sockets.has(userId) && !leaving.has(userId);
      sockets.set(userId, (sockets.get(userId) ?? 0) + 1);
      clearTimeout(leaving.get(userId));
      leaving.delete(userId);
      if (isNew) onCame(userId);
    },
    closed(userId) {
      const open = sockets.get(userId);
      if (isClosed || open === undefined) return;
      if (open > 1) {
        sockets.set(userId, open - 1);
        return;
      }
      sockets.delete(userId);
      leaving.set(
        userId,
        setTimeout(() => {
          leaving.delete(userId);
          onLeft(userId);
        }, graceMs),
      );
    },
    has: (userId) => sockets.has(userId) || leaving.has(userId),
    close() {
      isClosed = true;
      for (const timer of leaving.values()) clearTimeout(timer);
    },
  };
}
