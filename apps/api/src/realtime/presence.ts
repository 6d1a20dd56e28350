/** Who is online: counts sockets by person, and forgives short gaps. Knows no sockets, only ids and times. */
export interface Presence {
  /** A socket of this person opened. */
  opened(userId: string): void;
  /** A socket of this person closed: they are offline `graceMs` after the last one. */
  closed(userId: string): void;
  /** Ids in the order in which they came online. */
  online(): string[];
  /** Ends all timers for good: nothing is told afterwards. */
  close(): void;
}

interface PresenceOptions {
  /** How long a person without sockets still counts as online. */
  graceMs: number;
  /** Least time between two calls of `onChange`. */
  intervalMs: number;
  /** Told, at most once an interval, when the set of people has changed. */
  onChange(online: string[]): void;
}

export function createPresence({ graceMs, intervalMs, onChange }: PresenceOptions): Presence {
  const sockets = new Map<string, number>();
  const leaving = new Map<string, NodeJS.Timeout>();
  const online = new Set<string>();
  let told = '';
  // On the monotonic clock: a machine that sets its clock back would fall silent until that hour came again.
  let lastTellAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  function tell(): void {
    timer = null;
    const list = [...online];
    const state = [...list].sort().join();
    // Who left and came back within one interval changed nothing.
    if (state === told) return;
    told = state;
    lastTellAt = performance.now();
    onChange(list);
  }

  function changed(): void {
    timer ??= setTimeout(tell, Math.max(0, lastTellAt + intervalMs - performance.now()));
  }

  return {
    opened(userId) {
      if (isClosed) return;
      sockets.set(userId, (sockets.get(userId) ?? 0) + 1);
      clearTimeout(leaving.get(userId));
      leaving.delete(userId);
      if (online.has(userId)) return;
      online.add(userId);
      changed();
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
          online.delete(userId);
          changed();
        }, graceMs),
      );
    },
    online: () => [...online],
    close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      for (const each of leaving.values()) clearTimeout(each);
    },
  };
}
