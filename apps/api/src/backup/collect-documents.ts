import { setTimeout as delay } from 'node:timers/promises';
import mongoose, { type Types } from 'mongoose';
import { DraftModel } from '../draft/draft.model.js';
import { BlobModel, MediaModel } from '../media/media.model.js';
import { ChangeModel } from '../message/change.model.js';
import { ConversationModel } from '../message/conversation.model.js';
import { MessageModel } from '../message/message.model.js';
import { CommentModel } from '../post/comment.model.js';
import { PostModel } from '../post/post.model.js';
import { BookmarkModel, LikeModel } from '../post/reaction.model.js';
import { UserModel } from '../user/user.model.js';
import { RAW, type RawDocument } from './archive-format.js';
import { type AnyModel, ARCHIVED, PICTURE_FIELDS } from './archived-models.js';

const { Int32, ObjectId } = mongoose.mongo.BSON;

/** Documents asked for by their ids at a time. */
const BATCH_SIZE = 100;
/** Messages of the conversations that are read together. */
const CONVERSATION_BATCH_MESSAGES = 2_000;
/** A picture that is replaced while it is looked for is looked for again: its record names the new one by then. */
const PICTURE_ATTEMPTS = 8;
const PICTURE_RETRY_DELAY_MS = 50;
/** A picture that was taken within this time is safe from the sweep (a day) for as long as a backup may take. */
const RECENT_USE_MS = 12 * 60 * 60 * 1000;

interface CollectOptions {
  /** Takes a document; waits while it cannot take more. */
  write(model: AnyModel, document: RawDocument): Promise<void>;
  signal?: AbortSignal;
}

/** What stands out in what was read. */
export interface Collected {
  /** Pictures that records name and that were gone for good. */
  missingPictures: number;
}

const toNumber = (value: unknown) => Number(value ?? 0);
const toId = (value: unknown) => String(value);

/** The value with another number, in the type it had. */
const withCount = (value: unknown, count: number) =>
  value !== undefined && toNumber(value) === count ? value : new Int32(count);

function find(model: AnyModel, filter: mongoose.mongo.Filter<mongoose.mongo.Document>) {
  return model.collection.find<RawDocument>(filter, RAW);
}

function findByIds(model: AnyModel, ids: readonly unknown[]) {
  return find(model, { _id: { $in: ids as Types.ObjectId[] } });
}

/** The ids of a collection as it is now, in batches: what comes later is not of this backup. */
async function idBatches(model: AnyModel): Promise<unknown[][]> {
  const ids: unknown[] = [];
  for await (const { _id } of model.collection.find({}, { projection: { _id: 1 } })) ids.push(_id);
  return inBatches(ids, BATCH_SIZE);
}

function inBatches<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

/**
 * Reads all documents of the site while it is being written to, so that what is read fits together: every reference
 * leads to something, a conversation is a beginning of the real one without a gap, and counters are the number of rows.
 * The order of the reads and what makes up for the rest: docs/decisions/007-backup.md.
 */
export async function collectDocuments({ write, signal }: CollectOptions): Promise<Collected> {
  const storedBlobs = new Set<string>();
  const storyIds = new Set<string>();
  let missingPictures = 0;

  /** Writes the pictures of these keys, as far as they are there. @returns the keys that are. */
  async function writePictures(keys: readonly string[]): Promise<Set<string>> {
    if (keys.length === 0) return new Set();
    const media = await find(MediaModel, { key: { $in: [...keys] } }).toArray();
    const blobIds = [...new Set(media.map(({ blobId }) => toId(blobId)))];
    // The sweep spares what was taken lately: the files stay until they are copied.
    const unusedFilter = { usedAt: { $lt: new Date(Date.now() - RECENT_USE_MS) } };
    await BlobModel.collection.updateMany(
      { _id: { $in: blobIds as never[] }, ...unusedFilter },
      { $set: { usedAt: new Date() } },
    );
    const blobs = await findByIds(BlobModel, blobIds).toArray();
    const found = new Set(blobs.map(({ _id }) => toId(_id)));
    for (const blob of blobs) {
      if (storedBlobs.has(toId(blob._id))) continue;
      storedBlobs.add(toId(blob._id));
      await write(BlobModel, blob);
    }
    const complete = media.filter(({ blobId }) => found.has(toId(blobId)));
    for (const row of complete) await write(MediaModel, row);
    return new Set(complete.map(({ key }) => toId(key)));
  }

  /** Writes the pictures of these records. @returns the records, some of them as they are a moment later. */
  async function withPictures(model: AnyModel, records: readonly RawDocument[]): Promise<RawDocument[]> {
    const field = PICTURE_FIELDS.get(model) ?? '';
    const keyOf = (record: RawDocument): string | undefined => record[field]?.key;
    const done: RawDocument[] = [];
    let pending = records;
    for (let attempt = 1; ; attempt += 1) {
      const keys = pending.flatMap((record) => keyOf(record) ?? []);
      const foundKeys = await writePictures(keys);
      const isMissing = (record: RawDocument) => {
        const key = keyOf(record);
        return key !== undefined && !foundKeys.has(key);
      };
      done.push(...pending.filter((record) => !isMissing(record)));
      const missing = pending.filter(isMissing);
      if (missing.length === 0) return done;
      if (attempt === PICTURE_ATTEMPTS) {
        // It was gone before: the copy is as the original.
        missingPictures += missing.length;
        return [...done, ...missing];
      }
      await delay(PICTURE_RETRY_DELAY_MS * attempt);
      // One that is gone altogether went with its picture.
      const ids = missing.map(({ _id }) => _id);
      pending = await findByIds(model, ids).toArray();
    }
  }

  /** Writes what people left with these stories, whose pictures are written, and then the stories. */
  async function writeStories(stories: readonly RawDocument[]): Promise<void> {
    const ids = stories.map(({ _id }) => _id);
    const count = async (model: AnyModel) => {
      const counts = new Map<string, number>();
      for await (const row of find(model, { postId: { $in: ids } })) {
        const postId = toId(row.postId);
        counts.set(postId, (counts.get(postId) ?? 0) + 1);
        await write(model, row);
      }
      return (story: RawDocument) => counts.get(toId(story._id)) ?? 0;
    };
    const likesOf = await count(LikeModel);
    const commentsOf = await count(CommentModel);
    await count(BookmarkModel);
    for (const story of stories) {
      storyIds.add(toId(story._id));
      await write(PostModel, {
        ...story,
        likes: withCount(story.likes, likesOf(story)),
        comments: withCount(story.comments, commentsOf(story)),
      });
    }
  }

  /** A draft of a story that is not in the backup would lead nowhere: it becomes one of a new story. */
  const detachMissingStory = (draft: RawDocument): RawDocument =>
    draft.postId && !storyIds.has(toId(draft.postId)) ? { ...draft, postId: null } : draft;

  /** A link to a new password is good once: one that was used since must not come back. */
  const withoutPasswordReset = ({ passwordReset: _link, ...user }: RawDocument): RawDocument => user;

  /** All records of a model that stands alone but for its picture. */
  async function writeAll(model: AnyModel, adapt = (record: RawDocument) => record): Promise<void> {
    for (const ids of await idBatches(model)) {
      signal?.throwIfAborted();
      const records = await findByIds(model, ids).toArray();
      const whole = PICTURE_FIELDS.has(model) ? await withPictures(model, records) : records;
      for (const record of whole) await write(model, adapt(record));
    }
  }

  for (const ids of await idBatches(PostModel)) {
    signal?.throwIfAborted();
    await writeStories(await withPictures(PostModel, await findByIds(PostModel, ids).toArray()));
  }
  await writeAll(DraftModel, detachMissingStory);
  for (const keys of await conversationBatches()) {
    signal?.throwIfAborted();
    await writeConversations(keys, { write, withPictures, signal });
  }
  const done = new Set<AnyModel>([
    ...[PostModel, LikeModel, BookmarkModel, CommentModel, DraftModel],
    ...[MessageModel, ConversationModel, ChangeModel, MediaModel, BlobModel, UserModel],
  ]);
  for (const model of ARCHIVED.filter((each) => !done.has(each))) await writeAll(model);
  // People last: whoever is named by the others is there by now.
  await writeAll(UserModel, withoutPasswordReset);
  return { missingPictures };
}

/** All conversations with a message, about as many messages in each batch. */
async function conversationBatches(): Promise<string[][]> {
  const batches: string[][] = [];
  let batch: string[] = [];
  let messages = 0;
  const lengths = MessageModel.collection.aggregate<{ _id: string; last: number }>([
    { $group: { _id: '$conversation', last: { $max: '$seq' } } },
  ]);
  for await (const { _id, last } of lengths) {
    batch.push(_id);
    messages += last;
    if (messages < CONVERSATION_BATCH_MESSAGES) continue;
    batches.push(batch);
    batch = [];
    messages = 0;
  }
  return batch.length > 0 ? [...batches, batch] : batches;
}

interface ConversationOptions extends Pick<CollectOptions, 'write'> {
  withPictures(model: AnyModel, records: readonly RawDocument[]): Promise<RawDocument[]>;
  signal: AbortSignal | undefined;
}

/** What the log of one conversation says of its messages. */
interface ConversationLog {
  last: number;
  /** The latest version that is told of a message, by its id. */
  versions: Map<string, number>;
  /** Message and person of each removal. */
  removals: Set<string>;
}

/**
 * The log and the row are read before the messages: so whatever they name is there. Then what happened to the messages
 * in between is added to both, as the product itself would.
 */
async function writeConversations(
  keys: readonly string[],
  { write, withPictures, signal }: ConversationOptions,
): Promise<void> {
  const logs = new Map<string, ConversationLog>();
  const logOf = (conversation: string) => {
    const log = logs.get(conversation) ?? { last: 0, versions: new Map(), removals: new Set() };
    logs.set(conversation, log);
    return log;
  };
  for await (const row of find(ChangeModel, { conversation: { $in: [...keys] } })) {
    const log = logOf(row.conversation);
    const messageId = toId(row.messageId);
    log.last = Math.max(log.last, toNumber(row.place));
    if (row.removedBy) log.removals.add(`${messageId}:${toId(row.removedBy)}`);
    else log.versions.set(messageId, Math.max(log.versions.get(messageId) ?? 0, toNumber(row.version)));
    await write(ChangeModel, row);
  }
  const rows = new Map<string, ConversationRow>();
  for await (const document of find(ConversationModel, { key: { $in: [...keys] } })) {
    rows.set(document.key, { document, lastSeqWhenRead: toNumber(document.lastSeq) });
  }

  // A message is visible only when every earlier one is: up to these places there is no gap, whatever comes now.
  const bounds = new Map<string, number>();
  const lastSequences = MessageModel.collection.aggregate<{ _id: string; last: number }>([
    { $match: { conversation: { $in: [...keys] } } },
    { $group: { _id: '$conversation', last: { $max: '$seq' } } },
  ]);
  for await (const { _id, last } of lastSequences) bounds.set(_id, last);

  /** Adds what the log does not say yet of a message as it was read. */
  async function completeLog(message: RawDocument): Promise<void> {
    const log = logOf(message.conversation);
    const messageId = toId(message._id);
    const add = async (version: number | null, removedBy: unknown) => {
      log.last += 1;
      await write(ChangeModel, {
        _id: new ObjectId(),
        conversation: message.conversation,
        place: new Int32(log.last),
        messageId: message._id,
        version: version === null ? null : new Int32(version),
        removedBy,
        __v: new Int32(0),
      });
    };
    const version = toNumber(message.version);
    if (version > (log.versions.get(messageId) ?? 0)) await add(version, null);
    const hiddenFor: unknown[] = message.hiddenFor ?? [];
    for (const userId of hiddenFor) {
      if (!log.removals.has(`${messageId}:${toId(userId)}`)) await add(null, userId);
    }
  }

  let batch: RawDocument[] = [];
  const flush = async () => {
    signal?.throwIfAborted();
    for (const message of await withPictures(MessageModel, batch)) {
      advanceRow(rows, message);
      await completeLog(message);
      await write(MessageModel, message);
    }
    batch = [];
  };
  const messages = find(MessageModel, { conversation: { $in: [...keys] } });
  for await (const message of messages) {
    if (toNumber(message.seq) > (bounds.get(message.conversation) ?? 0)) continue;
    batch.push(message);
    if (batch.length === BATCH_SIZE) await flush();
  }
  await flush();
  for (const { document } of rows.values()) await write(ConversationModel, document);
}

/** The row of a conversation, and how far it was when it was read. */
interface ConversationRow {
  document: RawDocument;
  lastSeqWhenRead: number;
}

/** Moves the row of a conversation on to a message that came after it was read, as `recordLastMessage` does. */
function advanceRow(rows: Map<string, ConversationRow>, message: RawDocument): void {
  const { conversation, senderId, receiverId } = message;
  const row = rows.get(conversation) ?? {
    lastSeqWhenRead: 0,
    document: {
      _id: new ObjectId(),
      key: conversation,
      participants: [senderId, receiverId],
      __v: new Int32(0),
    },
  };
  const seq = toNumber(message.seq);
  if (seq <= row.lastSeqWhenRead) return;
  const { document } = row;
  const unreadFor: unknown[] = document.unreadFor ?? [];
  const isUnread = unreadFor.some((id) => toId(id) === toId(receiverId));
  const isLater = seq > toNumber(document.lastSeq);
  rows.set(conversation, {
    lastSeqWhenRead: row.lastSeqWhenRead,
    document: {
      ...document,
      ...(isLater
        ? { lastSeq: message.seq, lastMessageId: message._id, lastMessageAt: message.createdAt }
        : {}),
      unreadFor: isUnread ? unreadFor : [...unreadFor, receiverId],
    },
  });
}
