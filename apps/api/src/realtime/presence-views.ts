import type { PresenceDelta } from '@safarnama/contracts';
import type { VisibilityRules } from './local-users.js';

/** What changed for a viewer since the last update: as a full list, or as a difference. */
interface PresenceUpdate {
  /** The current list. Computed on demand, as it is costly with many users. */
  list(): string[];
  delta: PresenceDelta;
}

export interface PresenceUpdates {
  /** For all viewers without an entry in `personal`; null when nothing changed. */
  general: PresenceUpdate | null;
  /** By viewer, for those whose rules make their list differ. Null when nothing changed for them. */
  personal: Map<string, PresenceUpdate | null>;
}

/**
 * Computes who sees whom online, without sockets or timers.
 *
 * A client that starts with `listFor` and applies each update has, after each `takeUpdates`, the list that `listFor`
 * would return. To ensure this, if a list was read since the last update, the next one names each user who changed in
 * the meantime, even a user who is back in the former state.
 */
interface PresenceViews {
  /** Replaces the set of users who are online for others. */
  setOnline(userIds: ReadonlySet<string>): void;
  /** Adds a viewer or changes their rules; null removes the viewer. */
  setViewer(userId: string, rules: VisibilityRules | null): void;
  /** The ids that a user sees, always including their own, in order of arrival. */
  listFor(userId: string): string[];
  /** The changes since the last call. */
  takeUpdates(): PresenceUpdates;
}

const EMPTY_SET: ReadonlySet<string> = new Set();

export function createPresenceViews(): PresenceViews {
  const online = new Set<string>();
  const viewers = new Map<string, VisibilityRules>();
  /** Users who came or left since the last update, and whether they were online before. */
  const changed = new Map<string, boolean>();
  /** By viewer: users who were blocked or unblocked since the last update. */
  const changedBlocks = new Map<string, Set<string>>();
  let wasListRead = false;

  const getBlocked = (userId: string) => viewers.get(userId)?.blocked ?? EMPTY_SET;

  function recordChange(userId: string): void {
    if (!changed.has(userId)) changed.set(userId, online.has(userId));
  }

  function recordBlockChanges(userId: string, next: ReadonlySet<string>): void {
    const previous = getBlocked(userId);
    const ids = [...previous, ...next].filter((id) => previous.has(id) !== next.has(id));
    if (ids.length === 0) return;
    changedBlocks.set(userId, new Set([...(changedBlocks.get(userId) ?? EMPTY_SET), ...ids]));
  }

  function listFor(userId: string): string[] {
    const blocked = getBlocked(userId);
    const list = blocked.size === 0 ? [...online] : [...online].filter((id) => !blocked.has(id));
    if (!online.has(userId)) list.push(userId);
    return list;
  }

  function buildUpdate(userId: string, changedIds: readonly string[]): PresenceUpdate | null {
    const blocked = getBlocked(userId);
    const ids = new Set(changedIds.filter((id) => !blocked.has(id)));
    // Of blocked and unblocked users, name only those who are or were online: others would reveal the block.
    for (const id of changedBlocks.get(userId) ?? EMPTY_SET)
      if (online.has(id) || changed.has(id)) ids.add(id);
    // Users always see themselves online.
    ids.delete(userId);
    if (ids.size === 0) return null;
    return {
      list: () => listFor(userId),
      delta: toDelta([...ids], (id) => online.has(id) && !blocked.has(id)),
    };
  }

  return {
    setOnline(userIds) {
      for (const id of online) {
        if (userIds.has(id)) continue;
        recordChange(id);
        online.delete(id);
      }
      for (const id of userIds) {
        if (online.has(id)) continue;
        recordChange(id);
        online.add(id);
      }
    },
    setViewer(userId, rules) {
      if (rules === null) {
        viewers.delete(userId);
        changedBlocks.delete(userId);
        return;
      }
      if (viewers.has(userId)) recordBlockChanges(userId, rules.blocked);
      viewers.set(userId, rules);
    },
    listFor(userId) {
      wasListRead = true;
      return listFor(userId);
    },
    takeUpdates() {
      const ids = [...changed].filter(([id, was]) => wasListRead || online.has(id) !== was).map(([id]) => id);
      const personal = new Map<string, PresenceUpdate | null>();
      for (const [userId, { appearsOffline, blocked }] of viewers) {
        if (appearsOffline || blocked.size > 0 || changedBlocks.has(userId)) {
          personal.set(userId, buildUpdate(userId, ids));
        }
      }
      const general =
        ids.length === 0 ? null : { list: () => [...online], delta: toDelta(ids, (id) => online.has(id)) };
      changed.clear();
      changedBlocks.clear();
      wasListRead = false;
      return { general, personal };
    },
  };
}

function toDelta(ids: readonly string[], isOnline: (id: string) => boolean): PresenceDelta {
  return { online: ids.filter(isOnline), offline: ids.filter((id) => !isOnline(id)) };
}
