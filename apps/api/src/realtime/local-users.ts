import type { Logger } from 'pino';

/** Delay before a failed read of visibility rules is retried. */
const RETRY_DELAY_MS = 1_000;

/** Limits who sees a user online, and whom that user sees. */
export interface VisibilityRules {
  /** Whether the user is hidden from every list except their own. */
  appearsOffline: boolean;
  /** Users who neither see this user nor are seen by them: blocks in either direction. */
  blocked: ReadonlySet<string>;
}

/** Rules of a user, as stored when `revision` was current. */
export interface LoadedRules {
  rules: VisibilityRules;
  revision: number;
}

interface LocalUser {
  sockets: number;
  /** Runs after the last socket closed. */
  graceTimer: NodeJS.Timeout | null;
  rules: VisibilityRules;
  /** The `revision` that the rules must be from: the result of an older read is not applied. */
  rulesRevision: number;
  /** A change was announced and is not loaded yet. */
  isOutdated: boolean;
}

/** The users with sockets in this process, and their visibility rules. */
export interface LocalUsers {
  /** Reads a user's rules, for `connect`. */
  loadRules(userId: string): Promise<LoadedRules>;
  /** Counts an open socket. */
  connect(userId: string, loaded: LoadedRules): void;
  /** Counts a closed socket. The user stays for `graceMs` after the last one. */
  disconnect(userId: string): void;
  has(userId: string): boolean;
  /** The rules as last loaded; null for a user without sockets here. */
  getRules(userId: string): VisibilityRules | null;
  /** Like `getRules`, but null also while a change is still being loaded. */
  getConfirmedRules(userId: string): VisibilityRules | null;
  /** Users whom others may see online. */
  visibleIds(): string[];
  /** Reads a user's rules again, in the background; `onChange` reports the result. */
  refreshRules(userId: string): void;
  /** Reads the rules of all users again, with one query. */
  refreshAllRules(): void;
  /** Clears all timers. Later calls change nothing. */
  close(): void;
}

interface LocalUsersOptions {
  /** How long a user without sockets still counts as connected, in ms. */
  graceMs: number;
  /** Reads stored rules. Users without an entry have no restrictions. */
  readRules(userIds: readonly string[]): Promise<ReadonlyMap<string, VisibilityRules>>;
  /** Called when a user connected, left, or has new rules. */
  onChange(userId: string): void;
  logger: Logger;
}

const NO_RESTRICTIONS: VisibilityRules = { appearsOffline: false, blocked: new Set() };

/**
 * A notification that rules changed only triggers a read: notifications from several processes may arrive out of
 * order, so the stored rules are the source of truth.
 */
export function createLocalUsers({ graceMs, readRules, onChange, logger }: LocalUsersOptions): LocalUsers {
  const users = new Map<string, LocalUser>();
  /** Running reads; `isStale` means that another change has been announced since the read began. */
  const reads = new Map<string, { isStale: boolean }>();
  const retryTimers = new Set<NodeJS.Timeout>();
  /** Counts announced changes, so that rules loaded before a change can be recognized. */
  let revision = 0;
  let isClosed = false;

  const readUserRules = async (userId: string) => (await readRules([userId])).get(userId) ?? NO_RESTRICTIONS;

  function applyRules(userId: string, rules: VisibilityRules): void {
    const user = users.get(userId);
    if (isClosed || !user) return;
    user.rules = rules;
    user.isOutdated = false;
    onChange(userId);
  }

  function retryLater(task: () => void): void {
    const timer = setTimeout(() => {
      retryTimers.delete(timer);
      if (!isClosed) task();
    }, RETRY_DELAY_MS);
    retryTimers.add(timer.unref());
  }

  async function reload(userId: string): Promise<void> {
    const running = reads.get(userId);
    if (running) {
      running.isStale = true;
      return;
    }
    const read = { isStale: false };
    reads.set(userId, read);
    try {
      let rules: VisibilityRules;
      do {
        read.isStale = false;
        rules = await readUserRules(userId);
      } while (read.isStale);
      applyRules(userId, rules);
    } catch (error) {
      logger.warn({ err: error }, 'Failed to read visibility rules of a user');
      retryLater(() => {
        if (users.has(userId)) void reload(userId);
      });
    } finally {
      reads.delete(userId);
    }
  }

  async function reloadAll(): Promise<void> {
    if (isClosed || users.size === 0) return;
    // Running reads may have been sent before the changes that this reload must find.
    for (const read of reads.values()) read.isStale = true;
    const ids = [...users.keys()];
    const startRevision = revision;
    try {
      const found = await readRules(ids);
      for (const userId of ids) {
        const user = users.get(userId);
        if (!user || user.rulesRevision > startRevision) continue;
        user.rulesRevision = startRevision;
        applyRules(userId, found.get(userId) ?? NO_RESTRICTIONS);
      }
    } catch (error) {
      logger.warn({ err: error }, 'Failed to read visibility rules');
      retryLater(() => void reloadAll());
    }
  }

  function add(userId: string, { rules, revision: loadedAt }: LoadedRules): LocalUser {
    const isStale = loadedAt !== revision;
    // The rules may have changed since they were loaded: the user stays hidden until the rules are read again.
    const user: LocalUser = {
      sockets: 0,
      graceTimer: null,
      rules: isStale ? { ...rules, appearsOffline: true } : rules,
      rulesRevision: revision,
      isOutdated: isStale,
    };
    users.set(userId, user);
    if (isStale) void reload(userId);
    return user;
  }

  return {
    async loadRules(userId) {
      const startRevision = revision;
      return { rules: await readUserRules(userId), revision: startRevision };
    },
    connect(userId, loaded) {
      if (isClosed) return;
      const isNew = !users.has(userId);
      const user = users.get(userId) ?? add(userId, loaded);
      user.sockets += 1;
      clearTimeout(user.graceTimer ?? undefined);
      user.graceTimer = null;
      if (isNew) onChange(userId);
    },
    disconnect(userId) {
      const user = users.get(userId);
      if (isClosed || !user || user.sockets === 0) return;
      user.sockets -= 1;
      if (user.sockets > 0) return;
      user.graceTimer = setTimeout(() => {
        users.delete(userId);
        onChange(userId);
      }, graceMs);
    },
    has: (userId) => users.has(userId),
    getRules: (userId) => users.get(userId)?.rules ?? null,
    getConfirmedRules(userId) {
      const user = users.get(userId);
      return user && !user.isOutdated ? user.rules : null;
    },
    visibleIds: () => [...users].flatMap(([userId, { rules }]) => (rules.appearsOffline ? [] : userId)),
    refreshRules(userId) {
      revision += 1;
      const user = users.get(userId);
      if (isClosed || !user) return;
      user.rulesRevision = revision;
      user.isOutdated = true;
      void reload(userId);
    },
    refreshAllRules() {
      // Rules that are being loaded for a connecting user may be from before the changes.
      revision += 1;
      void reloadAll();
    },
    close() {
      isClosed = true;
      for (const { graceTimer } of users.values()) clearTimeout(graceTimer ?? undefined);
      for (const timer of retryTimers) clearTimeout(timer);
    },
  };
}
