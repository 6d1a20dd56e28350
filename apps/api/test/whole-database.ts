import mongoose, { type Types } from 'mongoose';

type Doc = Record<string, unknown> & { _id: Types.ObjectId | string };

/** Every document of every collection, as BSON, in the order of the bytes. */
type Snapshot = ReadonlyMap<string, readonly Buffer[]>;

/** Whose a document is, in the eyes of who acts: `mine`, `theirs`, or somebody else's. */
export type OwnerOf = (collection: string, doc: Readonly<Record<string, unknown>>) => string;

const { EJSON, deserialize } = mongoose.mongo.BSON;

const canonical = (value: unknown) => EJSON.stringify({ value }, { relaxed: false });

function database() {
  const { db } = mongoose.connection;
  if (!db) throw new Error('The database is not connected');
  return db;
}

async function readSnapshot(collectionNames: readonly string[]): Promise<Snapshot> {
  const all = await Promise.all(
    collectionNames.map(async (name) => {
      // With `raw` the driver gives the bytes, whatever its types say: comparing them costs next to nothing.
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

/** Documents by id, with the exact types of their numbers, so that they can be put back as they were. */
function parse(docs: readonly Buffer[]): Map<string, Doc> {
  // What is stored has an id.
  const parsed = docs.map((bytes) => deserialize(bytes, { promoteValues: false }) as Doc);
  return new Map(parsed.map((doc) => [canonical(doc._id), doc]));
}

/**
 * What calls may write beside their purpose: when a session was last used, and how often the counts of a story were made
 * from their rows.
 */
const IGNORED_CHANGES: ReadonlySet<string> = new Set(['sessions~lastSeenAt', 'posts~countsVersion']);

function changedFields(before: Doc, after: Doc): string[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].filter((field) => canonical(before[field]) !== canonical(after[field]));
}

/** The database of a test file as it was at one moment, to compare with and to go back to. */
export interface WholeDatabase {
  /**
   * What differs from that moment: `posts/mine+` for a new document, `posts/theirs-` for one that is gone,
   * `posts/theirs~likes` for a field. Sorted, each once. Puts everything back.
   */
  takeChanges(ownerOf: OwnerOf): Promise<string[]>;
  /** As `takeChanges`, with the documents that came or changed as JSON. */
  takeWritten(ownerOf: OwnerOf): Promise<{ changes: string[]; written: string }>;
}

/** Notes every document of every collection. */
export async function watchWholeDatabase(): Promise<WholeDatabase> {
  const collectionNames = Object.values(mongoose.models).map(({ collection }) => collection.collectionName);
  const listed = await database().listCollections({}, { nameOnly: true }).toArray();
  const unknown = listed.filter(({ name }) => !collectionNames.includes(name) && !name.startsWith('system.'));
  if (unknown.length > 0) throw new Error(`Collections without a model: ${JSON.stringify(unknown)}`);
  const start = await readSnapshot(collectionNames);

  async function takeWritten(ownerOf: OwnerOf): Promise<{ changes: string[]; written: string }> {
    const now = await readSnapshot(collectionNames);
    const changes = new Set<string>();
    const written: string[] = [];
    for (const name of collectionNames) {
      const [bytesBefore, bytesAfter] = [start.get(name) ?? [], now.get(name) ?? []];
      if (areSame(bytesBefore, bytesAfter)) continue;
      const [before, after] = [parse(bytesBefore), parse(bytesAfter)];
      const collection = database().collection<Doc>(name);
      for (const [id, doc] of after) {
        const old = before.get(id);
        if (!old) {
          changes.add(`${name}/${ownerOf(name, doc)}+`);
          written.push(canonical(doc));
          await collection.deleteOne({ _id: doc._id });
          continue;
        }
        const fields = changedFields(old, doc);
        for (const field of fields) {
          if (!IGNORED_CHANGES.has(`${name}~${field}`)) changes.add(`${name}/${ownerOf(name, old)}~${field}`);
        }
        if (fields.length === 0) continue;
        written.push(canonical(doc));
        await collection.replaceOne({ _id: doc._id }, old);
      }
      for (const [id, doc] of before) {
        if (after.has(id)) continue;
        changes.add(`${name}/${ownerOf(name, doc)}-`);
        await collection.insertOne(doc);
      }
    }
    return { changes: [...changes].sort(), written: written.join('\n') };
  }

  return { takeWritten, takeChanges: async (ownerOf) => (await takeWritten(ownerOf)).changes };
}
