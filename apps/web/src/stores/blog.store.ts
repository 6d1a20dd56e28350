import type { Card, CardPage, Post } from '@safarnama/contracts';
import { DEFAULT_MESSAGES, EXCERPT_LENGTH } from '@safarnama/contracts';
import { create } from 'zustand';
import * as postApi from '../api/post.api.ts';
import { ApiError, errorMessage } from '../lib/api-client.ts';
import { firstGraphemes } from '../lib/text.ts';

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
}

export interface BlogActions {
  /** Loads the first page anew. */
  fetchAllPosts: () => Promise<void>;
  /** Loads the page after the last one; nothing when there is none. */
  fetchMoreAllPosts: () => Promise<void>;
  fetchMyPosts: () => Promise<void>;
  fetchMoreMyPosts: () => Promise<void>;
  fetchPost: (slug: string) => Promise<void>;
  clearCurrentPost: () => void;
  /** Each gives the stored story, or null and the reason in `error`. */
  createPost: (body: postApi.PostBody) => Promise<Post | null>;
  updatePost: (id: string, body: postApi.PostBody) => Promise<Post | null>;
  deletePost: (id: string) => Promise<boolean>;
  /** Shown at once, taken back when the server refuses; false then. */
  toggleLike: (id: string) => Promise<boolean>;
  toggleBookmark: (id: string) => Promise<boolean>;
  /** Forgets everything of the person who was signed in. */
  reset: () => void;
}

const initialState: BlogState = {
  allposts: [],
  myPosts: [],
  currentPost: null,
  loading: false,
  error: null,
  isNotFound: false,
  allCursor: undefined,
  myCursor: undefined,
};

type ListName = 'allposts' | 'myPosts';
type Mark = Pick<Card, 'likedByMe' | 'likeCount'> | Pick<Card, 'bookmarkedByMe'>;

const LISTS = {
  allposts: { load: postApi.listAll, cursor: 'allCursor', fallback: DEFAULT_MESSAGES.getPosts },
  myPosts: { load: postApi.listMine, cursor: 'myCursor', fallback: DEFAULT_MESSAGES.myPosts },
} as const;

/** The card of a whole story, as the API would make it. */
function toCard(post: Post): Card {
  const { blogContent, blogHtml: _html, ...rest } = post;
  return { ...rest, excerpt: firstGraphemes(blogContent, EXCERPT_LENGTH) };
}

function withoutDoubles(cards: Card[]): Card[] {
  return [...new Map(cards.map((card) => [card._id, card])).values()];
}

function mark<T extends Card | Post>(id: string, change: Mark): (post: T) => T {
  return (post) => (post._id === id ? { ...post, ...change } : post);
}

export const useBlogStore = create<BlogState & BlogActions>()((set, get) => {
  /** Counts resets: an answer that was asked for by somebody else before is dropped. */
  let generation = 0;
  /** The slug last asked for: an earlier answer that comes later is dropped. */
  let wantedSlug: string | null = null;
  const runningPages = new Map<ListName, Promise<void>>();
  /** What the person wants last, for each story with a like or bookmark on its way. */
  const wantedMarks = new Map<string, boolean>();

  async function loadPage(list: ListName, isFirst: boolean): Promise<void> {
    const { load, cursor, fallback } = LISTS[list];
    const startedIn = generation;
    set({ loading: true, error: null });
    try {
      const page: CardPage = await load(isFirst ? null : (get()[cursor] ?? null));
      if (startedIn !== generation) return;
      set((state) => ({
        loading: false,
        [list]: isFirst ? page.posts : withoutDoubles([...state[list], ...page.posts]),
        [cursor]: page.nextCursor,
      }));
    } catch (error) {
      if (startedIn === generation) set({ loading: false, error: errorMessage(error, fallback) });
    }
  }

  /** One page of a list at a time: two at once would ask for the same cursor. */
  function fetchPage(list: ListName, isFirst: boolean): Promise<void> {
    const running = runningPages.get(list);
    if (running) return running;
    const started = loadPage(list, isFirst).finally(() => runningPages.delete(list));
    runningPages.set(list, started);
    return started;
  }

  function changeMark(id: string, change: Mark): void {
    set((state) => ({
      allposts: state.allposts.map(mark<Card>(id, change)),
      myPosts: state.myPosts.map(mark<Card>(id, change)),
      currentPost: state.currentPost && mark<Post>(id, change)(state.currentPost),
    }));
  }

  function find(id: string): Card | Post | undefined {
    const { currentPost, allposts, myPosts } = get();
    if (currentPost?._id === id) return currentPost;
    return allposts.find((card) => card._id === id) ?? myPosts.find((card) => card._id === id);
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

    async fetchPost(slug) {
      wantedSlug = slug;
      set({ loading: true, error: null, isNotFound: false });
      try {
        const post = await postApi.getBySlug(slug);
        if (wantedSlug === slug) set({ loading: false, currentPost: post });
      } catch (error) {
        if (wantedSlug !== slug) return;
        set({
          loading: false,
          currentPost: null,
          error: errorMessage(error, DEFAULT_MESSAGES.getPost),
          isNotFound: error instanceof ApiError && error.status === 404,
        });
      }
    },

    clearCurrentPost() {
      wantedSlug = null;
      set({ currentPost: null, error: null, isNotFound: false });
    },

    async createPost(body) {
      set({ loading: true, error: null });
      try {
        const post = await postApi.create(body);
        const card = toCard(post);
        set((state) => ({
          loading: false,
          allposts: withoutDoubles([card, ...state.allposts]),
          myPosts: withoutDoubles([card, ...state.myPosts]),
        }));
        return post;
      } catch (error) {
        set({ loading: false, error: errorMessage(error, DEFAULT_MESSAGES.createPost) });
        return null;
      }
    },

    async updatePost(id, body) {
      set({ loading: true, error: null });
      try {
        const post = await postApi.update(id, body);
        const replace = (card: Card) => (card._id === id ? toCard(post) : card);
        set((state) => ({
          loading: false,
          allposts: state.allposts.map(replace),
          myPosts: state.myPosts.map(replace),
          currentPost: post,
        }));
        return post;
      } catch (error) {
        set({ loading: false, error: errorMessage(error, DEFAULT_MESSAGES.updatePost) });
        return null;
      }
    },

    async deletePost(id) {
      set({ loading: true, error: null });
      try {
        const removedId = await postApi.remove(id);
        const isOther = (card: Card) => card._id !== removedId;
        set((state) => ({
          loading: false,
          allposts: state.allposts.filter(isOther),
          myPosts: state.myPosts.filter(isOther),
        }));
        return true;
      } catch (error) {
        set({ loading: false, error: errorMessage(error, DEFAULT_MESSAGES.deletePost) });
        return false;
      }
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
      wantedSlug = null;
      set(initialState);
    },
  };
});
