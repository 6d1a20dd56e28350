import type { Logger } from 'pino';
import { createLocalUsers, type LocalUsers, type VisibilityRules } from './local-users.js';
import { createPresenceViews, type PresenceUpdates } from './presence-views.js';

interface PresenceOptions {
  /** How long a user without sockets still counts as online, in ms. */
  graceMs: number;
  /** Shortest time between two updates, in ms. */
  intervalMs: number;
  /** Reads the stored rules of these users. Users without an entry have no restrictions. */
  readRules(userIds: readonly string[]): Promise<ReadonlyMap<string, VisibilityRules>>;
  /** Users who are online in other processes. */
  remoteUserIds(): Iterable<string>;
  /** Sends updates to the sockets of this process. */
  send(updates: PresenceUpdates): void;
  logger: Logger;
}

/** Tracks which users are online in all processes, and which of them each user of this process sees. */
export interface Presence extends Omit<LocalUsers, 'has' | 'getRules'> {
  /** Lists the users that a user sees online, including their own id. */
  listFor(userId: string): string[];
  /** Schedules an update. Call it when the result of `remoteUserIds` changes. */
  scheduleUpdate(): void;
}

export function createPresence(options: PresenceOptions): Presence {
  const { graceMs, intervalMs, readRules, remoteUserIds, send, logger } = options;
  const views = createPresenceViews();
  const users = createLocalUsers({
    graceMs,
    readRules,
    onChange(userId) {
      views.setViewer(userId, users.getRules(userId));
      scheduleUpdate();
    },
    logger,
  });
  let timer: NodeJS.Timeout | null = null;
  // Monotonic time: if the wall clock were set back, updates based on it would stop until it caught up.
  let lastSentAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  function syncOnline(): void {
    views.setOnline(new Set([...users.visibleIds(), ...remoteUserIds()]));
  }

  function scheduleUpdate(): void {
    if (isClosed) return;
    timer ??= setTimeout(sendUpdates, Math.max(0, lastSentAt + intervalMs - performance.now()));
  }

  function sendUpdates(): void {
    timer = null;
    syncOnline();
    const updates = views.takeUpdates();
    if (!updates.general && [...updates.personal.values()].every((update) => update === null)) return;
    lastSentAt = performance.now();
    send(updates);
  }

  return {
    ...users,
    listFor(userId) {
      syncOnline();
      return views.listFor(userId);
    },
    scheduleUpdate,
    close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      users.close();
    },
  };
}
