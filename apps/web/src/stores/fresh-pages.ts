import type { Card } from '@safarnama/contracts';
import type { StaleGuard } from '../lib/stale-guard.ts';
import {
  type CardLists,
  findNewCards,
  type LoadPage,
  readList,
  updateList,
  withFreshPage,
  withPage,
} from './card-lists.ts';

/** How long a list is considered up to date. */
const FRESH_MS = 60_000;

export interface FreshPageActions {
  /**
   * Requests the first page of a list again, unless that was done within the last minute, and stores it in `freshPages`
   * if it has stories that the list lacks. A failure changes nothing.
   */
  checkForNew: (key: string, load: LoadPage) => Promise<void>;
  /** Replaces a list with its page in `freshPages`. */
  showNew: (key: string) => void;
}

interface Deps {
  get: () => CardLists;
  set: (change: (lists: CardLists) => Partial<CardLists>) => void;
  /** Invalidated when the user signs out. */
  session: StaleGuard;
  /** By the key of a list; superseded by each load of its first page. */
  listRequests: ReadonlyMap<string, StaleGuard>;
  /** Starts a request. @returns a function that adds the user's likes and bookmarks since then to a card received. */
  keepReactions: () => (received: Card) => Card;
}

/** Checks for stories that were published after a list was loaded. */
export function createFreshPages({ get, set, session, listRequests, keepReactions }: Deps) {
  /** When the first page of a list was requested last. */
  const requestedAt = new Map<string, number>();

  const actions: FreshPageActions = {
    async checkForNew(key, load) {
      if (Date.now() - (requestedAt.get(key) ?? 0) < FRESH_MS) return;
      requestedAt.set(key, Date.now());
      const isSessionOver = session.track();
      const isReplaced = listRequests.get(key)?.track();
      const keep = keepReactions();
      // After a failure, the next check tries again.
      const page = await load(null).catch(() => null);
      if (page === null || isSessionOver() || isReplaced?.()) return;
      const isNew = findNewCards(readList(get(), key), page.posts).length > 0;
      set((lists) => withFreshPage(lists, key, isNew ? { ...page, posts: page.posts.map(keep) } : null));
    },

    showNew(key) {
      const page = get().freshPages[key];
      if (!page) return;
      // Pages requested earlier continue the old first page.
      listRequests.get(key)?.invalidate();
      set((lists) => ({
        ...updateList(lists, key, (list) => withPage(list, page, null)),
        ...withFreshPage(lists, key, null),
      }));
    },
  };
  return {
    actions,
    /** Call when the first page of a list is requested. */
    handleLoad: (key: string) => requestedAt.set(key, Date.now()),
    reset: () => requestedAt.clear(),
  };
}
