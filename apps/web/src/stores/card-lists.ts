import type { Card, CardPage, PublicUser } from '@safarnama/contracts';

/** The loading state of a list. */
export interface ListStatus {
  /** Cursor of the next page; null after the last page, undefined before the first. */
  cursor: string | null | undefined;
  isLoading: boolean;
  /** Why the last page could not be loaded; null when it was loaded. */
  error: string | null;
}

/** A list of one page: search results, bookmarks, the stories of an author. */
export interface CachedList extends ListStatus {
  cards: Card[];
  /** The author, when all cards are by one author. */
  author: PublicUser | null;
  /** The API responded 404: no such author. */
  isNotFound: boolean;
}

/** One page of cards, with the author when all cards are by one author. */
export type ListPage = CardPage & { author?: PublicUser };

export const IDLE: ListStatus = { cursor: undefined, isLoading: false, error: null };

/** A list whose first page is being loaded. */
export const EMPTY_LIST: CachedList = {
  cards: [],
  cursor: undefined,
  author: null,
  isLoading: true,
  error: null,
  isNotFound: false,
};

/** Lists are cached for the Back button; each contains a few pages of cards. */
const MAX_CACHED_LISTS = 12;

/** Every list of the blog store. The two feeds have fields of their own, named as in the specification. */
export interface CardLists {
  /** Stories of all authors, newest first, as far as they are loaded. */
  allposts: Card[];
  /** The user's own stories, newest first, as far as they are loaded. */
  myPosts: Card[];
  allStatus: ListStatus;
  myStatus: ListStatus;
  /** The lists of single pages by key, the most recent last. */
  cachedLists: Record<string, CachedList>;
}

const FEED_STATUS = { allposts: 'allStatus', myPosts: 'myStatus' } as const;

/** Name of a list with a state field of its own. */
export type Feed = keyof typeof FEED_STATUS;

export function isFeed(key: string): key is Feed {
  return Object.hasOwn(FEED_STATUS, key);
}

/** The list named `key`: a feed or a cached list. */
function readList(lists: CardLists, key: string): CachedList {
  if (isFeed(key)) return { ...EMPTY_LIST, ...lists[FEED_STATUS[key]], cards: lists[key] };
  return lists.cachedLists[key] ?? EMPTY_LIST;
}

/** Changes the list named `key`. A cached list becomes the most recent one; the oldest beyond the limit are dropped. */
export function updateList(
  lists: CardLists,
  key: string,
  change: (list: CachedList) => CachedList,
): Partial<CardLists> {
  const next = change(readList(lists, key));
  if (isFeed(key)) {
    const { cards, cursor, isLoading, error } = next;
    return { [key]: cards, [FEED_STATUS[key]]: { cursor, isLoading, error } };
  }
  const { [key]: _previous, ...others } = lists.cachedLists;
  const recent = Object.entries(others).slice(-(MAX_CACHED_LISTS - 1));
  return { cachedLists: { ...Object.fromEntries(recent), [key]: next } };
}

/** Appends a page; the first page (`cursor` null) replaces what is there. */
export function withPage(list: CachedList, page: ListPage, cursor: string | null): CachedList {
  return {
    cards: cursor === null ? page.posts : uniqueById([...list.cards, ...page.posts]),
    cursor: page.nextCursor,
    author: page.author ?? list.author,
    isLoading: false,
    error: null,
    isNotFound: false,
  };
}

/** Applies one change to the cards of every list. */
export function mapCards(
  { allposts, myPosts, cachedLists }: CardLists,
  change: (cards: Card[]) => Card[],
): Partial<CardLists> {
  return {
    allposts: change(allposts),
    myPosts: change(myPosts),
    cachedLists: Object.fromEntries(
      Object.entries(cachedLists).map(([key, list]) => [key, { ...list, cards: change(list.cards) }]),
    ),
  };
}

/** Finds a loaded card in any of the lists. */
export function findCard({ allposts, myPosts, cachedLists }: CardLists, id: string): Card | undefined {
  const lists = [allposts, myPosts, ...Object.values(cachedLists).map(({ cards }) => cards)];
  return lists.flat().find((card) => card._id === id);
}

/** Returns each card once, with its latest content, in the position where it first occurs. */
export function uniqueById(cards: Card[]): Card[] {
  return [...new Map(cards.map((card) => [card._id, card])).values()];
}
