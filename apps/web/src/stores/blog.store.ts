import type { Card, Post } from '@safarnama/contracts';
import { create } from 'zustand';
import * as postApi from '../api/post.api.ts';
import { errorMessage, isNotFoundError } from '../lib/api-client.ts';
import { DEFAULT_MESSAGES } from '../lib/default-messages.ts';
import { takeFirstStory } from '../lib/first-story.ts';
import { onSessionEnd } from '../lib/session-end.ts';
import { createStaleGuard, type StaleGuard } from '../lib/stale-guard.ts';
import {
  EMPTY_LIST,
  type Feed,
  findCard,
  IDLE,
  isFeed,
  type LoadPage,
  readList,
  updateList,
  withFreshPage,
  withPage,
} from './card-lists.ts';
import { createFreshPages, type FreshPageActions } from './fresh-pages.ts';
import { createPostReactions, type ReactionActions } from './post-reactions.ts';
import {
  type ShownPosts,
  withOpenedPost,
  withoutPost,
  withPublishedPost,
  withUpdatedPost,
} from './post-transitions.ts';

interface BlogState extends ShownPosts {
  /** True while any request of this store is pending. */
  loading: boolean;
  /** Why the last request failed. */
  error: string | null;
  /** Why the last requested story could not be loaded; null if it could. */
  postError: unknown;
}

/** An entry of the error catalogue. */
type MessageKey = Exclude<keyof typeof DEFAULT_MESSAGES, 'tryAgainIn'>;

export interface SaveOptions extends postApi.CreateOptions {
  onFailed?: (error: unknown) => void;
}

interface BlogActions extends FreshPageActions, ReactionActions {
  /** Loads the first page again. */
  fetchAllPosts: () => Promise<void>;
  /** Loads the next page, of `count` cards if given; does nothing after the last one. */
  fetchMoreAllPosts: (count?: number) => Promise<void>;
  fetchMyPosts: () => Promise<void>;
  fetchMoreMyPosts: (count?: number) => Promise<void>;
  /**
   * Loads one page of a list that belongs to a single page of the site and caches it under `key`.
   *
   * @param cursor - null for the first page, which replaces what is cached.
   */
  fetchList: (key: string, load: LoadPage, cursor: string | null) => Promise<void>;
  fetchPost: (slug: string) => Promise<void>;
  clearCurrentPost: () => void;
  /** Returns the stored story, or null with the reason in `error`. */
  createPost: (body: postApi.PostBody, options?: SaveOptions) => Promise<Post | null>;
  updatePost: (id: string, body: postApi.PostBody, options?: SaveOptions) => Promise<Post | null>;
  deletePost: (id: string) => Promise<boolean>;
  /** Drops all data of the user who was signed in. */
  reset: () => void;
}

const initialState: BlogState = {
  allposts: [],
  myPosts: [],
  allStatus: IDLE,
  myStatus: IDLE,
  cachedLists: {},
  freshPages: {},
  currentPost: null,
  loading: false,
  error: null,
  postError: null,
  deletedSlugs: [],
};

const FEED_LOADERS = { allposts: postApi.listAll, myPosts: postApi.listOwn };

export const useBlogStore = create<BlogState & BlogActions>()((set, get) => {
  const session = createStaleGuard();
  const postRequests = createStaleGuard();
  const listRequests = new Map<string, StaleGuard>();
  const reactions = createStaleGuard();
  const freshPages = createFreshPages({ get, set, session, listRequests, keepReactions });
  let pendingCount = 0;
  /** The requests for pages of feeds that are pending. */
  const pendingFeeds = new Map<Feed, { isFirst: boolean; promise: Promise<void> }>();

  /**
   * Runs one request and maintains `loading` and `error` as specified.
   *
   * @param isStale - checked when the response has arrived: a stale one changes nothing but `loading`.
   * @returns the result of `onSuccess`; null when the request failed or was stale.
   */
  async function track<Data, Result>(
    send: () => Promise<Data>,
    onSuccess: (data: Data) => Result,
    fallback: MessageKey,
    isStale?: () => boolean,
    onError?: (error: unknown) => void,
  ): Promise<Result | null> {
    const isSessionOver = session.track();
    const isIgnored = () => {
      if (isSessionOver()) return true;
      pendingCount -= 1;
      set({ loading: pendingCount > 0 });
      return isStale?.();
    };
    pendingCount += 1;
    set({ loading: true, error: null });
    try {
      const data = await send();
      return isIgnored() ? null : onSuccess(data);
    } catch (error) {
      if (!isIgnored()) {
        set({ error: errorMessage(error, DEFAULT_MESSAGES[fallback]) });
        onError?.(error);
      }
      return null;
    }
  }

  async function loadPage(key: string, load: LoadPage, cursor: string | null): Promise<void> {
    const requests = listRequests.get(key) ?? createStaleGuard();
    listRequests.set(key, requests);
    const isFirst = cursor === null;
    if (isFirst) freshPages.handleLoad(key);
    set((state) =>
      // A feed stays on the screen while it is loaded again.
      updateList(state, key, (list) =>
        isFirst && !isFeed(key)
          ? EMPTY_LIST
          : { ...list, isLoading: true, error: null, hasFirstPageFailed: false },
      ),
    );
    const keep = keepReactions();
    await track(
      () => load(cursor),
      (page) =>
        set((state) => ({
          ...updateList(state, key, (list) =>
            withPage(list, { ...page, posts: page.posts.map(keep) }, cursor),
          ),
          ...(isFirst && withFreshPage(state, key, null)),
        })),
      key === 'allposts' ? 'getPosts' : 'myPosts',
      isFirst ? requests.supersede() : requests.track(),
      (error) =>
        set((state) =>
          updateList(state, key, (list) => ({
            ...list,
            isLoading: false,
            error,
            hasFirstPageFailed: isFirst,
          })),
        ),
    );
  }

  /** Loads a page of a feed; while that page or the first one is being loaded, waits for it instead. */
  function loadFeed(feed: Feed, cursor: string | null, count?: number): Promise<void> {
    const isFirst = cursor === null;
    const pending = pendingFeeds.get(feed);
    if (pending && (pending.isFirst || !isFirst)) return pending.promise;
    const load: LoadPage = (from) => FEED_LOADERS[feed](from, count);
    const promise = loadPage(feed, load, cursor).finally(() => {
      if (pendingFeeds.get(feed)?.promise === promise) pendingFeeds.delete(feed);
    });
    pendingFeeds.set(feed, { isFirst, promise });
    return promise;
  }

  async function loadNextPage(feed: Feed, count?: number): Promise<void> {
    const { cursor } = readList(get(), feed);
    if (typeof cursor === 'string') await loadFeed(feed, cursor, count);
  }

  function findPost(id: string): Card | Post | undefined {
    const { currentPost } = get();
    return currentPost?._id === id ? currentPost : findCard(get(), id);
  }

  /** Starts a request. @returns a function that adds the user's likes and bookmarks since then to a story received. */
  function keepReactions(): <T extends Card | Post>(received: T) => T {
    const isOutdated = reactions.track();
    return (received) => {
      const shown = isOutdated() && findPost(received._id);
      if (!shown) return received;
      const { likedByMe, likeCount, bookmarkedByMe } = shown;
      return { ...received, likedByMe, likeCount, bookmarkedByMe };
    };
  }

  return {
    ...initialState,
    ...freshPages.actions,
    ...createPostReactions({ set, findPost, reactions }),

    fetchAllPosts: () => loadFeed('allposts', null),
    fetchMoreAllPosts: (count) => loadNextPage('allposts', count),
    fetchMyPosts: () => loadFeed('myPosts', null),
    fetchMoreMyPosts: (count) => loadNextPage('myPosts', count),

    fetchList: loadPage,

    async fetchPost(slug) {
      // An update may have left another story as the current one.
      set(({ currentPost }) => ({
        postError: null,
        currentPost: currentPost?.slug === slug ? currentPost : null,
      }));
      const keep = keepReactions();
      await track(
        async () => (await takeFirstStory(slug)) ?? postApi.getBySlug(slug),
        (post) => set((state) => withOpenedPost(state, keep(post))),
        'getPost',
        postRequests.supersede(),
        // A story that is already shown stays on the screen although it could not be loaded again.
        (postError) => set({ postError, ...(isNotFoundError(postError) && { currentPost: null }) }),
      );
    },

    clearCurrentPost() {
      postRequests.invalidate();
      set({ currentPost: null, error: null, postError: null });
    },

    createPost: (body, options = {}) =>
      track(
        () => postApi.create(body, options),
        ({ post, card }) => {
          set((state) => withPublishedPost(state, card));
          return post;
        },
        'createPost',
        undefined,
        options.onFailed,
      ),

    updatePost(id, body, options = {}) {
      const isOtherOpened = postRequests.track();
      return track(
        () => postApi.update(id, body, options),
        (saved) => {
          // The user may have left the form for the page of another story.
          set((state) => withUpdatedPost(state, saved, !isOtherOpened()));
          return saved.post;
        },
        'updatePost',
        undefined,
        options.onFailed,
      );
    },

    async deletePost(id) {
      const slug = findPost(id)?.slug;
      const isDeleted = await track(
        // A story that is already gone is deleted, as after an attempt whose response was lost.
        () =>
          postApi.remove(id).catch((error: unknown) => {
            if (isNotFoundError(error)) return id;
            throw error;
          }),
        (deletedId) => {
          set((state) => withoutPost(state, deletedId, slug));
          return true;
        },
        'deletePost',
      );
      return isDeleted ?? false;
    },

    reset() {
      session.invalidate();
      postRequests.invalidate();
      pendingCount = 0;
      pendingFeeds.clear();
      freshPages.reset();
      set(initialState);
    },
  };
});

onSessionEnd(() => useBlogStore.getState().reset());
