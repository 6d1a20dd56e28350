import type { Logger } from 'pino';
import type { Exceptions } from './presence-views.js';

/** How long to wait until a look-up that failed is tried again. */
const RETRY_MS = 1_000;

const NOTHING: Exceptions = { appearsOffline: false, blocked: new Set() };

/** What somebody may see, as it was read at some moment. */
interface Ticket {
  exceptions: Exceptions;
  moment: number;
}

/** The people with sockets in this process, and what each of them sees differently from everybody else. */
export interface Audience {
  /** Reads what a person may see, for `enter`. */
  ask(userId: string): Promise<Ticket>;
  enter(userId: string, ticket: Ticket): void;
  leave(userId: string): void;
  /** What somebody here sees differently; null for who is not here. */
  of(userId: string): Exceptions | null;
  /** The same; null also while it may be out of date. */
  certainOf(userId: string): Exceptions | null;
  /** Reads anew what somebody sees, if they are here; `onChange` tells when it is known. */
  refresh(userId: string): void;
  refreshAll(): void;
  close(): void;
}

interface AudienceOptions {
  /** What is stored of these people; who is left out has no exceptions. */
  read(userIds: readonly string[]): Promise<ReadonlyMap<string, Exceptions>>;
  onChange(userId: string, exceptions: Exceptions): void;
  logger: Logger;
}

/**
 * A word that something changed is only a reason to read: words of several processes may overtake each other, what is
 * stored is the truth.
 */
export function createAudience({ read, onChange, logger }: AudienceOptions): Audience {
  const readOne = async (userId: string) => (await read([userId])).get(userId) ?? NOTHING;
  const people = new Map<string, Exceptions>();
  /** Of whom a change was told that is not known yet. */
  const outdated = new Set<string>();
  /** Who is being read, and whether another change was told meanwhile. */
  const reading = new Map<string, { isStale: boolean }>();
  const retries = new Set<NodeJS.Timeout>();
  /** Counts the changes told, so that a ticket can tell whether one came after it was read. */
  let moment = 0;
  let isClosed = false;

  function learn(userId: string, exceptions: Exceptions): void {
    outdated.delete(userId);
    people.set(userId, exceptions);
    onChange(userId, exceptions);
  }

  async function reread(userId: string): Promise<void> {
    const running = reading.get(userId);
    if (running) {
      running.isStale = true;
      return;
    }
    const state = { isStale: false };
    reading.set(userId, state);
    try {
      let exceptions: Exceptions;
      do {
        state.isStale = false;
        exceptions = await readOne(userId);
      } while (state.isStale);
      if (isClosed || !people.has(userId)) return;
      learn(userId, exceptions);
    } catch (error) {
      logger.warn({ err: error }, 'what a person may see could not be looked up');
      retryLater(() => {
        if (people.has(userId)) void reread(userId);
      });
    } finally {
      reading.delete(userId);
    }
  }

  /** Everybody at once: one look-up, however many they are. */
  async function rereadAll(): Promise<void> {
    if (isClosed || people.size === 0) return;
    // What is being read at this moment may have been read before.
    for (const state of reading.values()) state.isStale = true;
    const [ids, askedAt] = [[...people.keys()], moment];
    try {
      const found = await read(ids);
      if (moment !== askedAt) return void rereadAll();
      for (const userId of ids) {
        if (isClosed || !people.has(userId)) continue;
        learn(userId, found.get(userId) ?? NOTHING);
      }
    } catch (error) {
      logger.warn({ err: error }, 'what people may see could not be looked up');
      retryLater(() => void rereadAll());
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
    moment += 1;
    if (isClosed || !people.has(userId)) return;
    outdated.add(userId);
    void reread(userId);
  }

  return {
    async ask(userId) {
      const askedAt = moment;
      return { exceptions: await readOne(userId), moment: askedAt };
    },
    enter(userId, ticket) {
      if (ticket.moment === moment) {
        people.set(userId, ticket.exceptions);
        return;
      }
      // Something changed since, perhaps of this person: until that is known, nobody sees them.
      people.set(userId, { ...ticket.exceptions, appearsOffline: true });
      void reread(userId);
    },
    leave(userId) {
      people.delete(userId);
      outdated.delete(userId);
    },
    certainOf: (userId) => (outdated.has(userId) ? null : (people.get(userId) ?? null)),
    of: (userId) => people.get(userId) ?? null,
    refresh,
    refreshAll() {
      void rereadAll();
    },
    close() {
      isClosed = true;
      for (const timer of retries) clearTimeout(timer);
    },
  };
}
