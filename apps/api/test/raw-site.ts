import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import mongoose from 'mongoose';
import { RAW, type RawDocument, serializeDocument } from '../src/backup/archive-format.js';
import { BACKED_UP_MODELS } from '../src/backup/archived-models.js';
import { fileKey } from '../src/media/storage-key.js';

/** Stored data of a site, read without the product. */
export interface RawSite {
  /** All documents of each collection in a backup. */
  documents: Map<string, RawDocument[]>;
  /** SHA-256 of the file for each width of each picture; null for a missing file. */
  files: Map<string, string | null>;
}

/** Reads all data of a site. @param mediaFolder - folder of its pictures. */
export async function readSite(uri: string, mediaFolder: string): Promise<RawSite> {
  const connection = await mongoose.createConnection(uri).asPromise();
  try {
    const documents = new Map<string, RawDocument[]>();
    for (const model of BACKED_UP_MODELS) {
      const { name } = model.collection;
      documents.set(name, await connection.collection<RawDocument>(name).find({}, RAW).toArray());
    }
    const files = new Map<string, string | null>();
    for (const blob of documents.get('blobs') ?? []) {
      for (const width of blob.widths) {
        const key = fileKey(String(blob.fileId), Number(width));
        files.set(
          key,
          await readFile(path.join(mediaFolder, key)).then(
            (bytes) => createHash('sha256').update(bytes).digest('hex'),
            () => null,
          ),
        );
      }
    }
    return { documents, files };
  } finally {
    await connection.close();
  }
}

/** Serializes the documents of a collection with their BSON types. @returns the serialized documents by id. */
export function serializeDocuments(site: RawSite, collection: string): Map<string, string> {
  return new Map(
    (site.documents.get(collection) ?? []).map((document) => [
      String(document._id),
      serializeDocument(document),
    ]),
  );
}

/** Finds inconsistencies of a site: dangling references, gaps and wrong counters. Empty for a consistent one. */
export function findInconsistencies({ documents, files }: RawSite): string[] {
  const inconsistencies: string[] = [];
  const all = (collection: string) => documents.get(collection) ?? [];
  const listIds = (collection: string) => new Set(all(collection).map(({ _id }) => String(_id)));
  const [users, posts, messages, blobs] = ['users', 'posts', 'messages', 'blobs'].map(listIds);
  const checkReferences = (collection: string, field: string, ids: ReadonlySet<string> | undefined) => {
    for (const document of all(collection)) {
      const value: unknown = document[field];
      if (value && !ids?.has(String(value)))
        inconsistencies.push(`${collection} ${document._id}: ${field} refers to no document`);
    }
  };
  checkReferences('posts', 'authorId', users);
  for (const collection of ['likes', 'bookmarks', 'comments', 'drafts', 'revisions'])
    checkReferences(collection, 'postId', posts);
  for (const collection of ['likes', 'bookmarks', 'drafts', 'notifications'])
    checkReferences(collection, 'userId', users);
  checkReferences('comments', 'authorId', users);
  checkReferences('comments', 'parentId', listIds('comments'));
  for (const field of ['senderId', 'receiverId']) checkReferences('messages', field, users);
  checkReferences('messages', 'replyTo', messages);
  checkReferences('conversations', 'lastMessageId', messages);
  checkReferences('messagechanges', 'messageId', messages);
  for (const field of ['blockerId', 'blockedId']) checkReferences('blocks', field, users);
  for (const field of ['followerId', 'followedId']) checkReferences('follows', field, users);
  checkReferences('media', 'blobId', blobs);

  const count = (collection: string, postId: unknown) =>
    all(collection).filter((document) => String(document.postId) === String(postId) && !document.deletedAt)
      .length;
  for (const post of all('posts')) {
    if (Number(post.likes) !== count('likes', post._id)) inconsistencies.push(`post ${post._id}: likes`);
    if (Number(post.comments) !== count('comments', post._id))
      inconsistencies.push(`post ${post._id}: comments`);
    const revisions = all('revisions').filter(({ postId }) => String(postId) === String(post._id));
    if (revisions.some((revision) => Number(revision['number']) >= Number(post['version'] ?? 1)))
      inconsistencies.push(`post ${post._id}: a revision of a later version`);
  }

  const media = new Map(all('media').map(({ key, recordId }) => [String(key), String(recordId)]));
  const pictureFields = {
    posts: 'blogImage',
    revisions: 'blogImage',
    drafts: 'blogImage',
    messages: 'image',
    users: 'profilePic',
  };
  for (const [collection, field] of Object.entries(pictureFields)) {
    for (const record of all(collection)) {
      const key: string | undefined = record[field]?.key;
      if (key !== undefined && media.get(key) !== String(record._id))
        inconsistencies.push(`${collection} ${record._id}: picture`);
    }
  }
  const stories = [...all('posts'), ...all('deletedposts')];
  const authors = new Map(stories.map((story) => [String(story._id), String(story['authorId'])]));
  for (const collection of ['posts', 'deletedposts', 'revisions', 'drafts']) {
    for (const record of all(collection)) {
      const owner = String(record['authorId'] ?? record['userId'] ?? authors.get(String(record['postId'])));
      for (const { key } of record['pictures'] ?? []) {
        if (media.get(key) !== owner)
          inconsistencies.push(`${collection} ${record._id}: picture of the text`);
      }
    }
  }
  for (const [key, hash] of files) if (hash === null) inconsistencies.push(`file ${key}`);

  inconsistencies.push(...findChatInconsistencies(documents));
  return inconsistencies;
}

/** Groups messages or changes by their conversation, in the order of a field. */
function groupByConversation(documents: readonly RawDocument[], field: string): Map<string, RawDocument[]> {
  const groups = new Map<string, RawDocument[]>();
  for (const document of documents) {
    const { conversation } = document;
    groups.set(conversation, [...(groups.get(conversation) ?? []), document]);
  }
  for (const group of groups.values()) group.sort((a, b) => Number(a[field]) - Number(b[field]));
  return groups;
}

function findChatInconsistencies(documents: RawSite['documents']): string[] {
  const inconsistencies: string[] = [];
  const messages = groupByConversation(documents.get('messages') ?? [], 'seq');
  const changes = groupByConversation(documents.get('messagechanges') ?? [], 'place');
  const byKey = new Map(
    (documents.get('conversations') ?? []).map((document) => [String(document.key), document]),
  );
  for (const [conversation, log] of changes) {
    if (log.some(({ place }, index) => Number(place) !== index + 1))
      inconsistencies.push(`log of ${conversation}: a gap`);
  }
  for (const [conversation, own] of messages) {
    if (own.some(({ seq }, index) => Number(seq) !== index + 1))
      inconsistencies.push(`${conversation}: a gap`);
    const document = byKey.get(conversation);
    const last = own.at(-1);
    if (String(document?.lastMessageId) !== String(last?._id))
      inconsistencies.push(`${conversation}: last message`);
    const log = changes.get(conversation) ?? [];
    for (const { _id, version, hiddenFor } of own) {
      const logEntries = log.filter(({ messageId }) => String(messageId) === String(_id));
      const isLogged = logEntries.some((change) => Number(change.version ?? 0) >= Number(version));
      if (Number(version) > 0 && !isLogged)
        inconsistencies.push(`message ${_id}: version ${version} is not in the log`);
      for (const userId of hiddenFor ?? []) {
        if (!logEntries.some(({ removedBy }) => String(removedBy) === String(userId)))
          inconsistencies.push(`message ${_id}: a removal is not in the log`);
      }
    }
    const ids = new Set(own.map(({ _id }) => String(_id)));
    for (const receipts of Object.values(document?.marks ?? {})) {
      for (const side of Object.values(receipts as Record<string, Record<string, { id: unknown }>>)) {
        for (const { id } of Object.values(side)) {
          if (!ids.has(String(id))) inconsistencies.push(`${conversation}: a receipt refers to no message`);
        }
      }
    }
  }
  return inconsistencies;
}
