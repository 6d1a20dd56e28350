import mongoose, { type Types } from 'mongoose';
import { whenBackgroundTasksEnd } from '../src/lib/background.js';

type Doc = Record<string, unknown> & { _id: Types.ObjectId | string };

/** BSON of all documents by collection, sorted by its bytes. */
type Snapshot = ReadonlyMap<string, readonly Buffer[]>;

/** Names the owner of a document from the view of a user, for example `mine` or `theirs`. */
export type OwnerLabeler = (collection: string, doc: Readonly<Record<string, unknown>>) => string;

const { EJSON, deserialize } = mongoose.mongo.BSON;

const toCanonicalJson = (value: unknown) => EJSON.stringify({ value }, { relaxed: false });

function database() {
  const { db } = mongoose.connection;
  if (!db) throw new Error('The database is not connected');
  return db;
}

async function readSnapshot(collectionNames: readonly string[]): Promise<Snapshot> {
  const all = await Promise.all(
    collectionNames.map(async (name) => {
      // `raw` returns bytes, contrary to the types. They are cheap to compare.
      const docs = (await database()
        .collection(name)
        .find({}, { raw: true })
        .toArray()) as unknown as Buffer[];
      return [name, docs.sort(Buffer.compare)] as const;
    }),
  );
  return new Map(all);
}

const areSame = (a: readonly Buffer[], b: readonly Buffer[]) =>
  a.length === b.length && a.every((doc, index) => b[index]?.equals(doc));

/** Parses documents by id with exact number types, so that they can be restored unchanged. */
function parseDocuments(docs: readonly Buffer[]): Map<string, Doc> {
  // Every stored document has an id.
  const parsed = docs.map((bytes) => deserialize(bytes, { promoteValues: false }) as Doc);
  return new Map(parsed.map((doc) => [toCanonicalJson(doc._id), doc]));
}

/**
 * Fields that any request may update: when a session was last used, and two fields of a story's counters.
 * `countsVersion` changes with each recount, `monthLikesUntil` only when the oldest like of the month is removed.
 */
const IGNORED_CHANGES: ReadonlySet<string> = new Set([
  'sessions~lastSeenAt',
  'posts~countsVersion',
  'posts~monthLikesUntil',
]);

function listChangedFields(before: Doc, after: Doc): string[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].filter((field) => toCanonicalJson(before[field]) !== toCanonicalJson(after[field]));
}

/** A snapshot of the database of a test file, to compare with and to restore. */
export interface WholeDatabase {
  /**
   * Returns the differences from the snapshot, sorted, each once, and restores it: `posts/mine+` for a new document,
   * `posts/theirs-` for a deleted one, `posts/theirs~likes` for a changed field.
   */
  takeChanges(labelOwner: OwnerLabeler): Promise<string[]>;
  /** Like `takeChanges`, but also returns the new and changed documents as JSON. */
  takeWritten(labelOwner: OwnerLabeler): Promise<{ changes: string[]; written: string }>;
}

/** Takes a snapshot of all documents of all collections. */
export async function watchWholeDatabase(): Promise<WholeDatabase> {
  const collectionNames = Object.values(mongoose.models).map(({ collection }) => collection.collectionName);
  const listed = await database().listCollections({}, { nameOnly: true }).toArray();
  const unknown = listed.filter(({ name }) => !collectionNames.includes(name) && !name.startsWith('system.'));
  if (unknown.length > 0) throw new Error(`Collections without a model: ${JSON.stringify(unknown)}`);
  await whenBackgroundTasksEnd();
  const start = await readSnapshot(collectionNames);

  async function takeWritten(labelOwner: OwnerLabeler): Promise<{ changes: string[]; written: string }> {
    await whenBackgroundTasksEnd();
    const now = await readSnapshot(collectionNames);
    const changes = new Set<string>();
    const written: string[] = [];
    for (const name of collectionNames) {
      const [bytesBefore, bytesAfter] = [start.get(name) ?? [], now.get(name) ?? []];
      if (areSame(bytesBefore, bytesAfter)) continue;
      const [before, after] = [parseDocuments(bytesBefore), parseDocuments(bytesAfter)];
      const collection = database().collection<Doc>(name);
      for (const [id, doc] of after) {
        const old = before.get(id);
        if (!old) {
          changes.add(`${name}/${labelOwner(name, doc)}+`);
          written.push(toCanonicalJson(doc));
          await collection.deleteOne({ _id: doc._id });
          continue;
        }
        const fields = listChangedFields(old, doc);
        for (const field of fields) {
          if (!IGNORED_CHANGES.has(`${name}~${field}`))
            changes.add(`${name}/${labelOwner(name, old)}~${field}`);
        }
        if (fields.length === 0) continue;
        written.push(toCanonicalJson(doc));
        await collection.replaceOne({ _id: doc._id }, old);
      }
      for (const [id, doc] of before) {
        if (after.has(id)) continue;
        changes.add(`${name}/${labelOwner(name, doc)}-`);
        await collection.insertOne(doc);
      }
    }
    return { changes: [...changes].sort(), written: written.join('\n') };
  }

  return { takeWritten, takeChanges: async (labelOwner) => (await takeWritten(labelOwner)).changes };
}
