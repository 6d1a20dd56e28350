import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import tar from 'tar-stream';
import { type CollectionSummary, type RawDocument, serializeDocument } from './archive-format.js';

/** Readable by the owner only: the archive contains private messages and a secret. */
const MODE = 0o600;
/** Number of characters to buffer before they are compressed. */
const CHUNK_LENGTH = 64 * 1024;

/**
 * A temporary file with the documents of one collection. It is needed because a tar entry starts with its size, which
 * is known only at the end.
 */
export interface Spool {
  path: string;
  write(document: RawDocument): Promise<void>;
  /** Closes the file. @returns the number, size and hash of the documents. */
  end(): Promise<CollectionSummary>;
}

export function openSpool(path: string): Spool {
  const gzip = createGzip();
  const completion = pipeline(gzip, createWriteStream(path, { flags: 'wx', mode: MODE }));
  // A later write or `end` reports a failure.
  completion.catch(() => undefined);
  const hash = createHash('sha256');
  let documents = 0;
  let bytes = 0;
  let buffered = '';

  async function flush(): Promise<void> {
    const chunk = Buffer.from(buffered);
    buffered = '';
    hash.update(chunk);
    bytes += chunk.length;
    if (!gzip.write(chunk)) await Promise.race([once(gzip, 'drain'), completion]);
  }

  return {
    path,
    async write(document) {
      buffered += serializeDocument(document);
      documents += 1;
      if (buffered.length > CHUNK_LENGTH) await flush();
    },
    async end() {
      if (buffered !== '') await flush();
      gzip.end();
      await completion;
      return { documents, bytes, sha256: hash.digest('hex') };
    },
  };
}

export interface ArchiveWriter {
  addBytes(name: string, bytes: Buffer): Promise<void>;
  addFile(name: string, path: string): Promise<void>;
  /** Closes the file. */
  end(): Promise<void>;
}

/** Opens a tar file for writing. @param mtime - time stamp of all entries. */
export function createArchiveWriter(path: string, mtime: Date): ArchiveWriter {
  const pack = tar.pack();
  const completion = pipeline(pack, createWriteStream(path, { flags: 'wx', mode: MODE }));
  completion.catch(() => undefined);
  const entryHeader = (name: string, size: number) => ({ name, size, mode: MODE, mtime });

  return {
    async addBytes(name, bytes) {
      const added = new Promise<void>((resolve, reject) => {
        pack.entry(entryHeader(name, bytes.length), bytes, (error) => (error ? reject(error) : resolve()));
      });
      // When the disk is full, the pipeline fails and the entry is never consumed.
      await Promise.race([added, completion]);
    },
    async addFile(name, path) {
      const { size } = await stat(path);
      await Promise.race([pipeline(createReadStream(path), pack.entry(entryHeader(name, size))), completion]);
    },
    async end() {
      pack.finalize();
      await completion;
    },
  };
}
