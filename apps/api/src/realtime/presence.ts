import type { Logger } from 'pino';
import { createLocalUsers, type LocalUsers, type VisibilityRules } from './local-users.js';
import { createPresenceViews, type PresenceUpdates } from './presence-views.js';

interface PresenceOptions {
  /** How long a user without sockets still counts as online, in ms. */
  graceMs: number;
  /** Shortest time between two updates, in ms. */
  intervalMs: number;
  /** Reads stored rules. Users without an entry have no restrictions. */
  readRules(userIds: readonly string[]): Promise<ReadonlyMap<string, VisibilityRules>>;
  /** Users who are online in other processes. */
  remoteUserIds(): Iterable<string>;
  /** Sends updates to the sockets of this process. */
  send(updates: PresenceUpdates): void;
  logger: Logger;
}

/** Who is online in all processes, and which of them the users of this process see. */
export interface Presence extends Omit<LocalUsers, 'has' | 'rulesOf'> {
  /** The users that a user sees online, their own id included. */
  listFor(userId: string): string[];
  /** Schedules an update. Call it when `remoteUserIds` returns something else than before. */
  scheduleUpdate(): void;
}

export function createPresence(options: PresenceOptions): Presence {
  const { graceMs, intervalMs, readRules, remoteUserIds, send, logger } = options;
  const views = createPresenceViews();
  const users = createLocalUsers({
    graceMs,
    readRules,
    onChange(userId) {
      views.setViewer(userId, users.rulesOf(userId));
      scheduleUpdate();
    },
    logger,
  });
  let timer: NodeJS.Timeout | null = null;
  // On the monotonic clock: after a change of the wall clock updates would stop until that time came again.
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
