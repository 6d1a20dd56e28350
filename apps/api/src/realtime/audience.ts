import type { Logger } from 'pino';
import type { VisibilityRules } from './presence-views.js';

/** How long to wait until a look-up that failed is tried again. */
const RETRY_MS = 1_000;

const NO_RESTRICTIONS: VisibilityRules = { appearsOffline: false, blocked: new Set() };

/** What somebody may see, as it was read at some moment. */
interface LoadedRules {
  exceptions: VisibilityRules;
  revision: number;
}

/** The people with sockets in this process, and what each of them sees differently from everybody else. */
export interface Visibility {
  /** Reads what a person may see, for `enter`. */
  load(userId: string): Promise<LoadedRules>;
  enter(userId: string, ticket: LoadedRules): void;
  leave(userId: string): void;
  /** What somebody here sees differently; null for who is not here. */
  get(userId: string): VisibilityRules | null;
  /** The same; null also while it may be out of date. */
  getConfirmed(userId: string): VisibilityRules | null;
  /** Reads anew what somebody sees, if they are here; `onChange` tells when it is known. */
  refresh(userId: string): void;
  refreshAll(): void;
  close(): void;
}

interface VisibilityOptions {
  /** What is stored of these people; who is left out has no exceptions. */
  read(userIds: readonly string[]): Promise<ReadonlyMap<string, VisibilityRules>>;
  onChange(userId: string, exceptions: VisibilityRules): void;
  logger: Logger;
}

/**
 * A word that something changed is only a reason to read: words of several processes may overtake each other, what is
 * stored is the truth.
 */
export function createVisibility({ read, onChange, logger }: VisibilityOptions): Visibility {
  const readRules = async (userId: string) => (await read([userId])).get(userId) ?? NO_RESTRICTIONS;
  const rules = new Map<string, VisibilityRules>();
  /** Of whom a change was told that is not known yet. */
  const outdated = new Set<string>();
  /** Who is being read, and whether another change was told meanwhile. */
  const reading = new Map<string, { isStale: boolean }>();
  const retries = new Set<NodeJS.Timeout>();
  /** Counts the changes told, so that a ticket can tell whether one came after it was read. */
  let revision = 0;
  let isClosed = false;

  function setRules(userId: string, exceptions: VisibilityRules): void {
    outdated.delete(userId);
    rules.set(userId, exceptions);
    onChange(userId, exceptions);
  }

  async function reload(userId: string): Promise<void> {
    const running = reading.get(userId);
    if (running) {
      running.isStale = true;
      return;
    }
    const state = { isStale: false };
    reading.set(userId, state);
    try {
      let exceptions: VisibilityRules;
      do {
        state.isStale = false;
        exceptions = await readRules(userId);
      } while (state.isStale);
      if (isClosed || !rules.has(userId)) return;
      setRules(userId, exceptions);
    } catch (error) {
      logger.warn({ err: error }, 'what a person may see could not be looked up');
      retryLater(() => {
        if (rules.has(userId)) void reload(userId);
      });
    } finally {
      reading.delete(userId);
    }
  }

  /** Everybody at once: one look-up, however many they are. */
  async function reloadAll(): Promise<void> {
    if (isClosed || rules.size === 0) return;
    // What is being read at this moment may have been read before.
    for (const state of reading.values()) state.isStale = true;
    const [ids, startRevision] = [[...rules.keys()], revision];
    try {
      const found = await read(ids);
      if (revision !== startRevision) return void reloadAll();
      for (const userId of ids) {
        if (isClosed || !rules.has(userId)) continue;
        setRules(userId, found.get(userId) ?? NO_RESTRICTIONS);
      }
    } catch (error) {
      logger.warn({ err: error }, 'what people may see could not be looked up');
      retryLater(() => void reloadAll());
    }
  }

  function retryLater(task: () => void): void {
    const timer = setTimeout(() => {
      retries.delete(timer);
      if (!isClosed) task();
    }, RETRY_MS);
    retries.add(timer.unref());
  }

  function refresh(userId: string): void {
    revision += 1;
    if (isClosed || !rules.has(userId)) return;
    outdated.add(userId);
    void reload(userId);
  }

  return {
    async load(userId) {
      const startRevision = revision;
      return { exceptions: await readRules(userId), revision: startRevision };
    },
    enter(userId, ticket) {
      if (ticket.revision === revision) {
        rules.set(userId, ticket.exceptions);
        return;
      }
      // Something changed since, perhaps of this person: until that is known, nobody sees them.
      rules.set(userId, { ...ticket.exceptions, appearsOffline: true });
      void reload(userId);
    },
    leave(userId) {
      rules.delete(userId);
      outdated.delete(userId);
    },
    getConfirmed: (userId) => (outdated.has(userId) ? null : (rules.get(userId) ?? null)),
    get: (userId) => rules.get(userId) ?? null,
    refresh,
    refreshAll() {
      void reloadAll();
    },
    close() {
      isClosed = true;
      for (const timer of retries) clearTimeout(timer);
    },
  };
}
