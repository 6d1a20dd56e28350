import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import tar from 'tar-stream';
import type * as z from 'zod/mini';
import { isLongEnoughSecret } from '../config/env.js';
import {
  type CollectionSummary,
  FORMAT,
  HEAD,
  headSchema,
  MANIFEST,
  type Manifest,
  manifestSchema,
  PEPPER,
  parseCollection,
  parseDocument,
  parsePictureKey,
  pictureLine,
  type RawDocument,
} from './archive-format.js';
import { BackupError } from './backup-error.js';

/** An entry of the archive with its content. */
type Entry = AsyncIterable<Buffer> & { header: tar.Header };

/** Receives the contents of an archive while it is read. */
interface ArchiveVisitor {
  document?(collection: string, document: RawDocument): Promise<void>;
  /** Called after the last document of a collection. */
  collectionEnd?(collection: string): Promise<void>;
  picture?(key: string, bytes: Buffer): Promise<void>;
  pepper?(secret: string): void;
}

interface ReadOptions {
  visitor?: ArchiveVisitor;
  signal?: AbortSignal;
  /** Called with the number of bytes read so far. */
  onProgress?(bytes: number): void;
}

/** A document is at most 16 MB; its line in canonical EJSON can be several times as long. */
const MAX_LINE_BYTES = 128 * 1024 * 1024;
/** Limit for entries that are read into memory. Even the largest stored pictures are only a few megabytes. */
const MAX_ENTRY_BYTES = 64 * 1024 * 1024;
const NEWLINE = 0x0a;

async function readFully(entry: Entry): Promise<Buffer> {
  if ((entry.header.size ?? 0) > MAX_ENTRY_BYTES) throw new BackupError(`${entry.header.name} is too large`);
  return buffer(entry);
}

function parseJson<T extends z.ZodMiniType>(schema: T, name: string, bytes: Buffer): z.infer<T> {
  try {
    return schema.parse(JSON.parse(bytes.toString()));
  } catch (error) {
    throw new BackupError(`its ${name} cannot be read`, { cause: error });
  }
}

/** Splits at `\n` only: `readline` would also split at U+2028, which texts may contain. */
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
    if (length > MAX_LINE_BYTES) throw new BackupError('it contains a line that is longer than any document');
  }
  if (length > 0) throw new BackupError('its last line is incomplete');
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
      await visitor.document?.(collection, parseDocument(line));
    }
  });
  await visitor.collectionEnd?.(collection);
  return { documents, bytes, sha256: hash.digest('hex') };
}

/** @throws BackupError for an archive of a newer format. */
function requireSupportedFormat(bytes: Buffer): void {
  const { format, product } = parseJson(headSchema, HEAD, bytes);
  if (format > FORMAT) {
    throw new BackupError(
      `it has format ${format}, made by version ${product}; this version reads formats up to ${FORMAT}. ` +
        'Use that version, or a later one',
    );
  }
}

/** Reads the entries in order and computes their counts and hashes. */
async function readEntries(entries: AsyncIterable<Entry>, visitor: ArchiveVisitor) {
  const collections: Record<string, CollectionSummary> = {};
  const pictures = { files: 0, bytes: 0 };
  const pictureList = createHash('sha256');
  let isFirst = true;
  let pepper = '';
  let manifest: Manifest | null = null;

  for await (const entry of entries) {
    const { name, type } = entry.header;
    if (isFirst && name !== HEAD) throw new BackupError('it is not a backup of this product');
    isFirst = false;
    const collection = parseCollection(name);
    const key = parsePictureKey(name);
    if (type !== 'file' || manifest !== null) {
      throw new BackupError(`it contains the unexpected entry ${JSON.stringify(name)}`);
    }
    if (name === HEAD) {
      requireSupportedFormat(await readFully(entry));
    } else if (name === MANIFEST) {
      manifest = parseJson(manifestSchema, MANIFEST, await readFully(entry));
    } else if (name === PEPPER) {
      const bytes = await readFully(entry);
      const secret = bytes.toString();
      // With such a pepper, the product would not start, or no password would match.
      if (!isLongEnoughSecret(secret)) throw new BackupError(`its ${PEPPER} is not a valid secret`);
      pepper = createHash('sha256').update(bytes).digest('hex');
      visitor.pepper?.(secret);
    } else if (collection !== null && collections[collection] === undefined) {
      collections[collection] = await readDocuments(entry, collection, visitor);
    } else if (key !== null) {
      const bytes = await readFully(entry);
      pictures.files += 1;
      pictures.bytes += bytes.length;
      pictureList.update(pictureLine(createHash('sha256').update(bytes).digest('hex'), key));
      await visitor.picture?.(key, bytes);
    } else {
      throw new BackupError(`it contains the unexpected entry ${JSON.stringify(name)}`);
    }
  }
  if (manifest === null) throw new BackupError('it is incomplete: its end is missing');
  return {
    manifest,
    found: { collections, pepper, pictures: { ...pictures, sha256: pictureList.digest('hex') } },
  };
}

/** @throws BackupError when the contents differ from the manifest. */
function requireManifestMatch(
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
    throw new BackupError(`it is damaged: its ${mismatches.join(', ')} do not match the manifest`);
}

/**
 * Reads a whole archive and checks every hash.
 *
 * @returns the manifest.
 * @throws BackupError when the file is unreadable, damaged, truncated, of a newer format, or not a backup.
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
      // Entries of a file yield buffers; the library's types do not say so.
      extract as AsyncIterable<Entry>,
      visitor,
    );
    await reading;
    requireManifestMatch(manifest, found);
    return manifest;
  } catch (error) {
    source.destroy();
    signal?.throwIfAborted();
    throw toBackupError(file, error);
  }
}

/**
 * Converts file errors, rejected contents and the errors that zlib, tar-stream and EJSON throw for damaged contents
 * into a `BackupError` that names the file. Returns any other error unchanged.
 */
function toBackupError(file: string, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') return new BackupError(`${file} does not exist.`);
  if (code === 'EISDIR') return new BackupError(`${file} is a folder.`);
  if (code === 'EACCES') return new BackupError(`No permission to read ${file}.`);
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
    ? new BackupError(
        `${file} cannot be used: it is damaged or not a backup (${(error as Error).message}).`,
        {
          cause: error,
        },
      )
    : error;
}
