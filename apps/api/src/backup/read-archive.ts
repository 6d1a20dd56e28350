import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import tar from 'tar-stream';
import type * as z from 'zod/mini';
import {
  type CollectionSummary,
  collectionOf,
  FORMAT,
  fromLine,
  HEAD,
  headSchema,
  MANIFEST,
  type Manifest,
  manifestSchema,
  PEPPER,
  pictureKeyOf,
  pictureLine,
  type RawDocument,
} from './archive-format.js';
import { BackupError } from './backup-error.js';

/** A file of the archive, with its content. */
type Entry = AsyncIterable<Buffer> & { header: tar.Header };

/** Takes what an archive holds, as it is read. */
interface ArchiveVisitor {
  document?(collection: string, document: RawDocument): Promise<void>;
  /** All documents of a collection were given. */
  collectionEnd?(collection: string): Promise<void>;
  picture?(key: string, bytes: Buffer): Promise<void>;
  pepper?(secret: string): void;
}

interface ReadOptions {
  visitor?: ArchiveVisitor;
  signal?: AbortSignal;
  /** Called with the bytes of the file that were read. */
  onProgress?(bytes: number): void;
}

/** A document has at most 16 MB; its line, with each type named, a few times that. */
const MAX_LINE_BYTES = 128 * 1024 * 1024;
/** Of an entry that is read as a whole. The largest picture of the product has some megabytes. */
const MAX_ENTRY_BYTES = 64 * 1024 * 1024;
const NEWLINE = 0x0a;

async function readFully(entry: Entry): Promise<Buffer> {
  if ((entry.header.size ?? 0) > MAX_ENTRY_BYTES) throw new BackupError(`${entry.header.name} is too large`);
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function parseJson<T extends z.ZodMiniType>(schema: T, name: string, bytes: Buffer): z.infer<T> {
  try {
    return schema.parse(JSON.parse(bytes.toString()));
  } catch (error) {
    throw new BackupError(`its ${name} cannot be read`, { cause: error });
  }
}

/** Lines end at `\n` alone: a text may hold U+2028, at which `readline` parts lines too. */
async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let to = chunk.indexOf(NEWLINE); to !== -1; to = chunk.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, to)]).toString();
      parts = [];
      length = 0;
      from = to + 1;
    }
    parts.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > MAX_LINE_BYTES) throw new BackupError('a line is longer than any document');
  }
  if (length > 0) throw new BackupError('its last line is cut off');
}

async function readDocuments(
  entry: Entry,
  collection: string,
  visitor: ArchiveVisitor,
): Promise<CollectionSummary> {
  const hash = createHash('sha256');
  let documents = 0;
  let bytes = 0;
  await pipeline(entry, createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    async function* hashed() {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    }
    for await (const line of splitLines(hashed())) {
      documents += 1;
      await visitor.document?.(collection, fromLine(line));
    }
  });
  await visitor.collectionEnd?.(collection);
  return { documents, bytes, sha256: hash.digest('hex') };
}

function requireFormat(bytes: Buffer): void {
  const { format, product } = parseJson(headSchema, HEAD, bytes);
  if (format > FORMAT) {
    throw new BackupError(
      `it has format ${format}, made by version ${product}; this version reads formats up to ${FORMAT}. ` +
        'Use that version, or a later one',
    );
  }
}

/** Reads the entries in their order and adds up what they are. */
async function readEntries(entries: AsyncIterable<Entry>, visitor: ArchiveVisitor) {
  const collections: Record<string, CollectionSummary> = {};
  const pictures = { files: 0, bytes: 0 };
  const pictureList = createHash('sha256');
  let isFirst = true;
  let pepper = '';
  let manifest: Manifest | null = null;

  for await (const entry of entries) {
    const { name, type } = entry.header;
    if (isFirst && name !== HEAD) throw new BackupError('it is no backup of this product');
    isFirst = false;
    const collection = collectionOf(name);
    const key = pictureKeyOf(name);
    if (type !== 'file' || manifest !== null) {
      throw new BackupError(`it holds ${JSON.stringify(name)}, which no backup has`);
    }
    if (name === HEAD) {
      requireFormat(await readFully(entry));
    } else if (name === MANIFEST) {
      manifest = parseJson(manifestSchema, MANIFEST, await readFully(entry));
    } else if (name === PEPPER) {
      const bytes = await readFully(entry);
      pepper = createHash('sha256').update(bytes).digest('hex');
      visitor.pepper?.(bytes.toString());
    } else if (collection !== null && collections[collection] === undefined) {
      collections[collection] = await readDocuments(entry, collection, visitor);
    } else if (key !== null) {
      const bytes = await readFully(entry);
      pictures.files += 1;
      pictures.bytes += bytes.length;
      pictureList.update(pictureLine(createHash('sha256').update(bytes).digest('hex'), key));
      await visitor.picture?.(key, bytes);
    } else {
      throw new BackupError(`it holds ${JSON.stringify(name)}, which no backup has`);
    }
  }
  if (manifest === null) throw new BackupError('it is not whole: its end is missing');
  return {
    manifest,
    found: { collections, pepper, pictures: { ...pictures, sha256: pictureList.digest('hex') } },
  };
}

/** Compares what was read with what should be there. */
function requireMatch(
  manifest: Manifest,
  found: Pick<Manifest, 'collections' | 'pepper' | 'pictures'>,
): void {
  const mismatches: string[] = [];
  const compare = (label: string, expected: unknown, actual: unknown) => {
    if (JSON.stringify(expected) !== JSON.stringify(actual)) mismatches.push(label);
  };
  for (const name of new Set([...Object.keys(manifest.collections), ...Object.keys(found.collections)])) {
    compare(`documents of ${name}`, manifest.collections[name], found.collections[name]);
  }
  compare('pictures', manifest.pictures, found.pictures);
  compare('pepper', manifest.pepper, found.pepper);
  if (mismatches.length > 0)
    throw new BackupError(`it is damaged: its ${mismatches.join(', ')} are not what was saved`);
}

/**
 * Reads an archive from its beginning to its end and checks every hash.
 *
 * @returns its manifest.
 * @throws BackupError when it cannot be read, is damaged, cut off, newer than this version, or something else.
 */
export async function readArchive(
  file: string,
  { visitor = {}, signal, onProgress }: ReadOptions = {},
): Promise<Manifest> {
  const extract = tar.extract();
  const source = createReadStream(file, signal ? { signal } : {});
  let bytes = 0;
  source.on('data', (chunk) => {
    bytes += chunk.length;
    onProgress?.(bytes);
  });
  const reading = pipeline(source, extract);
  reading.catch(() => undefined);
  try {
    const { manifest, found } = await readEntries(
      // What comes out of a file are buffers; the library's types leave it open.
      extract as AsyncIterable<Entry>,
      visitor,
    );
    await reading;
    requireMatch(manifest, found);
    return manifest;
  } catch (error) {
    source.destroy();
    signal?.throwIfAborted();
    throw toBackupError(file, error);
  }
}

/** zlib, tar-stream and EJSON each have words of their own for what is damaged. */
function toBackupError(file: string, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') return new BackupError(`${file} cannot be read: there is no such file.`);
  if (code === 'EISDIR') return new BackupError(`${file} cannot be read: it is a folder.`);
  if (code === 'EACCES') return new BackupError(`${file} cannot be read: it may not be read.`);
  if (error instanceof BackupError)
    return new BackupError(`${file} cannot be used: ${error.message}.`, { cause: error });
  const isCorrupt =
    code?.startsWith('Z_') === true ||
    error instanceof SyntaxError ||
    ['BSONError', 'BSONRuntimeError'].includes((error as Error).name) ||
    /tar header|end of data|Invalid header|Writable stream closed|Header exceeds|unexpected end of file|Premature close/i.test(
      (error as Error).message,
    );
  return isCorrupt
    ? new BackupError(`${file} cannot be used: it is damaged or no backup (${(error as Error).message}).`, {
        cause: error,
      })
    : error;
}
