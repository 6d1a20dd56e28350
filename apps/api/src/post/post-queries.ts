import {
  MAX_AUTHOR_PLACES,
  normalizeText,
  PAGE_LENGTHS,
  type PageQuery,
  type PostListQuery,
  UNDELETE_MS,
} from '@safarnama/contracts';
import mongoose, { Types } from 'mongoose';
import {
  decodeCursor,
  decodeDatePosition,
  encodeCursor,
  encodeDatePosition,
  requireId,
} from '../http/cursor.js';
import { afterPosition, cutPage, readPage } from '../http/keyset-page.js';
import { DeletedPostModel } from './deleted-post.model.js';
import {
  CARD_FIELDS,
  type CardDoc,
  type FullPostDoc,
  POST_FIELDS,
  type PostDoc,
  PostModel,
} from './post.model.js';
import { BookmarkModel } from './reaction.model.js';

/** Maximum number of index ranges that MongoDB merges in order. With more, it would sort all stories of the authors. */
const AUTHORS_PER_QUERY = 200;

export const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;

export type PostFilter = Record<string, unknown>;

export interface Rows<T> {
  rows: readonly T[];
  nextCursor: string | null;
}

type CardQuery = Pick<PageQuery, 'limit' | 'cursor'>;

/** Returns which of these stories are published. @param ids - hexadecimal strings must be in lower case. */
export async function findPublishedIds(
  ids: readonly (Types.ObjectId | string)[],
): Promise<ReadonlySet<string>> {
  const published = await PostModel.find({ _id: mongoose.trusted({ $in: [...ids] }) })
    .select('_id')
    .lean<Pick<PostDoc, '_id'>[]>();
  return new Set(published.map(({ _id }) => _id.toHexString()));
}

/** The result may contain `createdAt` and `$or`, so filters that are merged with it must not. */
const afterCursor = (cursor: string | undefined): PostFilter =>
  afterPosition('createdAt', -1, decodeDatePosition(cursor));

type Position = Pick<CardDoc, '_id' | 'createdAt'>;

const encodePostCursor = (post: Position) => encodeDatePosition(post.createdAt, post);

/** Finds one page of the matching stories without their text, newest first. */
export async function findCards(
  filter: PostFilter,
  { limit = PAGE_LENGTHS.cards, cursor }: CardQuery,
): Promise<Rows<CardDoc>> {
  const found = await PostModel.find({ ...filter, ...afterCursor(cursor) })
    .sort(NEWEST_FIRST)
    .limit(limit + 1)
    .select(CARD_FIELDS)
    .lean<CardDoc[]>();
  return cutPage(found, limit, encodePostCursor);
}

const compareNewestFirst = (a: Position, b: Position) =>
  b.createdAt.getTime() - a.createdAt.getTime() || (a._id.toHexString() < b._id.toHexString() ? 1 : -1);

/**
 * Finds one page of the stories of these authors without their text, newest first. The positions of each part of the
 * authors are read from the index alone, and merged.
 */
export async function findCardsOfAuthors(
  authorIds: readonly string[],
  { limit = PAGE_LENGTHS.cards, cursor }: CardQuery,
): Promise<Rows<CardDoc>> {
  // Decoded once, so that an invalid cursor is rejected even without authors.
  const position = decodeDatePosition(cursor);
  let found: Position[] = [];
  for (let start = 0; start < authorIds.length; start += AUTHORS_PER_QUERY) {
    const part = authorIds.slice(start, start + AUTHORS_PER_QUERY);
    const positions = await PostModel.find({
      authorId: mongoose.trusted({ $in: part }),
      ...afterPosition('createdAt', -1, position),
    })
      .sort(NEWEST_FIRST)
      .limit(limit + 1)
      .select('createdAt')
      .lean<Position[]>();
    found = [...found, ...positions].sort(compareNewestFirst).slice(0, limit + 1);
  }
  const page = cutPage(found, limit, encodePostCursor);
  return {
    rows: await findCardsByIds(page.rows.map(({ _id }) => _id.toHexString())),
    nextCursor: page.nextCursor,
  };
}

/**
 * Finds one page of the matching stories with their text, newest first. A page also ends by its size: see `readPage`.
 */
export async function findPosts(
  filter: PostFilter,
  { limit = PAGE_LENGTHS.stories, cursor }: PostListQuery,
): Promise<Rows<FullPostDoc>> {
  const query = PostModel.find({ ...filter, ...afterCursor(cursor) })
    .sort(NEWEST_FIRST)
    .limit(limit + 1)
    .select(POST_FIELDS)
    .lean<FullPostDoc[]>();
  return readPage<FullPostDoc>(query, limit, encodePostCursor, ({ textBytes }) => textBytes);
}

/** Finds the ids of the places that an author has written about, most stories first, up to `MAX_AUTHOR_PLACES`. */
export async function findPlaceIdsOfAuthor(authorId: string): Promise<string[]> {
  const places = await PostModel.aggregate<{ _id: string }>([
    { $match: { authorId: new Types.ObjectId(authorId), placeId: { $ne: null } } },
    { $group: { _id: '$placeId', stories: { $sum: 1 } } },
    { $sort: { stories: -1, _id: 1 } },
    { $limit: MAX_AUTHOR_PLACES },
  ]);
  return places.map(({ _id }) => _id);
}

/** @param slug - decoded, in any Unicode normalization form. */
export function findPostBySlug(slug: string): Promise<FullPostDoc | null> {
  return PostModel.findOne({ slug: normalizeText(slug) })
    .select(POST_FIELDS)
    .lean<FullPostDoc>();
}

/** Finds one page of the stories that a user has bookmarked, newest bookmark first, without hidden stories. */
export async function findBookmarkedCards(
  userId: string,
  { limit = PAGE_LENGTHS.cards, cursor }: CardQuery,
): Promise<Rows<CardDoc>> {
  const lastSeenId = cursor === undefined ? null : requireId(decodeCursor(cursor)[0]);
  const bookmarks = await BookmarkModel.find({
    userId,
    ...(lastSeenId === null ? {} : { _id: mongoose.trusted({ $lt: new Types.ObjectId(lastSeenId) }) }),
  })
    .sort({ _id: -1 })
    .limit(limit + 1)
    .lean();
  const page = cutPage(bookmarks, limit, (last) => encodeCursor([last._id.toHexString()]));
  return {
    rows: await findCardsByIds(page.rows.map(({ postId }) => postId.toHexString())),
    nextCursor: page.nextCursor,
  };
}

/** Finds stories in the order of these ids; missing ones are left out. @param fields - a projection with `_id`. */
async function findInOrder<T extends { _id: Types.ObjectId }>(
  ids: readonly string[],
  fields: string,
): Promise<T[]> {
  const stories = await PostModel.find({ _id: mongoose.trusted({ $in: ids }) })
    .select(fields)
    .lean<T[]>();
  const byId = new Map(stories.map((story) => [story._id.toHexString(), story]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Finds stories with their plain text, in the order of these ids; missing ones are left out. */
export const findFoundStories = (ids: readonly string[]) =>
  findInOrder<CardDoc & Pick<PostDoc, 'blogContent'>>(ids, `${POST_FIELDS} -blogHtml -pictures`);

/** Finds stories without their text, in the order of these ids; missing ones are left out. */
export const findCardsByIds = (ids: readonly string[]) => findInOrder<CardDoc>(ids, CARD_FIELDS);

/** Finds addresses and titles of stories, in the order of these ids; missing ones are left out. */
export async function findTitles(ids: readonly string[]): Promise<{ slug: string; blogTitle: string }[]> {
  const stories = await findInOrder<Pick<PostDoc, '_id' | 'slug' | 'blogTitle'>>(ids, 'slug blogTitle');
  return stories.map(({ slug, blogTitle }) => ({ slug, blogTitle }));
}

type DeletedCardDoc = CardDoc & { deletedAt: Date };

/** Finds one page of an author's deleted stories that can still be restored, latest first. */
export async function findDeletedCards(
  authorId: string,
  { limit = PAGE_LENGTHS.cards, cursor }: CardQuery,
): Promise<Rows<DeletedCardDoc>> {
  const restorableSince = new Date(Date.now() - UNDELETE_MS);
  const found = await DeletedPostModel.find({
    authorId,
    // A story that is being unpublished or published again has both times.
    unpublishedAt: null,
    $and: [
      { deletedAt: mongoose.trusted({ $gt: restorableSince }) },
      afterPosition('deletedAt', -1, decodeDatePosition(cursor)),
    ],
  })
    .sort({ deletedAt: -1, _id: -1 })
    .limit(limit + 1)
    .select(CARD_FIELDS)
    .lean<DeletedCardDoc[]>();
  return cutPage(found, limit, (last) => encodeDatePosition(last.deletedAt, last));
}
