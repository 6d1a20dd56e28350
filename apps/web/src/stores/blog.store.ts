import type { Card, CardPage, Post, PublicUser } from '@safarnama/contracts';
import { DEFAULT_MESSAGES, EXCERPT_LENGTH } from '@safarnama/contracts';
import { create } from 'zustand';
import * as postApi from '../api/post.api.ts';
import { ApiError, errorMessage } from '../lib/api-client.ts';
import { firstGraphemes } from '../lib/text.ts';

/** How the loading of one list goes: the two fields of the store tell about the last request of any kind. */
interface ListStatus {
  isLoading: boolean;
  error: string | null;
}

/** A list that belongs to one page alone: what was searched, one's bookmarks, a person's stories. */
export interface CachedList extends ListStatus {
  cards: Card[];
  /** Where it goes on: a cursor, null after the last page, undefined before the first. */
  cursor: string | null | undefined;
  /** Whose stories these are, where they are one person's. */
  author: PublicUser | null;
  /** What is listed does not exist. */
  isNotFound: boolean;
}

/** One page of a list, with the person whose stories these are where they are one person's. */
export type ListPage = CardPage & { author?: PublicUser };

export interface BlogState {
  /** All stories that have been loaded, newest first, as cards. */
  allposts: Card[];
  /** One's own stories that have been loaded, newest first, as cards. */
  myPosts: Card[];
  /** The story whose page is open. */
  currentPost: Post | null;
  loading: boolean;
  error: string | null;
  /** The last story asked for does not exist. */
  isNotFound: boolean;
  /** Where each list goes on: a cursor, null after the last page, undefined before the first. */
  allCursor: string | null | undefined;
  myCursor: string | null | undefined;
  allStatus: ListStatus;
  myStatus: ListStatus;
  /** The lists of single pages, the latest last, so that Back finds them as they were left. */
  cachedLists: Record<string, CachedList>;
}

export interface BlogActions {
  /** Loads the first page anew. */
  fetchAllPosts: () => Promise<void>;
  /** Loads the page after the last one; nothing when there is none. */
  fetchMoreAllPosts: () => Promise<void>;
  fetchMyPosts: () => Promise<void>;
  fetchMoreMyPosts: () => Promise<void>;
  /**
   * Loads a page of a list that belongs to one page alone, and keeps it under `key`.
   *
   * @param cursor - null for the first page; what was kept under the key is forgotten then.
   */
  fetchList: (
    key: string,
    load: (cursor: string | null) => Promise<ListPage>,
    cursor: string | null,
  ) => Promise<void>;
  fetchPost: (slug: string) => Promise<void>;
  clearCurrentPost: () => void;
  /** Each gives the stored story, or null and the reason in `error`. */
  createPost: (body: postApi.PostBody, onProgress?: postApi.OnProgress) => Promise<Post | null>;
  updatePost: (id: string, body: postApi.PostBody, onProgress?: postApi.OnProgress) => Promise<Post | null>;
  deletePost: (id: string) => Promise<boolean>;
  /** Shown at once, taken back when the server refuses; false then. */
  toggleLike: (id: string) => Promise<boolean>;
  toggleBookmark: (id: string) => Promise<boolean>;
  /** Forgets everything of the person who was signed in. */
  reset: () => void;
}

const IDLE: ListStatus = { isLoading: false, error: null };

/** A list before its first answer. */
export const EMPTY_LIST: CachedList = {
  cards: [],
  cursor: undefined,
  author: null,
  isLoading: true,
  error: null,
  isNotFound: false,
};

/** As many as somebody may go back through; each holds a few pages of cards. */
const MAX_CACHED_LISTS = 12;

const initialState: BlogState = {
  allposts: [],
  myPosts: [],
  currentPost: null,
  loading: false,
  error: null,
  isNotFound: false,
  allCursor: undefined,
  myCursor: undefined,
  allStatus: IDLE,
  myStatus: IDLE,
  cachedLists: {},
};

type ListName = 'allposts' | 'myPosts';
type PostReaction = Pick<Card, 'likedByMe' | 'likeCount'> | Pick<Card, 'bookmarkedByMe'>;

const LISTS = {
  allposts: {
    load: postApi.listAll,
    cursor: 'allCursor',
    status: 'allStatus',
    fallback: DEFAULT_MESSAGES.getPosts,
  },
  myPosts: {
    load: postApi.listOwn,
    cursor: 'myCursor',
    status: 'myStatus',
    fallback: DEFAULT_MESSAGES.myPosts,
  },
} as const;

/** The card of a whole story, as the API would make it. */
function toCard(post: Post): Card {
  const { blogContent, blogHtml: _html, ...rest } = post;
  return { ...rest, excerpt: firstGraphemes(blogContent, EXCERPT_LENGTH) };
}

function uniqueById(cards: Card[]): Card[] {
  return [...new Map(cards.map((card) => [card._id, card])).values()];
}

/** The same change in each list that is kept. */
function mapCachedLists(lists: Record<string, CachedList>, change: (cards: Card[]) => Card[]) {
  return Object.fromEntries(
    Object.entries(lists).map(([key, list]) => [key, { ...list, cards: change(list.cards) }]),
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

function withReaction<T extends Card | Post>(id: string, change: PostReaction): (post: T) => T {
  return (post) => (post._id === id ? { ...post, ...change } : post);
}

export const useBlogStore = create<BlogState & BlogActions>()((set, get) => {
  /** Counts resets: an answer that was asked for by somebody else before is dropped. */
  let generation = 0;
  /** The slug last asked for: an earlier answer that comes later is dropped. */
  let requestedSlug: string | null = null;
  /** Requests on their way: `loading` holds until the last of them has ended. */
  let pendingCount = 0;
  const runningPages = new Map<ListName, Promise<void>>();
  /** Counts first pages of each kept list: an answer to an earlier one is dropped. */
  const runs = new Map<string, number>();
  /** What the person wants last, for each story with a like or bookmark on its way. */
  const pendingReactions = new Map<string, boolean>();

  /**
   * One request: `loading` and `error` as the specification has them.
   *
   * @param isCurrent - asked when the answer is there; an answer nobody waits for any more changes nothing.
   * @returns what `onSuccess` gives; null when it failed or was dropped.
   */
  async function track<Data, Result>(
    send: () => Promise<Data>,
    onSuccess: (data: Data) => Result,
    fallback: string,
    isCurrent: () => boolean = () => true,
    onError: (message: string, error: unknown) => void = () => undefined,
  ): Promise<Result | null> {
    const startGeneration = generation;
    const end = () => {
      if (startGeneration !== generation) return false;
      pendingCount -= 1;
      set({ loading: pendingCount > 0 });
      return isCurrent();
    };
    pendingCount += 1;
    set({ loading: true, error: null });
    try {
      const data = await send();
      return end() ? onSuccess(data) : null;
    } catch (error) {
      if (end()) {
        const message = errorMessage(error, fallback);
        set({ error: message });
        onError(message, error);
      }
      return null;
    }
  }

  async function loadPage(list: ListName, isFirst: boolean): Promise<void> {
    const { load, cursor, status, fallback } = LISTS[list];
    set({ [status]: { isLoading: true, error: null } });
    await track(
      () => load(isFirst ? null : (get()[cursor] ?? null)),
      (page: CardPage) =>
        set((state) => ({
          [list]: isFirst ? page.posts : uniqueById([...state[list], ...page.posts]),
          [cursor]: page.nextCursor,
          [status]: IDLE,
        })),
      fallback,
      undefined,
      (error) => set({ [status]: { isLoading: false, error } }),
    );
  }

  /** Changes one kept list and puts it last; the oldest ones beyond the limit go. */
  function updateCachedList(key: string, change: (list: CachedList) => CachedList): void {
    set(({ cachedLists }) => {
      const { [key]: list = EMPTY_LIST, ...others } = cachedLists;
      const older = Object.entries(others).slice(-(MAX_CACHED_LISTS - 1));
      return { cachedLists: { ...Object.fromEntries(older), [key]: change(list) } };
    });
  }

  /** One page of a list at a time: two at once would ask for the same cursor. */
  function fetchPage(list: ListName, isFirst: boolean): Promise<void> {
    const running = runningPages.get(list);
    if (running) return running;
    const started = loadPage(list, isFirst).finally(() => {
      if (runningPages.get(list) === started) runningPages.delete(list);
    });
    runningPages.set(list, started);
    return started;
  }

  function applyReaction(id: string, change: PostReaction): void {
    set((state) => ({
      allposts: state.allposts.map(withReaction<Card>(id, change)),
      myPosts: state.myPosts.map(withReaction<Card>(id, change)),
      cachedLists: mapCachedLists(state.cachedLists, (cards) => cards.map(withReaction<Card>(id, change))),
      currentPost: state.currentPost && withReaction<Post>(id, change)(state.currentPost),
    }));
  }

  function findPost(id: string): Card | Post | undefined {
    const { currentPost, allposts, myPosts, cachedLists } = get();
    if (currentPost?._id === id) return currentPost;
    const lists = [allposts, myPosts, ...Object.values(cachedLists).map(({ cards }) => cards)];
    return lists.flat().find((card) => card._id === id);
  }

  /**
   * Toggles a mark at once and sends it; clicks meanwhile only change what is wanted, and the last one is sent
   * when the answer is there. So two quick clicks never arrive in the wrong order.
   */
  async function toggle(
    key: string,
    isOn: boolean,
    show: (isOn: boolean) => void,
    send: (isOn: boolean) => Promise<PostReaction>,
    id: string,
  ): Promise<boolean> {
    const isRunning = pendingReactions.has(key);
    pendingReactions.set(key, !isOn);
    show(!isOn);
    if (isRunning) return true;
    let stored = isOn;
    try {
      for (let target = !isOn; target !== stored; target = pendingReactions.get(key) ?? stored) {
        const data = await send(target);
        stored = target;
        if ((pendingReactions.get(key) ?? stored) === stored) applyReaction(id, data);
      }
      return true;
    } catch {
      show(stored);
      return false;
    } finally {
      pendingReactions.delete(key);
    }
  }

  return {
    ...initialState,

    fetchAllPosts: () => fetchPage('allposts', true),
    async fetchMoreAllPosts() {
      if (typeof get().allCursor === 'string') await fetchPage('allposts', false);
    },
    fetchMyPosts: () => fetchPage('myPosts', true),
    async fetchMoreMyPosts() {
      if (typeof get().myCursor === 'string') await fetchPage('myPosts', false);
    },

    async fetchList(key, load, cursor) {
      const run = (runs.get(key) ?? 0) + (cursor === null ? 1 : 0);
      runs.set(key, run);
      updateCachedList(key, (list) =>
        cursor === null ? EMPTY_LIST : { ...list, isLoading: true, error: null },
      );
      await track(
        () => load(cursor),
        (page) =>
          updateCachedList(key, (list) => ({
            cards: cursor === null ? page.posts : uniqueById([...list.cards, ...page.posts]),
            cursor: page.nextCursor,
            author: page.author ?? list.author,
            isLoading: false,
            error: null,
            isNotFound: false,
          })),
        DEFAULT_MESSAGES.myPosts,
        () => runs.get(key) === run,
        (error, cause) =>
          updateCachedList(key, (list) => ({
            ...list,
            isLoading: false,
            error,
            isNotFound: isMissing(cause),
          })),
      );
    },

    async fetchPost(slug) {
      requestedSlug = slug;
      // Another story that was set as the current one (by an update) is not this one.
      set(({ currentPost }) => ({
        isNotFound: false,
        currentPost: currentPost?.slug === slug ? currentPost : null,
      }));
      await track(
        () => postApi.getBySlug(slug),
        (currentPost) => set({ currentPost }),
        DEFAULT_MESSAGES.getPost,
        () => requestedSlug === slug,
        (_message, error) => set({ currentPost: null, isNotFound: isMissing(error) }),
      );
    },

    clearCurrentPost() {
      requestedSlug = null;
      set({ currentPost: null, error: null, isNotFound: false });
    },

    createPost: (body, onProgress) =>
      track(
        async () => {
          const { post, isNew } = await postApi.create(body, onProgress);
          // An earlier try was stored, whose answer was lost: it may have been changed since.
          return isNew ? post : postApi.update(post._id, body, onProgress);
        },
        (post) => {
          const card = toCard(post);
          set((state) => ({
            allposts: uniqueById([card, ...state.allposts]),
            myPosts: uniqueById([card, ...state.myPosts]),
          }));
          return post;
        },
        DEFAULT_MESSAGES.createPost,
      ),

    updatePost: (id, body, onProgress) =>
      track(
        () => postApi.update(id, body, onProgress),
        (post) => {
          const replace = (cards: Card[]) => cards.map((card) => (card._id === id ? toCard(post) : card));
          set((state) => ({
            allposts: replace(state.allposts),
            myPosts: replace(state.myPosts),
            cachedLists: mapCachedLists(state.cachedLists, replace),
            currentPost: post,
          }));
          return post;
        },
        DEFAULT_MESSAGES.updatePost,
      ),

    async deletePost(id) {
      const isDeleted = await track(
        () => postApi.remove(id),
        (removedId) => {
          const remove = (cards: Card[]) => cards.filter((card) => card._id !== removedId);
          set((state) => ({
            allposts: remove(state.allposts),
            myPosts: remove(state.myPosts),
            cachedLists: mapCachedLists(state.cachedLists, remove),
          }));
          return true;
        },
        DEFAULT_MESSAGES.deletePost,
      );
      return isDeleted ?? false;
    },

    async toggleLike(id) {
      const post = findPost(id);
      if (!post) return false;
      const { likedByMe, likeCount } = post;
      const withoutMine = likeCount - (likedByMe ? 1 : 0);
      const show = (isOn: boolean) =>
        applyReaction(id, { likedByMe: isOn, likeCount: withoutMine + (isOn ? 1 : 0) });
      return toggle(`like:${id}`, likedByMe, show, (isOn) => postApi.setLike(id, isOn), id);
    },

    async toggleBookmark(id) {
      const post = findPost(id);
      if (!post) return false;
      const show = (bookmarkedByMe: boolean) => applyReaction(id, { bookmarkedByMe });
      const send = async (isOn: boolean) => ({ bookmarkedByMe: await postApi.setBookmark(id, isOn) });
      return toggle(`bookmark:${id}`, post.bookmarkedByMe, show, send, id);
    },

    reset() {
      generation += 1;
      pendingCount = 0;
      requestedSlug = null;
      runningPages.clear();
      set(initialState);
    },
  };
});
