import { historyIndex } from './history-index.ts';
import { randomId } from './random-id.ts';
import { onSessionEnd } from './session-end.ts';

/** What a history entry showed, so that Back and a reload show it again. */
export interface EntryView {
  /** Index in the history, as counted by the router. */
  index: number;
  pathname: string;
  scrollTop: number;
  /** Number of items in the list of the page. */
  itemCount: number;
  /** Scroll position of a list that scrolls in an element of its own. */
  listTop?: number;
  /** The first visible message of a conversation that is not at its end. */
  firstMessage?: FirstMessage | undefined;
  /** The link that was clicked last, by which the entry may have been left. */
  clickedLink?: ClickedLink;
  /** Whether the page has been scrolled to the heading in the hash. */
  isAnchorShown?: boolean;
  /** Related stories that this user had read when they were loaded. */
  readRelated?: { userId: string; postIds: readonly string[] };
}

export interface FirstMessage {
  id: string;
  createdAt: string;
  /** How much of it is scrolled out of sight, in pixels. */
  offset: number;
}

interface ClickedLink {
  /** Position among the links of the page; -1 if another part of the page was clicked. */
  index: number;
  href: string | null | undefined;
}

/** The router's key for history entries that it has not created, such as one for an edited hash. */
export const NO_KEY = 'default';
const STORAGE_KEY = 'safarnama:entry-views';
const MAX_SAVED = 50;

/** Views by key of their history entry, oldest first. */
const views: Map<string, EntryView> = typeof window === 'undefined' ? new Map() : loadViews();
/** Index of the entry that was opened last. */
let openedIndex = 0;

// The next user's conversation at the same URL is another one.
onSessionEnd(() => {
  for (const view of views.values()) view.firstMessage = undefined;
});

export function readView(key: string): Readonly<EntryView> | undefined {
  return views.get(key);
}

export function updateView(key: string, changes: Partial<Omit<EntryView, 'index' | 'pathname'>>): void {
  const view = views.get(key);
  if (view) Object.assign(view, changes);
}

/**
 * Adds the view of the current history entry, unless it has one, and removes the views of entries that the navigation
 * has dropped from the history.
 */
export function openView(key: string, pathname: string, navigationType: 'PUSH' | 'REPLACE' | 'POP'): void {
  const index = historyIndex(window.history.state);
  openedIndex = index;
  if (key === NO_KEY || views.has(key)) return;
  for (const [otherKey, other] of views) {
    const isDropped =
      (navigationType === 'PUSH' && other.index >= index) ||
      (navigationType === 'REPLACE' && other.index === index);
    if (isDropped) views.delete(otherKey);
  }
  views.set(key, { index, pathname, scrollTop: 0, itemCount: 0 });
}

/** Whether a navigation goes forward; call it while the new page renders, before `openView`. */
export function isGoingForward(): boolean {
  return historyIndex(window.history.state) > openedIndex;
}

/** Number of entries to go back to the latest one with this path; 0 when there is none in this tab. */
export function stepsBackTo(pathname: string): number {
  const index = historyIndex(window.history.state);
  const indexes = [...views.values()]
    .filter((view) => view.pathname === pathname && view.index < index)
    .map((view) => view.index);
  return indexes.length === 0 ? 0 : index - Math.max(...indexes);
}

/** Returns the views of this document from before a reload; none for a new document. */
function loadViews(): Map<string, EntryView> {
  saveViewsOnLeaving();
  const state: { key?: string } | null = window.history.state;
  if (state?.key === undefined) {
    // The router would give the first entry of every document the same key.
    window.history.replaceState({ ...state, key: randomId() }, '');
    return new Map();
  }
  try {
    const saved = new Map<string, EntryView>(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]'));
    return saved.has(state.key) ? saved : new Map();
  } catch {
    // Without storage, Back works until a reload.
    return new Map();
  }
}

/** Saves the views when the page is left or hidden: a phone may end a hidden tab without another event. */
function saveViewsOnLeaving(): void {
  const save = () => {
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...views].slice(-MAX_SAVED)));
    } catch {
      // Without storage, nothing is saved.
    }
  };
  window.addEventListener('pagehide', save);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') save();
  });
}
