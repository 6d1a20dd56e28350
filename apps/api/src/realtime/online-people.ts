import type { Logger } from 'pino';
import { createVisibility, type Visibility } from './audience.js';
import { createDirectory, type Directory } from './directory.js';
import { createPresence } from './presence.js';
import { createPresenceViews, type PresenceViews, type VisibilityRules } from './presence-views.js';

/** The name of this process in its own directory; other processes have random ones. */
const HERE = 'here';

type Words = ReturnType<PresenceViews['takeUpdates']>;

interface OnlineUsersOptions {
  /** How long a person without sockets still counts as online. */
  graceMs: number;
  /** Least time between two words to one client. */
  intervalMs: number;
  /** What is stored of these people; who is left out has no exceptions. */
  read(userIds: readonly string[]): Promise<ReadonlyMap<string, VisibilityRules>>;
  /** Passes words on to the clients of this process. */
  tell(words: Words): void;
  /** Told at once when somebody of this process is online for others, and when no longer. */
  onShared(userId: string, isOnline: boolean): void;
  logger: Logger;
}

/** Who is online, over all processes, and who of this process sees whom. */
export interface OnlineUsers extends Pick<Visibility, 'load' | 'refresh' | 'refreshAll'> {
  /** A socket of this person opened; `ticket` is of `ask`, before. */
  opened(userId: string, ticket: Awaited<ReturnType<Visibility['load']>>): void;
  closed(userId: string): void;
  listFor(userId: string): string[];
  /** What somebody here sees differently; null for who is not here, and while it may be out of date. */
  exceptionsOf(userId: string): VisibilityRules | null;
  /** Who of this process is online for others. */
  shared(): string[];
  /** People of the other processes. */
  others: Pick<Directory, 'add' | 'remove' | 'replace' | 'drop'>;
  close(): void;
}

export function createOnlineUsers(options: OnlineUsersOptions): OnlineUsers {
  const { graceMs, intervalMs, read, tell, onShared, logger } = options;
  const views = createPresenceViews();
  const directory = createDirectory({
    onCame(userId) {
      views.addOnline(userId);
      plan();
    },
    onLeft(userId) {
      views.removeOnline(userId);
      plan();
    },
  });
  const audience = createVisibility({
    read,
    logger,
    onChange(userId, exceptions) {
      views.setRules(userId, exceptions);
      share(userId);
      plan();
    },
  });
  const presence = createPresence({
    graceMs,
    onCame: share,
    onLeft(userId) {
      audience.leave(userId);
      views.removeViewer(userId);
      share(userId);
    },
  });
  const shared = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  // On the monotonic clock: a machine that sets its clock back would fall silent until that hour came again.
  let lastToldAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  /** Lets the others know of a person of this process, if they may. */
  function share(userId: string): void {
    const exceptions = audience.get(userId);
    const isOnline = exceptions !== null && !exceptions.appearsOffline;
    if (isOnline === shared.has(userId)) return;
    if (isOnline) {
      shared.add(userId);
      directory.add(HERE, userId);
    } else {
      shared.delete(userId);
      directory.remove(HERE, userId);
    }
    onShared(userId, isOnline);
  }

  function plan(): void {
    if (isClosed || !views.hasChanges()) return;
    timer ??= setTimeout(speak, Math.max(0, lastToldAt + intervalMs - performance.now()));
  }

  function speak(): void {
    timer = null;
    const words = views.takeUpdates();
    if (!words.general && [...words.personal.values()].every((word) => word === null)) return;
    lastToldAt = performance.now();
    tell(words);
  }

  return {
    load: audience.load,
    refresh: audience.refresh,
    refreshAll: audience.refreshAll,
    opened(userId, ticket) {
      if (isClosed) return;
      if (!presence.has(userId)) {
        audience.enter(userId, ticket);
        views.addViewer(userId, audience.get(userId) ?? ticket.exceptions);
      }
      presence.opened(userId);
    },
    closed: presence.closed,
    listFor: views.listFor,
    exceptionsOf: audience.getConfirmed,
    shared: () => [...shared],
    others: directory,
    close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      presence.close();
      audience.close();
    },
  };
}
