import mongoose from 'mongoose';
import { ChangeModel } from '../message/change.model.js';
import { ConversationModel } from '../message/conversation.model.js';
import { MessageModel } from '../message/message.model.js';
import type { RawDocument } from './archive-format.js';
import type { PictureCollector } from './collect-pictures.js';
import { findRaw, findRawInBatches, toId, toNumber, type WriteDocument } from './raw-documents.js';

const { Int32, ObjectId } = mongoose.mongo.BSON;

/** Conversations are added to a batch until it has at least this many messages. */
const CONVERSATION_BATCH_MESSAGES = 2_000;

interface CollectOptions {
  write: WriteDocument;
  collectPictures: PictureCollector['collectPictures'];
  signal: AbortSignal | undefined;
}

/** Summary of a conversation's change log. */
interface ConversationLog {
  /** Position of the last entry. */
  last: number;
  /** Latest logged version of each message, by its id. */
  versions: Map<string, number>;
  /** `{messageId}:{userId}` of each logged removal. */
  removals: Set<string>;
}

/** The document of a conversation, and the sequence number of its last message when the document was read. */
interface ConversationSnapshot {
  document: RawDocument;
  lastSeqWhenRead: number;
}

/** Reads the last sequence number of each conversation. */
function findLastSeqs(filter: mongoose.mongo.Filter<mongoose.mongo.Document> = {}) {
  return MessageModel.collection.aggregate<{ _id: string; last: number }>([
    { $match: filter },
    { $group: { _id: '$conversation', last: { $max: '$seq' } } },
  ]);
}

/** Groups the keys of all conversations with messages into batches of about the same number of messages. */
async function listConversationBatches(): Promise<string[][]> {
  const batches: string[][] = [];
  let batch: string[] = [];
  let messages = 0;
  for await (const { _id, last } of findLastSeqs()) {
    batch.push(_id);
    messages += last;
    if (messages < CONVERSATION_BATCH_MESSAGES) continue;
    batches.push(batch);
    batch = [];
    messages = 0;
  }
  return batch.length > 0 ? [...batches, batch] : batches;
}

/** Writes the change logs of conversations. @returns a function that looks up the log of a conversation. */
async function writeLogs(keys: readonly string[], write: WriteDocument) {
  const logs = new Map<string, ConversationLog>();
  const logOf = (conversation: string) => {
    const log = logs.get(conversation) ?? { last: 0, versions: new Map(), removals: new Set() };
    logs.set(conversation, log);
    return log;
  };
  for await (const change of findRaw(ChangeModel, { conversation: { $in: [...keys] } })) {
    const log = logOf(change.conversation);
    const messageId = toId(change.messageId);
    log.last = Math.max(log.last, toNumber(change.place));
    if (change.removedBy) log.removals.add(`${messageId}:${toId(change.removedBy)}`);
    else log.versions.set(messageId, Math.max(log.versions.get(messageId) ?? 0, toNumber(change.version)));
    await write(ChangeModel, change);
  }
  return logOf;
}

/** Writes the log entries that are missing for the state of a message when it was read. */
async function completeLog(log: ConversationLog, message: RawDocument, write: WriteDocument): Promise<void> {
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

/** Applies a message that arrived after the snapshot of its conversation was read, as `recordLastMessage` does. */
function advanceSnapshot(snapshots: Map<string, ConversationSnapshot>, message: RawDocument): void {
  const { conversation, senderId, receiverId } = message;
  const snapshot = snapshots.get(conversation) ?? {
    lastSeqWhenRead: 0,
    document: {
      _id: new ObjectId(),
      key: conversation,
      participants: [senderId, receiverId],
      __v: new Int32(0),
    },
  };
  const seq = toNumber(message.seq);
  if (seq <= snapshot.lastSeqWhenRead) return;
  const { document } = snapshot;
  const unreadFor: unknown[] = document.unreadFor ?? [];
  const isUnread = unreadFor.some((id) => toId(id) === toId(receiverId));
  const isLater = seq > toNumber(document.lastSeq);
  const isLaterTime = !document.lastMessageAt || document.lastMessageAt <= message.createdAt;
  snapshots.set(conversation, {
    lastSeqWhenRead: snapshot.lastSeqWhenRead,
    document: {
      ...document,
      ...(isLater ? { lastSeq: message.seq, lastMessageId: message._id } : {}),
      lastMessageAt: isLaterTime ? message.createdAt : document.lastMessageAt,
      unreadFor: isUnread ? unreadFor : [...unreadFor, receiverId],
    },
  });
}

/**
 * Writes conversations. The change logs and the conversations are read before the messages, so that every message they
 * refer to is in the backup. Changes made to messages in between are added to both.
 */
async function writeConversations(
  keys: readonly string[],
  { write, collectPictures, signal }: CollectOptions,
): Promise<void> {
  const logOf = await writeLogs(keys, write);
  const snapshots = new Map<string, ConversationSnapshot>();
  for await (const document of findRaw(ConversationModel, { key: { $in: [...keys] } })) {
    snapshots.set(document.key, { document, lastSeqWhenRead: toNumber(document.lastSeq) });
  }

  // A message becomes visible only after all earlier ones: there is no gap up to these sequence numbers.
  const lastSeqs = new Map<string, number>();
  for await (const { _id, last } of findLastSeqs({ conversation: { $in: [...keys] } }))
    lastSeqs.set(_id, last);

  for await (const batch of findRawInBatches(MessageModel, { conversation: { $in: [...keys] } })) {
    signal?.throwIfAborted();
    const messages = batch.filter(
      ({ conversation, seq }) => toNumber(seq) <= (lastSeqs.get(conversation) ?? 0),
    );
    for (const message of await collectPictures(MessageModel, messages)) {
      advanceSnapshot(snapshots, message);
      await completeLog(logOf(message.conversation), message, write);
      await write(MessageModel, message);
    }
  }
  for (const { document } of snapshots.values()) await write(ConversationModel, document);
}

/** Writes all conversations that have messages. */
export async function collectConversations(options: CollectOptions): Promise<void> {
  for (const keys of await listConversationBatches()) {
    options.signal?.throwIfAborted();
    await writeConversations(keys, options);
  }
}
