import { createHash } from 'node:crypto';
import mongoose, { type Types } from 'mongoose';
import {
  type DatePosition,
  decodeCursor,
  encodeCursor,
  invalidCursor,
  requireId,
  requireTime,
} from '../http/cursor.js';
import { afterPosition, cutPage } from '../http/keyset-page.js';
import { isDuplicateKeyError } from '../lib/mongo-errors.js';
import { type LikedOrderDoc, LikedOrderModel } from './liked-order.model.js';
import { type CardDoc, PostModel } from './post.model.js';
import { NEWEST_FIRST, type PostFilter, type Rows } from './post-queries.js';

/** Maximum number of stories in the order of their likes; all others follow, newest first. */
const MAX_RANKED = 2_000;
/** How long after its last page a list can be continued in the same order. An order has up to 37 kB. */
const RETENTION_MS = 2 * 60 * 60 * 1000;
/**
 * Number of orders of one list within `RECENT_MS` after which its first pages follow the latest of them. Otherwise each
 * like could add another order to be stored.
 */
const MAX_RECENT_ORDERS = 10;
const RECENT_MS = 60_000;
const HASH = /^[\w-]{22}$/;

/**
 * Stories per follow-up query. The first query reads only one page; if many of its stories have to be skipped, the
 * following ones read this many.
 */
const SKIP_BATCH = 200;

/** The fields that are read until it is known which stories are on the page; the text is read only for those. */
type Candidate = Pick<CardDoc, '_id' | 'createdAt' | 'textBytes'>;

/** A position in the order: among the ranked stories, or after them. */
interface Position {
  /** Null on the first page. */
  hash: string | null;
  /** Number of ranked stories before the position. */
  offset: number;
  /** Position among the stories after the ranked ones; null before the first of them. */
  unranked: DatePosition | null;
}

function decodePosition(cursor: string | undefined): Position {
  if (cursor === undefined) return { hash: null, offset: 0, unranked: null };
  const [hash, offset, time, id] = decodeCursor(cursor);
  if (typeof hash !== 'string' || !HASH.test(hash) || !Number.isInteger(offset)) throw invalidCursor();
  const unranked = time === undefined ? null : { value: requireTime(time), id: requireId(id) };
  return { hash, offset: Math.max(0, Number(offset)), unranked };
}

/** An order of the most liked stories of a list. */
interface Order {
  ids: readonly Types.ObjectId[];
  hash: string;
  rankedAt: Date;
}

async function findRanking(filter: PostFilter): Promise<Types.ObjectId[]> {
  const posts = await PostModel.find({ ...filter, monthLikes: mongoose.trusted({ $gt: 0 }) })
    .sort({ monthLikes: -1, ...NEWEST_FIRST })
    .limit(MAX_RANKED)
    .select('_id')
    .lean<{ _id: Types.ObjectId }[]>();
  return posts.map(({ _id }) => _id);
}

function hashOf(list: string, ids: readonly Types.ObjectId[]): string {
  const hash = createHash('sha256').update(list);
  for (const id of ids) hash.update(id.id);
  return hash.digest('base64url').slice(0, 22);
}

/** Stores an order, or extends the life of the stored one. */
async function storeOrder(list: string, { ids, hash, rankedAt }: Order): Promise<void> {
  const times = { rankedAt, expiresAt: new Date(Date.now() + RETENTION_MS) };
  const { matchedCount } = await LikedOrderModel.updateOne({ hash }, { $set: times });
  if (matchedCount > 0) return;
  await LikedOrderModel.create({ list, hash, postIds: [...ids], ...times }).catch((error: unknown) => {
    if (!isDuplicateKeyError(error, 'hash')) throw error;
  });
}

/** Finds the latest order of a list that has had many of them recently; null for any other list. */
async function findRecentOrder(list: string): Promise<LikedOrderDoc | null> {
  const recent = { list, rankedAt: mongoose.trusted({ $gt: new Date(Date.now() - RECENT_MS) }) };
  const count = await LikedOrderModel.countDocuments(recent).limit(MAX_RECENT_ORDERS);
  if (count < MAX_RECENT_ORDERS) return null;
  return LikedOrderModel.findOne(recent).sort({ rankedAt: -1 }).lean<LikedOrderDoc>();
}

/**
 * Finds the order of a page. Each page reads its stories with the filter, so an order grants no access.
 *
 * @param hash - of the order of the first page; null for a first page.
 * @returns the current order when the stored one has expired.
 */
async function findOrder(list: string, hash: string | null, filter: PostFilter): Promise<Order> {
  const stored = await (hash === null
    ? findRecentOrder(list)
    : LikedOrderModel.findOne({ hash }).lean<LikedOrderDoc>());
  if (stored) return { ids: stored.postIds, hash: stored.hash, rankedAt: stored.rankedAt };
  const rankedAt = new Date();
  const ids = await findRanking(filter);
  return { ids, hash: hashOf(list, ids), rankedAt };
}

const mapById = <T extends Candidate>(posts: readonly T[]): ReadonlyMap<string, T> =>
  new Map(posts.map((post) => [post._id.toHexString(), post]));

/**
 * Finds one page of all stories, or of those that match a filter, by the likes of the last 30 days, then newest first.
 * Likes between two pages change nothing: later pages follow the stored order of the first one. If a list's order
 * changes more than ten times a minute, the order of its first pages is up to a minute old.
 *
 * @param fields - of the stories, for `select`.
 * @param options.filter - the same for each page.
 * @param options.bytesOf - for lists of whole stories: returns a story's size; the page then also ends when it reaches
 *   the size limit.
 * @throws AppError 400 for an invalid cursor.
 */
export async function findLikedPosts<T extends CardDoc>(
  fields: string,
  {
    limit,
    cursor,
    filter = {},
    bytesOf,
  }: {
    limit: number;
    cursor?: string;
    filter?: PostFilter;
    bytesOf?: (post: Pick<CardDoc, 'textBytes'>) => number;
  },
): Promise<Rows<T>> {
  const position = decodePosition(cursor);
  const list = JSON.stringify(filter);
  const order = await findOrder(list, position.hash, filter);
  const { ids, hash } = order;
  const found: { post: Candidate; cursor: string }[] = [];
  let { offset, unranked } = position;
  const findCandidates = (condition: PostFilter) =>
    PostModel.find({ ...filter, ...condition })
      .select('createdAt textBytes')
      .lean<Candidate[]>();

  let length = limit + 1;
  while (found.length <= limit && unranked === null && offset < ids.length) {
    const batch = ids.slice(offset, offset + length);
    const byId = mapById(await findCandidates({ _id: mongoose.trusted({ $in: batch }) }));
    for (const id of batch) {
      offset += 1;
      const post = byId.get(id.toHexString());
      if (post) found.push({ post, cursor: encodeCursor([hash, offset]) });
    }
    length = SKIP_BATCH;
  }

  const ranked = new Set(ids.map((id) => id.toHexString()));
  length = limit + 1;
  for (let isLast = false; found.length <= limit && !isLast; ) {
    const posts = await findCandidates(afterPosition('createdAt', -1, unranked))
      .sort(NEWEST_FIRST)
      .limit(length);
    for (const post of posts) {
      const id = post._id.toHexString();
      unranked = { value: post.createdAt, id };
      if (ranked.has(id)) continue;
      found.push({ post, cursor: encodeCursor([hash, ids.length, post.createdAt.getTime(), id]) });
    }
    isLast = posts.length < length;
    length = SKIP_BATCH;
  }

  const page = cutPage(
    found,
    limit,
    (last) => last.cursor,
    ({ post }) => bytesOf?.(post) ?? 0,
  );
  // Without the stored order, the next page follows the order of its time.
  if (page.nextCursor !== null) await storeOrder(list, order).catch(() => undefined);
  const pageIds = page.rows.map(({ post }) => post._id);
  const posts = await PostModel.find({ ...filter, _id: mongoose.trusted({ $in: pageIds }) })
    .select(fields)
    .lean<T[]>();
  const byId = mapById(posts);
  return {
    rows: pageIds.flatMap((id) => byId.get(id.toHexString()) ?? []),
    nextCursor: page.nextCursor,
  };
}
