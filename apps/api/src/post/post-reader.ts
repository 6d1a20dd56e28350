import type {
  AuthorPage,
  Card,
  CardPage,
  Post,
  PostListQuery,
  PostPage,
  SearchQuery,
} from '@safarnama/contracts';
import mongoose, { Types } from 'mongoose';
import { notFound } from '../http/app-error.js';
import {
  decodeCursor,
  decodeDatePosition,
  encodeCursor,
  encodeDatePosition,
  requireId,
} from '../http/cursor.js';
import { afterPosition, cutPage } from '../http/keyset-page.js';
import { batchReads, coalesce } from '../lib/coalesce.js';
import type { MediaService } from '../media/media.service.js';
import { tokenize } from '../text/fold.js';
import { prefixFilter } from '../text/word-prefix.js';
import type { UserService } from '../user/user.service.js';
import { CARD_FIELDS, type CardDoc, type FullPostDoc, POST_FIELDS, PostModel } from './post.model.js';
import { type PostContext, presentCard, presentPost } from './post.presenter.js';
import { BookmarkModel, LikeModel, type PostReactionModel } from './reaction.model.js';

/** A list without parameters, in the specified shape, ends after this many stories or bytes of text. */
const DEFAULT_LIST_LENGTH = 200;
const DEFAULT_LIST_BYTES = 4_000_000;
const CARD_PAGE_LENGTH = 20;
/** The index of marks is asked for each person with each story. */
const MAX_REACTION_LOOKUPS = 10;
const NO_IDS: ReadonlySet<string> = new Set();
/** People whose names a search word may mean. */
const MAX_SEARCHED_AUTHORS = 100;

const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;

type Filter = Record<string, unknown>;
type PostRow = Pick<FullPostDoc, '_id' | 'authorId' | 'createdAt'>;

type AuthorOf = Awaited<ReturnType<UserService['loadAuthors']>>;

interface ReactionLookup {
  userId: string;
  postIds: readonly Types.ObjectId[];
}

interface ReaderDeps {
  media: Pick<MediaService, 'urlOf'>;
  users: UserService;
}

/** Finds which of some stories a person has marked. Different people's marks are found by one query. */
function createReactionLookup(model: PostReactionModel) {
  return batchReads<ReactionLookup, ReadonlySet<string>>(
    async (lookups) => {
      // One model type for the call: the two differ in name only.
      const marks = await (model as typeof LikeModel)
        .find({
          userId: mongoose.trusted({ $in: [...new Set(lookups.map(({ userId }) => userId))] }),
          postId: mongoose.trusted({
            $in: [...new Set(lookups.flatMap(({ postIds }) => postIds.map((id) => id.toHexString())))],
          }),
        })
        .select('userId postId')
        .lean();
      const postIdsByUser = new Map<string, Set<string>>();
      for (const { userId, postId } of marks) {
        const ids = postIdsByUser.get(userId.toHexString()) ?? new Set();
        postIdsByUser.set(userId.toHexString(), ids.add(postId.toHexString()));
      }
      return lookups.map(({ userId }) => postIdsByUser.get(userId) ?? NO_IDS);
    },
    { maxKeys: MAX_REACTION_LOOKUPS },
  );
}

/** Reading stories: one, lists, search. */
export function createPostReader({ media, users }: ReaderDeps) {
  const likedIds = createReactionLookup(LikeModel);
  const bookmarkedIds = createReactionLookup(BookmarkModel);

  const loadAuthors = (posts: readonly PostRow[]) =>
    users.loadAuthors([...new Map(posts.map((p) => [p.authorId.toHexString(), p.authorId])).values()]);

  /** Gives a function from story to its context, for all of a page at once. */
  async function loadContext(
    posts: readonly PostRow[],
    viewerId: string,
    authors: AuthorOf | Promise<AuthorOf> = loadAuthors(posts),
  ): Promise<(post: PostRow) => PostContext> {
    const ids = posts.map((post) => post._id);
    const [authorOf, liked, bookmarked] = await Promise.all([
      authors,
      likedIds({ userId: viewerId, postIds: ids }),
      bookmarkedIds({ userId: viewerId, postIds: ids }),
    ]);
    return (post) => ({
      author: authorOf(post.authorId),
      likedByMe: liked.has(post._id.toHexString()),
      bookmarkedByMe: bookmarked.has(post._id.toHexString()),
      media,
    });
  }

  /** What stands after a cursor in the order of all lists: newest first. Says nothing of `$and` and `authorId`. */
  const afterCursor = (cursor: string | undefined): Filter =>
    afterPosition('createdAt', -1, decodeDatePosition(cursor));
  const cursorOf = (row: PostRow) => encodeDatePosition(row.createdAt, row);

  function cardRows(filter: Filter, limit: number): Promise<CardDoc[]> {
    return PostModel.find(filter)
      .sort(NEWEST_FIRST)
      .limit(limit + 1)
      .select(CARD_FIELDS)
      .lean<CardDoc[]>();
  }

  async function presentCards(
    { rows, nextCursor }: { rows: readonly CardDoc[]; nextCursor: string | null },
    viewerId: string,
    authors?: AuthorOf,
  ): Promise<CardPage> {
    const contextOf = await loadContext(rows, viewerId, authors);
    return { posts: rows.map((post) => presentCard(post, contextOf(post))), nextCursor };
  }

  async function cardPage(
    filter: Filter,
    cursor: string | undefined,
    limit: number,
    viewerId: string,
  ): Promise<CardPage> {
    const found = await cardRows({ ...filter, ...afterCursor(cursor) }, limit);
    return presentCards(cutPage(found, limit, cursorOf), viewerId);
  }

  /** The newest cards of all, which most people ask for: who does so at once shares all but the marks. */
  const newestCards = coalesce(async (limit: number) => {
    const page = cutPage(await cardRows({}, limit), limit, cursorOf);
    return { ...page, authorOf: await loadAuthors(page.rows) };
  });

  async function newestCardPage(limit: number, viewerId: string): Promise<CardPage> {
    const page = await newestCards(limit);
    return presentCards(page, viewerId, page.authorOf);
  }

  /** Reads whole stories until a page is full: by count, and without a limit asked for by bytes too. */
  async function fullPage(filter: Filter, query: PostListQuery, viewerId: string) {
    const limit = query.limit ?? DEFAULT_LIST_LENGTH;
    const maxBytes = query.limit === undefined ? DEFAULT_LIST_BYTES : Number.POSITIVE_INFINITY;
    const found: FullPostDoc[] = [];
    let bytes = 0;
    const rows = PostModel.find({ ...filter, ...afterCursor(query.cursor) })
      .sort(NEWEST_FIRST)
      .limit(limit + 1)
      .select(POST_FIELDS)
      .lean<FullPostDoc[]>()
      .cursor({ batchSize: 50 });
    try {
      for await (const row of rows) {
        const post = row as unknown as FullPostDoc; // `lean` on a cursor keeps the document's type
        bytes += post.textBytes;
        found.push(post);
        if (found.length > limit || (bytes > maxBytes && found.length > 1)) break;
      }
    } finally {
      // mongoose's cursors do not end with the loop: an open one would wait at the server.
      await rows.close();
    }
    const isTruncatedByBytes = bytes > maxBytes && found.length > 1;
    const page = cutPage(found, isTruncatedByBytes ? found.length - 1 : limit, cursorOf);
    const contextOf = await loadContext(page.rows, viewerId);
    return {
      posts: page.rows.map((post) => presentPost(post, contextOf(post))),
      nextCursor: page.nextCursor,
    };
  }

  function page(filter: Filter, query: PostListQuery, viewerId: string): Promise<PostPage> {
    return query.view === 'card'
      ? cardPage(filter, query.cursor, query.limit ?? CARD_PAGE_LENGTH, viewerId)
      : fullPage(filter, query, viewerId);
  }

  return {
    /** Whether a story is this person's. */
    async isAuthor(authorId: string, postId: string): Promise<boolean> {
      return (await PostModel.exists({ _id: postId, authorId })) !== null;
    },

    /** Whether a story is there and holds the picture of this key. */
    async hasPicture(postId: string, key: string): Promise<boolean> {
      return (await PostModel.exists({ _id: postId, 'blogImage.key': key })) !== null;
    },

    /** One story as an answer. */
    async present(post: FullPostDoc, viewerId: string): Promise<Post> {
      const contextOf = await loadContext([post], viewerId);
      return presentPost(post, contextOf(post));
    },

    /** @param slug - decoded; in any Unicode form. @throws AppError 404. */
    async findBySlug(slug: string, viewerId: string): Promise<Post> {
      const post = await PostModel.findOne({ slug: slug.normalize('NFC') })
        .select(POST_FIELDS)
        .lean<FullPostDoc>();
      if (!post) throw notFound('Post not found');
      const contextOf = await loadContext([post], viewerId);
      return presentPost(post, contextOf(post));
    },

    /** All stories, newest first. */
    list(query: PostListQuery, viewerId: string): Promise<PostPage> {
      return query.view === 'card' && query.cursor === undefined
        ? newestCardPage(query.limit ?? CARD_PAGE_LENGTH, viewerId)
        : page({}, query, viewerId);
    },

    /** One's own, newest first. */
    listOwn(query: PostListQuery, viewerId: string): Promise<PostPage> {
      return page({ authorId: viewerId }, query, viewerId);
    },

    /** @throws AppError 404 when there is no such person. */
    async listByAuthor(authorId: string, query: PostListQuery, viewerId: string): Promise<AuthorPage> {
      const author = await users.requirePublicUser(authorId);
      return { author, ...(await page({ authorId }, query, viewerId)) };
    },

    /**
     * Stories that have every word of `q`, or a word that begins with it, in title, place, text or the
     * author's name; newest first. An empty `q` finds none.
     */
    async search({ q, limit = CARD_PAGE_LENGTH, cursor }: SearchQuery, viewerId: string): Promise<CardPage> {
      const words = tokenize(q);
      if (words.length === 0) return { posts: [], nextCursor: null };
      const conditions = await Promise.all(
        words.map(async (word) => ({
          $or: [
            { searchTokens: prefixFilter(word) },
            {
              authorId: mongoose.trusted({
                $in: await users.findIdsByNamePrefix(word, MAX_SEARCHED_AUTHORS),
              }),
            },
          ],
        })),
      );
      return cardPage({ $and: conditions }, cursor, limit, viewerId);
    },

    /** One's bookmarked stories, latest bookmark first. */
    async listBookmarks(
      { limit = CARD_PAGE_LENGTH, cursor }: Pick<SearchQuery, 'limit' | 'cursor'>,
      viewerId: string,
    ): Promise<CardPage> {
      const lastSeenId = cursor === undefined ? null : requireId(decodeCursor(cursor)[0]);
      const bookmarks = await BookmarkModel.find({
        userId: viewerId,
        ...(lastSeenId === null ? {} : { _id: mongoose.trusted({ $lt: new Types.ObjectId(lastSeenId) }) }),
      })
        .sort({ _id: -1 })
        .limit(limit + 1)
        .lean();
      const { rows: visible, nextCursor } = cutPage(bookmarks, limit, (last) =>
        encodeCursor([last._id.toHexString()]),
      );
      const found = await PostModel.find({
        _id: mongoose.trusted({ $in: visible.map((bookmark) => bookmark.postId) }),
      })
        .select(CARD_FIELDS)
        .lean<CardDoc[]>();
      const byId = new Map(found.map((post) => [post._id.toHexString(), post]));
      const contextOf = await loadContext(found, viewerId);
      const posts: Card[] = visible.flatMap((bookmark) => {
        const post = byId.get(bookmark.postId.toHexString());
        return post ? [presentCard(post, contextOf(post))] : [];
      });
      return { posts, nextCursor };
    },
  };
}
export type PostReader = ReturnType<typeof createPostReader>;
