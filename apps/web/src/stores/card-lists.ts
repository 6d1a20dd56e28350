import type {
  AuthorProfile,
  Card,
  CardPage,
  PlaceHit,
  PlacePage,
  SearchCard,
  SearchPage,
} from '@safarnama/contracts';
import { uniqueById } from '../lib/unique-by-id.ts';

/** The loading state of a list. */
export interface ListStatus {
  /** Cursor of the next page; null after the last page, undefined before the first. */
  cursor: string | null | undefined;
  isLoading: boolean;
  /** Why the last page could not be loaded; null when it was loaded. */
  error: unknown;
  /** Whether the page that could not be loaded is the first; a list loaded before keeps its cards. */
  hasFirstPageFailed: boolean;
}

/** A list that belongs to one page of the site: search results, bookmarks, the stories of an author or of a place. */
interface CachedList extends ListStatus {
  cards: ListCard[];
  /** What a search found besides stories; null for any other list. */
  search: SearchSummary | null;
  /** The author, when all cards are by one author. */
  author: AuthorProfile | null;
  /** Places that the author has written about. */
  places: readonly PlaceHit[];
  /** The place, when the list has its stories. */
  place: PlacePage | null;
}

/** A card, with the matched words when a search has found it. */
type ListCard = Card & Partial<Pick<SearchCard, 'matches'>>;

type SearchSummary = Pick<SearchPage, 'total' | 'people' | 'places' | 'corrected'>;

/** One page of cards, with the author or place that all of them share, or with the summary of a search. */
export type ListPage = CardPage & {
  author?: AuthorProfile;
  places?: PlaceHit[];
  place?: PlacePage;
  search?: SearchSummary;
};

/** Loads the page of a list at a cursor, null for the first. */
export type LoadPage = (cursor: string | null) => Promise<ListPage>;

export const IDLE: ListStatus = {
  cursor: undefined,
  isLoading: false,
  error: null,
  hasFirstPageFailed: false,
};

/** A list whose first page is being loaded. */
export const EMPTY_LIST: CachedList = {
  ...IDLE,
  cards: [],
  search: null,
  author: null,
  places: [],
  place: null,
  isLoading: true,
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
  /** The cached lists by key, most recent last. */
  cachedLists: Record<string, CachedList>;
  /** Newer first pages by the key of their list, not shown yet because they have stories that the list lacks. */
  freshPages: Readonly<Record<string, ListPage>>;
}

const FEED_STATUS = { allposts: 'allStatus', myPosts: 'myStatus' } as const;

/** Name of a list with a state field of its own. */
export type Feed = keyof typeof FEED_STATUS;

export function isFeed(key: string): key is Feed {
  return Object.hasOwn(FEED_STATUS, key);
}

/** The list named `key`: a feed or a cached list. */
export function readList(lists: CardLists, key: string): CachedList {
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
    const { cards, cursor, isLoading, error, hasFirstPageFailed } = next;
    return { [key]: cards, [FEED_STATUS[key]]: { cursor, isLoading, error, hasFirstPageFailed } };
  }
  const { [key]: _previous, ...others } = lists.cachedLists;
  const recent = Object.entries(others).slice(-(MAX_CACHED_LISTS - 1));
  return { cachedLists: { ...Object.fromEntries(recent), [key]: next } };
}

/** Appends a page; the first page (`cursor` null) replaces the cards of the list. */
export function withPage(list: CachedList, page: ListPage, cursor: string | null): CachedList {
  return {
    ...IDLE,
    cards: cursor === null ? page.posts : uniqueById([...list.cards, ...page.posts]),
    cursor: page.nextCursor,
    // Only the first page contains the summary of a search.
    search: cursor === null ? (page.search ?? null) : list.search,
    author: page.author ?? list.author,
    places: page.places ?? list.places,
    place: page.place ?? list.place,
  };
}

/** The stories of a newer first page that the list lacks. */
export function findNewCards(
  { cards, cursor }: Pick<CachedList, 'cards' | 'cursor'>,
  fresh: readonly Card[],
): Card[] {
  const known = new Set(cards.map(({ _id }) => _id));
  // Older stories than the loaded ones are not new: they moved up from the next page, because others were deleted.
  const oldest = cursor === null ? undefined : cards.at(-1);
  const isNew = ({ _id, createdAt }: Card) => !known.has(_id) && (!oldest || createdAt > oldest.createdAt);
  return fresh.filter(isNew);
}

/** The newer first pages with one added or, if `page` is null, removed. */
export function withFreshPage(
  { freshPages }: CardLists,
  key: string,
  page: ListPage | null,
): Pick<CardLists, 'freshPages'> {
  const { [key]: _previous, ...others } = freshPages;
  return { freshPages: page ? { ...others, [key]: page } : others };
}

/** Applies one change to all lists or pages by their keys. */
export function mapByKey<T>(
  byKey: Readonly<Record<string, T>>,
  change: (value: T, key: string) => T,
): Record<string, T> {
  return Object.fromEntries(Object.entries(byKey).map(([key, value]) => [key, change(value, key)]));
}

/** Applies one change to the cards of every list. */
export function mapCards(
  { allposts, myPosts, cachedLists, freshPages }: CardLists,
  change: (cards: Card[]) => Card[],
): Pick<CardLists, 'allposts' | 'myPosts' | 'cachedLists' | 'freshPages'> {
  return {
    allposts: change(allposts),
    myPosts: change(myPosts),
    cachedLists: mapByKey(cachedLists, (list) => ({ ...list, cards: change(list.cards) })),
    freshPages: mapByKey(freshPages, (page) => ({ ...page, posts: change(page.posts) })),
  };
}

/** Finds a loaded card in any of the lists. */
export function findCard({ allposts, myPosts, cachedLists }: CardLists, id: string): Card | undefined {
  const lists = [allposts, myPosts, ...Object.values(cachedLists).map(({ cards }) => cards)];
  return lists.flat().find((card) => card._id === id);
}
