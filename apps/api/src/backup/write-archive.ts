import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import tar from 'tar-stream';
import { type CollectionSummary, type RawDocument, toLine } from './archive-format.js';

/** Nobody but its owner may read it: private messages and a secret are inside. */
const MODE = 0o600;
/** Characters handed to the compression at a time. */
const CHUNK = 64 * 1024;

/** The documents of one collection, on their way into a file. A tar entry begins with its size, so they wait there. */
export interface Spool {
  path: string;
  write(document: RawDocument): Promise<void>;
  /** Closes the file. */
  end(): Promise<CollectionSummary>;
}

/** Opens a file for the documents of one collection. */
export function openSpool(path: string): Spool {
  const gzip = createGzip();
  const completion = pipeline(gzip, createWriteStream(path, { flags: 'wx', mode: MODE }));
  // Whoever writes next is told of a failure.
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
      buffered += toLine(document);
      documents += 1;
      if (buffered.length > CHUNK) await flush();
    },
    async end() {
      if (buffered !== '') await flush();
      gzip.end();
      await completion;
      return { documents, bytes, sha256: hash.digest('hex') };
    },
  };
}

/** A tar file that is being written. */
export interface ArchiveWriter {
  addBytes(name: string, bytes: Buffer): Promise<void>;
  addFile(name: string, path: string): Promise<void>;
  /** Closes the file. */
  end(): Promise<void>;
}

/** Opens a tar file for writing. @param mtime - of all that is in it. */
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
      // A full disk ends the file, and nobody would ask for the rest of the entry.
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
