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
export interface KeptList extends ListStatus {
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
  keptLists: Record<string, KeptList>;
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
export const NEW_LIST: KeptList = {
  cards: [],
  cursor: undefined,
  author: null,
  isLoading: true,
  error: null,
  isNotFound: false,
};

/** As many as somebody may go back through; each holds a few pages of cards. */
const MAX_KEPT_LISTS = 12;

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
  keptLists: {},
};

type ListName = 'allposts' | 'myPosts';
type Mark = Pick<Card, 'likedByMe' | 'likeCount'> | Pick<Card, 'bookmarkedByMe'>;

const LISTS = {
  allposts: {
    load: postApi.listAll,
    cursor: 'allCursor',
    status: 'allStatus',
    fallback: DEFAULT_MESSAGES.getPosts,
  },
  myPosts: {
    load: postApi.listMine,
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

function withoutDoubles(cards: Card[]): Card[] {
  return [...new Map(cards.map((card) => [card._id, card])).values()];
}

/** The same change in each list that is kept. */
function inKeptLists(lists: Record<string, KeptList>, change: (cards: Card[]) => Card[]) {
  return Object.fromEntries(
    Object.entries(lists).map(([key, list]) => [key, { ...list, cards: change(list.cards) }]),
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

function mark<T extends Card | Post>(id: string, change: Mark): (post: T) => T {
  return (post) => (post._id === id ? { ...post, ...change } : post);
}

export const useBlogStore = create<BlogState & BlogActions>()((set, get) => {
  /** Counts resets: an answer that was asked for by somebody else before is dropped. */
  let generation = 0;
  /** The slug last asked for: an earlier answer that comes later is dropped. */
  let wantedSlug: string | null = null;
  /** Requests on their way: `loading` holds until the last of them has ended. */
  let pending = 0;
  const runningPages = new Map<ListName, Promise<void>>();
  /** Counts first pages of each kept list: an answer to an earlier one is dropped. */
  const runs = new Map<string, number>();
  /** What the person wants last, for each story with a like or bookmark on its way. */
  const wantedMarks = new Map<string, boolean>();

  /**
   * One request: `loading` and `error` as the specification has them.
   *
   * @param isWanted - asked when the answer is there; an answer nobody waits for any more changes nothing.
   * @returns what `onAnswer` gives; null when it failed or was dropped.
   */
  async function track<Answer, Result>(
    send: () => Promise<Answer>,
    onAnswer: (answer: Answer) => Result,
    fallback: string,
    isWanted: () => boolean = () => true,
    onError: (message: string, error: unknown) => void = () => undefined,
  ): Promise<Result | null> {
    const startedIn = generation;
    const end = () => {
      if (startedIn !== generation) return false;
      pending -= 1;
      set({ loading: pending > 0 });
      return isWanted();
    };
    pending += 1;
    set({ loading: true, error: null });
    try {
      const answer = await send();
      return end() ? onAnswer(answer) : null;
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
          [list]: isFirst ? page.posts : withoutDoubles([...state[list], ...page.posts]),
          [cursor]: page.nextCursor,
          [status]: IDLE,
        })),
      fallback,
      undefined,
      (error) => set({ [status]: { isLoading: false, error } }),
    );
  }

  /** Changes one kept list and puts it last; the oldest ones beyond the limit go. */
  function keepList(key: string, change: (list: KeptList) => KeptList): void {
    set(({ keptLists }) => {
      const { [key]: list = NEW_LIST, ...others } = keptLists;
      const older = Object.entries(others).slice(-(MAX_KEPT_LISTS - 1));
      return { keptLists: { ...Object.fromEntries(older), [key]: change(list) } };
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

  function changeMark(id: string, change: Mark): void {
    set((state) => ({
      allposts: state.allposts.map(mark<Card>(id, change)),
      myPosts: state.myPosts.map(mark<Card>(id, change)),
      keptLists: inKeptLists(state.keptLists, (cards) => cards.map(mark<Card>(id, change))),
      currentPost: state.currentPost && mark<Post>(id, change)(state.currentPost),
    }));
  }

  function find(id: string): Card | Post | undefined {
    const { currentPost, allposts, myPosts, keptLists } = get();
    if (currentPost?._id === id) return currentPost;
    const lists = [allposts, myPosts, ...Object.values(keptLists).map(({ cards }) => cards)];
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
    send: (isOn: boolean) => Promise<Mark>,
    id: string,
  ): Promise<boolean> {
    const isRunning = wantedMarks.has(key);
    wantedMarks.set(key, !isOn);
    show(!isOn);
    if (isRunning) return true;
    let stored = isOn;
    try {
      for (let wanted = !isOn; wanted !== stored; wanted = wantedMarks.get(key) ?? stored) {
        const answer = await send(wanted);
        stored = wanted;
        if ((wantedMarks.get(key) ?? stored) === stored) changeMark(id, answer);
      }
      return true;
    } catch {
      show(stored);
      return false;
    } finally {
      wantedMarks.delete(key);
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
      keepList(key, (list) => (cursor === null ? NEW_LIST : { ...list, isLoading: true, error: null }));
      await track(
        () => load(cursor),
        (page) =>
          keepList(key, (list) => ({
            cards: cursor === null ? page.posts : withoutDoubles([...list.cards, ...page.posts]),
            cursor: page.nextCursor,
            author: page.author ?? list.author,
            isLoading: false,
            error: null,
            isNotFound: false,
          })),
        DEFAULT_MESSAGES.myPosts,
        () => runs.get(key) === run,
        (error, cause) =>
          keepList(key, (list) => ({ ...list, isLoading: false, error, isNotFound: isMissing(cause) })),
      );
    },

    async fetchPost(slug) {
      wantedSlug = slug;
      // Another story that was set as the current one (by an update) is not this one.
      set(({ currentPost }) => ({
        isNotFound: false,
        currentPost: currentPost?.slug === slug ? currentPost : null,
      }));
      await track(
        () => postApi.getBySlug(slug),
        (currentPost) => set({ currentPost }),
        DEFAULT_MESSAGES.getPost,
        () => wantedSlug === slug,
        (_message, error) => set({ currentPost: null, isNotFound: isMissing(error) }),
      );
    },

    clearCurrentPost() {
      wantedSlug = null;
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
            allposts: withoutDoubles([card, ...state.allposts]),
            myPosts: withoutDoubles([card, ...state.myPosts]),
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
            keptLists: inKeptLists(state.keptLists, replace),
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
            keptLists: inKeptLists(state.keptLists, remove),
          }));
          return true;
        },
        DEFAULT_MESSAGES.deletePost,
      );
      return isDeleted ?? false;
    },

    async toggleLike(id) {
      const post = find(id);
      if (!post) return false;
      const { likedByMe, likeCount } = post;
      const withoutMine = likeCount - (likedByMe ? 1 : 0);
      const show = (isOn: boolean) =>
        changeMark(id, { likedByMe: isOn, likeCount: withoutMine + (isOn ? 1 : 0) });
      return toggle(`like:${id}`, likedByMe, show, (isOn) => postApi.setLike(id, isOn), id);
    },

    async toggleBookmark(id) {
      const post = find(id);
      if (!post) return false;
      const show = (bookmarkedByMe: boolean) => changeMark(id, { bookmarkedByMe });
      const send = async (isOn: boolean) => ({ bookmarkedByMe: await postApi.setBookmark(id, isOn) });
      return toggle(`bookmark:${id}`, post.bookmarkedByMe, show, send, id);
    },

    reset() {
      generation += 1;
      pending = 0;
      wantedSlug = null;
      runningPages.clear();
      set(initialState);
    },
  };
});
