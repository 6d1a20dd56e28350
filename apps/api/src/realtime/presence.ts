/** Who is online: counts sockets by person, and forgives short gaps. Knows no sockets, only ids and times. */
export interface Presence {
  /** A socket of this person opened. */
  opened(userId: string): void;
  /** A socket of this person closed: they are offline `graceMs` after the last one. */
  closed(userId: string): void;
  online(): string[];
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
  let lastTellAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | null = null;

  function tell(): void {
    timer = null;
    const list = [...online];
    const state = [...list].sort().join();
    // Who left and came back within one interval changed nothing.
    if (state === told) return;
    told = state;
    lastTellAt = Date.now();
    onChange(list);
  }

  function changed(): void {
    timer ??= setTimeout(tell, Math.max(0, lastTellAt + intervalMs - Date.now()));
  }

  return {
    opened(userId) {
      sockets.set(userId, (sockets.get(userId) ?? 0) + 1);
      clearTimeout(leaving.get(userId));
      leaving.delete(userId);
      if (online.has(userId)) return;
      online.add(userId);
      changed();
    },
    closed(userId) {
      const left = (sockets.get(userId) ?? 0) - 1;
      if (left > 0) {
        sockets.set(userId, left);
        return;
      }
      sockets.delete(userId);
      clearTimeout(leaving.get(userId));
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
      if (timer) clearTimeout(timer);
      for (const each of leaving.values()) clearTimeout(each);
    },
  };
}
