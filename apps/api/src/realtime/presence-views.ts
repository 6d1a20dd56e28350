import type { PresenceDelta } from '@safarnama/contracts';

/** What one person sees differently from everybody else. */
export interface VisibilityRules {
  /** In nobody's list but their own. */
  appearsOffline: boolean;
  /** Those who neither see nor are seen by this person. */
  blocked: ReadonlySet<string>;
}

/** What is told to somebody: the whole list, or who came and went since the last word. */
interface PresenceUpdate {
  /** As it is when asked for, which costs something with many people. */
  list(): string[];
  delta: PresenceDelta;
}

/** What is due: one word for everybody, and one for each person who sees it differently; null where nothing is new. */
interface PresenceUpdates {
  general: PresenceUpdate | null;
  /** By person. Who is named here must not get the general word. */
  personal: Map<string, PresenceUpdate | null>;
}

/**
 * Who sees whom online. Knows neither sockets nor time.
 *
 * A client that starts with `listFor` and then applies each word to it has, after each `takeUpdates`, the list that
 * `listFor` would give: whoever changed since the last words is named in the next ones as soon as somebody got a
 * list in between, even if they are back where they were.
 */
export interface PresenceViews {
  /** A person is online for others. */
  addOnline(userId: string): void;
  removeOnline(userId: string): void;
  /** Somebody begins to look on, who has no list yet. */
  addViewer(userId: string, exceptions: VisibilityRules): void;
  /** Changes what somebody who looks on sees differently. */
  setRules(userId: string, exceptions: VisibilityRules): void;
  /** Somebody looks on no longer. */
  removeViewer(userId: string): void;
  /** The ids this person sees, their own always among them, in the order in which they came. */
  listFor(userId: string): string[];
  /** Whether anything was changed since the last words. */
  hasChanges(): boolean;
  takeUpdates(): PresenceUpdates;
}

const EMPTY_SET: ReadonlySet<string> = new Set();

export function createPresenceViews(): PresenceViews {
  const online = new Set<string>();
  const exceptions = new Map<string, VisibilityRules>();
  /** Who changed since the last words, and whether they were online then. */
  const changed = new Map<string, boolean>();
  /** Pairs that were blocked or unblocked since the last words, by the one who is to be told. */
  const changedPairs = new Map<string, Set<string>>();
  let isListGiven = false;

  const blockedBy = (userId: string) => exceptions.get(userId)?.blocked ?? EMPTY_SET;

  function listFor(userId: string): string[] {
    const blocked = blockedBy(userId);
    const list = blocked.size === 0 ? [...online] : [...online].filter((id) => !blocked.has(id));
    if (!online.has(userId)) list.push(userId);
    return list;
  }

  function setExceptions(userId: string, next: VisibilityRules): void {
    if (next.appearsOffline || next.blocked.size > 0) exceptions.set(userId, next);
    else exceptions.delete(userId);
  }

  function change(userId: string): void {
    if (!changed.has(userId)) changed.set(userId, online.has(userId));
  }

  /** Ids whose state is news to who got the last words, or a list since. */
  function news(): string[] {
    const ids: string[] = [];
    for (const [id, was] of changed) if (isListGiven || online.has(id) !== was) ids.push(id);
    return ids;
  }

  function updateFor(userId: string, ids: readonly string[]): PresenceUpdate | null {
    const blocked = blockedBy(userId);
    const told = new Set(ids.filter((id) => !blocked.has(id)));
    // Of a pair that changed only who was or is online is news: a word of anybody else would tell of the block.
    for (const id of changedPairs.get(userId) ?? EMPTY_SET)
      if (online.has(id) || changed.has(id)) told.add(id);
    // One is always online to oneself.
    told.delete(userId);
    if (told.size === 0) return null;
    const isSeen = (id: string) => online.has(id) && !blocked.has(id);
    return { list: () => listFor(userId), delta: split([...told], isSeen) };
  }

  return {
    addOnline(userId) {
      if (online.has(userId)) return;
      change(userId);
      online.add(userId);
    },
    removeOnline(userId) {
      if (!online.has(userId)) return;
      change(userId);
      online.delete(userId);
    },
    addViewer: setExceptions,
    setRules(userId, next) {
      const [before, after] = [blockedBy(userId), next.blocked];
      setExceptions(userId, next);
      const pairs = [...before, ...after].filter((id) => before.has(id) !== after.has(id));
      if (pairs.length === 0) return;
      changedPairs.set(userId, new Set([...(changedPairs.get(userId) ?? EMPTY_SET), ...pairs]));
    },
    removeViewer(userId) {
      exceptions.delete(userId);
      changedPairs.delete(userId);
    },
    listFor(userId) {
      isListGiven = true;
      return listFor(userId);
    },
    hasChanges: () => changed.size > 0 || changedPairs.size > 0,
    takeUpdates() {
      const ids = news();
      const personal = new Map<string, PresenceUpdate | null>();
      for (const userId of new Set([...exceptions.keys(), ...changedPairs.keys()])) {
        personal.set(userId, updateFor(userId, ids));
      }
      const general: PresenceUpdate | null =
        ids.length === 0 ? null : { list: () => [...online], delta: split(ids, (id) => online.has(id)) };
      changed.clear();
      changedPairs.clear();
      isListGiven = false;
      return { general, personal };
    },
  };
}

function split(ids: readonly string[], isOnline: (id: string) => boolean): PresenceDelta {
  return { online: ids.filter(isOnline), offline: ids.filter((id) => !isOnline(id)) };
}
