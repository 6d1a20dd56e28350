import { createPersistedChoice } from './persisted-choice.ts';

/** A list of texts for each user of this device; see `createUserList`. */
interface UserList {
  /** The user's texts, latest last; the same object until they change. */
  read: (userId: string) => ReadonlySet<string>;
  /** Adds a text, or makes it the latest one. */
  add: (userId: string, text: string) => void;
  remove: (userId: string, text: string) => void;
  clear: (userId: string) => void;
  /** Subscribes to changes, in this tab or another. @returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
}

type Entry = readonly [userId: string, texts: readonly string[]];

/** Users with a list on this device. Beyond this number, the list that was changed longest ago is dropped. */
const MAX_USERS = 4;
const NONE: ReadonlySet<string> = new Set();

/**
 * @param key - in `localStorage`.
 * @param max - the oldest texts of a user are dropped beyond this number.
 */
export function createUserList(key: string, max: number): UserList {
  const saved = createPersistedChoice(key);
  /** Parsed once, since each card of a list reads it. */
  let parsed: { raw: string | null; sets: ReadonlyMap<string, ReadonlySet<string>> } = {
    raw: null,
    sets: new Map(),
  };

  function readAll(): ReadonlyMap<string, ReadonlySet<string>> {
    const raw = saved.read();
    if (raw !== parsed.raw) {
      parsed = { raw, sets: new Map(parse(raw).map(([userId, texts]) => [userId, new Set(texts)])) };
    }
    return parsed.sets;
  }

  function write(userId: string, texts: readonly string[]): void {
    const others = [...readAll()].filter(([id]) => id !== userId).slice(1 - MAX_USERS);
    const lists = texts.length === 0 ? others : [...others, [userId, texts.slice(-max)] as const];
    const entries = lists.map(([id, list]): Entry => [id, [...list]]);
    saved.save(entries.length === 0 ? null : JSON.stringify(entries));
  }

  const read = (userId: string) => readAll().get(userId) ?? NONE;
  const without = (userId: string, text: string) => [...read(userId)].filter((other) => other !== text);
  return {
    read,
    add(userId, text) {
      if ([...read(userId)].at(-1) !== text) write(userId, [...without(userId, text), text]);
    },
    remove: (userId, text) => write(userId, without(userId, text)),
    clear(userId) {
      if (read(userId).size > 0) write(userId, []);
    },
    subscribe: saved.subscribe,
  };
}

function parse(raw: string | null): readonly Entry[] {
  try {
    // Only `write` writes this key.
    return JSON.parse(raw ?? '[]') as Entry[];
  } catch {
    return [];
  }
}
