import {
  type AuthorPage,
  type Card,
  type CardPage,
  type DeletedPostPage,
  deriveClientPostId,
  type HomeListQuery,
  PAGE_LENGTHS,
  type PageQuery,
  type PlacePostsQuery,
  type Post,
  type PostListQuery,
  type PostPage,
  type SavedPostResponse,
} from '@safarnama/contracts';
import { findFollowedIds, loadFollowState } from '../follow/follow.service.js';
import { notFound } from '../http/app-error.js';
import { coalesce } from '../lib/coalesce.js';
import { createVersionedCache } from '../lib/versioned-cache.js';
import type { ReadScope, WriteVersions } from '../lib/write-versions.js';
import type { MediaService } from '../media/media.service.js';
import type { PlaceService } from '../place/place.service.js';
import type { UserService } from '../user/user.service.js';
import type { DeletedPostDoc } from './deleted-post.model.js';
import { findAnywhere } from './find-anywhere.js';
import { findLikedPosts } from './liked-posts.js';
import { requireAuthor, type StoredPost } from './own-post.js';
import {
  CARD_FIELDS,
  type CardDoc,
  type FullPostDoc,
  findByClientKey,
  POST_FIELDS,
  PostModel,
  toClientKey,
} from './post.model.js';
import { presentCard, presentCardPicture, presentPost } from './post.presenter.js';
import { type AuthorOf, createContextLoader } from './post-context.js';
import {
  findBookmarkedCards,
  findCards,
  findCardsByIds,
  findCardsOfAuthors,
  findDeletedCards,
  findFoundStories,
  findPlaceIdsOfAuthor,
  findPostBySlug,
  findPosts,
  findTitles,
  type PostFilter,
  type Rows,
} from './post-queries.js';

/** What the newest cards and a story depend on, except for what differs between users. */
const SHARED: ReadScope = { collections: ['posts', 'users'], userId: null };
/** First pages of different lengths; the size is the number of cards. */
const NEWEST_CARDS_CACHE = { max: 20, maxSize: 1_000 };
/** The size estimates the memory of the texts, in bytes. */
const STORY_CACHE = { max: 500, maxSize: 4_000_000 };

/** What a draft that edits a story depends on. */
export type EditedStory = Pick<
  DeletedPostDoc,
  'visibility' | 'placeId' | 'visitedOn' | 'blogImage' | 'firstPicture'
>;

interface ReaderDeps {
  places: Pick<PlaceService, 'presentByIds'>;
  versions: Pick<WriteVersions, 'sumOf'>;
  media: Pick<MediaService, 'urlOf' | 'withUrls'>;
  users: Pick<UserService, 'loadAuthors' | 'requireProfile'>;
}

/** Reads stories for a viewer: one at a time, in lists and by search. */
export function createPostReader({ media, users, places, versions }: ReaderDeps) {
  const loadContext = createContextLoader({ media, users });

  async function presentCards(
    { rows, nextCursor }: Rows<CardDoc>,
    viewerId: string,
    authors?: AuthorOf,
  ): Promise<CardPage> {
    const contextOf = await loadContext(rows, viewerId, authors);
    return { posts: rows.map((post) => presentCard(post, contextOf(post))), nextCursor };
  }

  async function presentFullPost(post: FullPostDoc, viewerId: string, authors?: AuthorOf): Promise<Post> {
    const contextOf = await loadContext([post], viewerId, authors);
    return presentPost(post, contextOf(post));
  }

  async function presentPosts({ rows, nextCursor }: Rows<FullPostDoc>, viewerId: string): Promise<PostPage> {
    const contextOf = await loadContext(rows, viewerId);
    return { posts: rows.map((post) => presentPost(post, contextOf(post))), nextCursor };
  }

  async function listPage(filter: PostFilter, query: PostListQuery, viewerId: string): Promise<PostPage> {
    return query.view === 'card'
      ? presentCards(await findCards(filter, query), viewerId)
      : presentPosts(await findPosts(filter, query), viewerId);
  }

  async function listLiked(query: PostListQuery, viewerId: string): Promise<PostPage> {
    if (query.view === 'card') {
      const page = await findLikedPosts<CardDoc>(CARD_FIELDS, {
        ...query,
        limit: query.limit ?? PAGE_LENGTHS.cards,
      });
      return presentCards(page, viewerId);
    }
    const page = await findLikedPosts<FullPostDoc>(POST_FIELDS, {
      ...query,
      limit: query.limit ?? PAGE_LENGTHS.stories,
      bytesOf: ({ textBytes }) => textBytes,
    });
    return presentPosts(page, viewerId);
  }

  /** Coalesces concurrent requests for the first page of all stories, which is requested most often. */
  const readNewestCards = coalesce(async (limit: number) => {
    const page = await findCards({}, { limit });
    return { page, authorOf: await users.loadAuthors(page.rows.map(({ authorId }) => authorId)) };
  });
  const cachedNewestCards = createVersionedCache<Awaited<ReturnType<typeof readNewestCards>>>({
    versions,
    ...NEWEST_CARDS_CACHE,
    sizeOf: ({ page }) => page.rows.length,
  });
  const findNewestCards = (limit: number) =>
    cachedNewestCards(String(limit), SHARED, () => readNewestCards(limit));

  async function readStory(slug: string) {
    const post = await findPostBySlug(slug);
    return post && { post, authorOf: await users.loadAuthors([post.authorId]) };
  }
  const cachedStories = createVersionedCache<Awaited<ReturnType<typeof readStory>>>({
    versions,
    ...STORY_CACHE,
    sizeOf: (found) => 2 * (found?.post.textBytes ?? 0),
  });

  return {
    /** Finds the story of an edit draft if the user is its author; also a deleted or unpublished one. */
    async findForDraft(userId: string, postId: string): Promise<EditedStory | null> {
      const filter = { _id: postId, authorId: userId };
      const fields = 'visibility placeId visitedOn blogImage firstPicture';
      return findAnywhere((model) => model.findOne(filter).select(fields).lean<EditedStory>());
    },

    /** Finds the id of the story that was published from a draft; null if it was unpublished or deleted since. */
    async findIdByDraftKey(userId: string, draftKey: string): Promise<string | null> {
      const clientKey = toClientKey(userId, deriveClientPostId(draftKey));
      const post = await findByClientKey(clientKey, (filter) => PostModel.exists(filter));
      return post?._id.toHexString() ?? null;
    },

    /** Whether a story, also a deleted or unpublished one, has the picture with this key. */
    async hasPicture(postId: string, key: string): Promise<boolean> {
      const filter = { _id: postId, 'blogImage.key': key };
      return (await findAnywhere((model) => model.exists(filter))) !== null;
    },

    /** Presents a story that was just written, whole and as a card. */
    async presentSaved(post: StoredPost, viewerId: string): Promise<SavedPostResponse> {
      const contextOf = await loadContext([post], viewerId);
      const context = contextOf(post);
      return { post: presentPost(post, context), card: presentCard(post, context) };
    },

    /** @param slug - decoded, in any Unicode normalization form. @throws AppError 404. */
    async findBySlug(slug: string, viewerId: string): Promise<Post> {
      const found = await cachedStories(slug, SHARED, () => readStory(slug));
      if (!found) throw notFound('Post not found');
      return presentFullPost(found.post, viewerId, found.authorOf);
    },

    /** Finds one of the viewer's own stories. @throws AppError 404, 403 for a story of another author. */
    async findOwn(postId: string, viewerId: string): Promise<Post> {
      const post = await PostModel.findById(postId).select(POST_FIELDS).lean<FullPostDoc>();
      return presentFullPost(requireAuthor(post, viewerId, 'edit'), viewerId);
    },

    /** Finds the URL of the picture on the first card of home; an empty string for a card without one. */
    async findLeadPicture(): Promise<string> {
      const { page } = await findNewestCards(PAGE_LENGTHS.cards);
      const [lead] = page.rows;
      return lead ? presentCardPicture(lead, media).blogImage : '';
    },

    /** Lists all stories, newest first or by the likes of the last 30 days. */
    async list({ sort, ...query }: HomeListQuery, viewerId: string): Promise<PostPage> {
      if (sort === 'liked') return listLiked(query, viewerId);
      if (query.view !== 'card' || query.cursor !== undefined) return listPage({}, query, viewerId);
      const { page, authorOf } = await findNewestCards(query.limit ?? PAGE_LENGTHS.cards);
      return presentCards(page, viewerId, authorOf);
    },

    /** The viewer's own stories, newest first. */
    listOwn(query: PostListQuery, viewerId: string): Promise<PostPage> {
      return listPage({ authorId: viewerId }, query, viewerId);
    },

    /** The viewer's deleted stories that can still be restored, latest first. */
    async listDeleted(query: PageQuery, viewerId: string): Promise<DeletedPostPage> {
      const { rows, nextCursor } = await findDeletedCards(viewerId, query);
      const contextOf = await loadContext(rows, viewerId);
      return {
        posts: rows.map((post) => ({
          ...presentCard(post, contextOf(post)),
          deletedAt: post.deletedAt.toISOString(),
        })),
        nextCursor,
      };
    },

    /** One author's stories, newest first. @throws AppError 404 for an unknown author. */
    async listByAuthor(authorId: string, query: PostListQuery, viewerId: string): Promise<AuthorPage> {
      const [{ user, bio }, followState, placeIds, page] = await Promise.all([
        users.requireProfile(authorId),
        loadFollowState(viewerId, authorId),
        findPlaceIdsOfAuthor(authorId),
        listPage({ authorId }, query, viewerId),
      ]);
      const author = { ...user, bio, ...followState };
      return { author, places: await places.presentByIds(placeIds), ...page };
    },

    /** The stories of a place and of all places within it, newest first or by the likes of the last 30 days. */
    async listByPlace(
      placeId: string,
      { sort, limit = PAGE_LENGTHS.cards, ...query }: PlacePostsQuery,
      viewerId: string,
    ): Promise<CardPage> {
      const filter = { placeIds: placeId };
      const page =
        sort === 'liked'
          ? await findLikedPosts<CardDoc>(CARD_FIELDS, { ...query, limit, filter })
          : await findCards(filter, { ...query, limit });
      return presentCards(page, viewerId);
    },

    /** The stories of the authors whom the viewer follows, newest first. */
    async listFollowed(query: PageQuery, viewerId: string): Promise<CardPage> {
      return presentCards(await findCardsOfAuthors(await findFollowedIds(viewerId), query), viewerId);
    },

    /**
     * Presents the stories that a search has found, in its order; stories that no longer exist are left out.
     *
     * @param cut - creates the excerpt of a story.
     */
    async presentFound(
      ids: readonly string[],
      viewerId: string,
      cut: (story: { id: string; blogContent: string }) => string,
    ): Promise<Card[]> {
      const rows = await findFoundStories(ids);
      const contextOf = await loadContext(rows, viewerId);
      return rows.map((post) => {
        const excerpt = cut({ id: post._id.toHexString(), blogContent: post.blogContent });
        return presentCard(post, contextOf(post), excerpt);
      });
    },

    /** Cards of stories in this order; missing ones are left out. */
    async presentByIds(ids: readonly string[], viewerId: string): Promise<Card[]> {
      return (await presentCards({ rows: await findCardsByIds(ids), nextCursor: null }, viewerId)).posts;
    },

    /** Finds addresses and titles of stories, in this order. */
    listTitles: findTitles,

    /** The viewer's bookmarked stories, newest bookmark first. */
    async listBookmarks(query: PageQuery, viewerId: string): Promise<CardPage> {
      return presentCards(await findBookmarkedCards(viewerId, query), viewerId);
    },
  };
}
export type PostReader = ReturnType<typeof createPostReader>;
