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
import { batchedRead, sharedRead } from '../config/batched-read.js';
import { notFound } from '../http/app-error.js';
import { decodeCursor, decodeDatePlace, encodeCursor, encodeDatePlace, requireId } from '../http/cursor.js';
import { afterPlace, cutPage } from '../http/keyset-page.js';
import type { MediaService } from '../media/media.service.js';
import { tokenize } from '../text/fold.js';
import { beginsWith } from '../text/word-prefix.js';
import type { UserService } from '../user/user.service.js';
import { BookmarkModel, LikeModel, type MarkModel } from './mark.model.js';
import { CARD_FIELDS, type CardDoc, type FullDoc, POST_FIELDS, PostModel } from './post.model.js';
import { type PostContext, presentCard, presentPost } from './post.presenter.js';

/** A list without parameters, in the specified shape, ends after this many stories or bytes of text. */
const PLAIN_LIST_LENGTH = 200;
const PLAIN_LIST_BYTES = 4_000_000;
const CARD_PAGE_LENGTH = 20;
/** The index of marks is asked for each person with each story. */
const MAX_MARK_QUESTIONS = 10;
const NONE: ReadonlySet<string> = new Set();
/** People whose names a search word may mean. */
const MAX_SEARCHED_AUTHORS = 100;

const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;

type Filter = Record<string, unknown>;
type Row = Pick<FullDoc, '_id' | 'authorId' | 'createdAt'>;

type AuthorOf = Awaited<ReturnType<UserService['loadAuthors']>>;

interface MarkQuestion {
  userId: string;
  postIds: readonly Types.ObjectId[];
}

interface ReaderDeps {
  media: Pick<MediaService, 'urlOf'>;
  users: UserService;
}

/** Finds which of some stories a person has marked. Different people's marks are found by one query. */
function markedIds(model: MarkModel) {
  return batchedRead<MarkQuestion, ReadonlySet<string>>(
    async (questions) => {
      // One model type for the call: the two differ in name only.
      const marks = await (model as typeof LikeModel)
        .find({
          userId: mongoose.trusted({ $in: [...new Set(questions.map(({ userId }) => userId))] }),
          postId: mongoose.trusted({
            $in: [...new Set(questions.flatMap(({ postIds }) => postIds.map((id) => id.toHexString())))],
          }),
        })
        .select('userId postId')
        .lean();
      const marked = new Map<string, Set<string>>();
      for (const { userId, postId } of marks) {
        const ids = marked.get(userId.toHexString()) ?? new Set();
        marked.set(userId.toHexString(), ids.add(postId.toHexString()));
      }
      return questions.map(({ userId }) => marked.get(userId) ?? NONE);
    },
    { maxKeys: MAX_MARK_QUESTIONS },
  );
}

/** Reading stories: one, lists, search. */
export function createPostReader({ media, users }: ReaderDeps) {
  const likedIds = markedIds(LikeModel);
  const bookmarkedIds = markedIds(BookmarkModel);

  const loadAuthors = (posts: readonly Row[]) =>
    users.loadAuthors([...new Map(posts.map((p) => [p.authorId.toHexString(), p.authorId])).values()]);

  /** Gives a function from story to its context, for all of a page at once. */
  async function loadContext(
    posts: readonly Row[],
    viewerId: string,
    authors: AuthorOf | Promise<AuthorOf> = loadAuthors(posts),
  ): Promise<(post: Row) => PostContext> {
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
  const after = (cursor: string | undefined): Filter => afterPlace('createdAt', -1, decodeDatePlace(cursor));
  const cursorOf = (row: Row) => encodeDatePlace(row.createdAt, row);

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
    const found = await cardRows({ ...filter, ...after(cursor) }, limit);
    return presentCards(cutPage(found, limit, cursorOf), viewerId);
  }

  /** The newest cards of all, which most people ask for: who does so at once shares all but the marks. */
  const newestCards = sharedRead(async (limit: number) => {
    const page = cutPage(await cardRows({}, limit), limit, cursorOf);
    return { ...page, authorOf: await loadAuthors(page.rows) };
  });

  async function newestCardPage(limit: number, viewerId: string): Promise<CardPage> {
    const page = await newestCards(limit);
    return presentCards(page, viewerId, page.authorOf);
  }

  /** Reads whole stories until a page is full: by count, and without a limit asked for by bytes too. */
  async function fullPage(filter: Filter, query: PostListQuery, viewerId: string) {
    const limit = query.limit ?? PLAIN_LIST_LENGTH;
    const maxBytes = query.limit === undefined ? PLAIN_LIST_BYTES : Number.POSITIVE_INFINITY;
    const found: FullDoc[] = [];
    let bytes = 0;
    const rows = PostModel.find({ ...filter, ...after(query.cursor) })
      .sort(NEWEST_FIRST)
      .limit(limit + 1)
      .select(POST_FIELDS)
      .lean<FullDoc[]>()
      .cursor({ batchSize: 50 });
    try {
      for await (const row of rows) {
        const post = row as unknown as FullDoc; // `lean` on a cursor keeps the document's type
        bytes += post.textBytes;
        found.push(post);
        if (found.length > limit || (bytes > maxBytes && found.length > 1)) break;
      }
    } finally {
      // mongoose's cursors do not end with the loop: an open one would wait at the server.
      await rows.close();
    }
    const isCutByBytes = bytes > maxBytes && found.length > 1;
    const page = cutPage(found, isCutByBytes ? found.length - 1 : limit, cursorOf);
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
    async isBy(authorId: string, postId: string): Promise<boolean> {
      return (await PostModel.exists({ _id: postId, authorId })) !== null;
    },

    /** Whether a story is there and holds the picture of this key. */
    async hasPicture(postId: string, key: string): Promise<boolean> {
      return (await PostModel.exists({ _id: postId, 'blogImage.key': key })) !== null;
    },

    /** One story as an answer. */
    async present(post: FullDoc, viewerId: string): Promise<Post> {
      const contextOf = await loadContext([post], viewerId);
      return presentPost(post, contextOf(post));
    },

    /** @param slug - decoded; in any Unicode form. @throws AppError 404. */
    async bySlug(slug: string, viewerId: string): Promise<Post> {
      const post = await PostModel.findOne({ slug: slug.normalize('NFC') })
        .select(POST_FIELDS)
        .lean<FullDoc>();
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
    mine(query: PostListQuery, viewerId: string): Promise<PostPage> {
      return page({ authorId: viewerId }, query, viewerId);
    },

    /** @throws AppError 404 when there is no such person. */
    async byAuthor(authorId: string, query: PostListQuery, viewerId: string): Promise<AuthorPage> {
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
            { searchTokens: beginsWith(word) },
            { authorId: mongoose.trusted({ $in: await users.idsByNameWord(word, MAX_SEARCHED_AUTHORS) }) },
          ],
        })),
      );
      return cardPage({ $and: conditions }, cursor, limit, viewerId);
    },

    /** One's bookmarked stories, latest bookmark first. */
    async bookmarks(
      { limit = CARD_PAGE_LENGTH, cursor }: Pick<SearchQuery, 'limit' | 'cursor'>,
      viewerId: string,
    ): Promise<CardPage> {
      const place = cursor === undefined ? null : requireId(decodeCursor(cursor)[0]);
      const marks = await BookmarkModel.find({
        userId: viewerId,
        ...(place === null ? {} : { _id: mongoose.trusted({ $lt: new Types.ObjectId(place) }) }),
      })
        .sort({ _id: -1 })
        .limit(limit + 1)
        .lean();
      const { rows: shown, nextCursor } = cutPage(marks, limit, (last) =>
        encodeCursor([last._id.toHexString()]),
      );
      const found = await PostModel.find({ _id: mongoose.trusted({ $in: shown.map((mark) => mark.postId) }) })
        .select(CARD_FIELDS)
        .lean<CardDoc[]>();
      const byId = new Map(found.map((post) => [post._id.toHexString(), post]));
      const contextOf = await loadContext(found, viewerId);
      const posts: Card[] = shown.flatMap((mark) => {
        const post = byId.get(mark.postId.toHexString());
        return post ? [presentCard(post, contextOf(post))] : [];
      });
      return { posts, nextCursor };
    },
  };
}
export type PostReader = ReturnType<typeof createPostReader>;
