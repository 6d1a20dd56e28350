import type { Readable } from 'node:stream';

/** A stored file, open for reading. The caller reads the stream to its end or destroys it. */
export interface StoredFile {
  stream: Readable;
  bytes: number;
}

/** A file in a listing. */
export interface ListedFile {
  key: string;
  modifiedAt: Date;
}

/**
 * Storage of the bytes of pictures. A key consists of one or more names of `a-z 0-9 . _ -` separated by slashes.
 * Methods reject when the storage fails (disk full, server unavailable).
 */
export interface ImageStorage {
  /** Stores a file atomically, replacing an older one. After it resolves, the bytes survive a power cut. */
  write(key: string, bytes: Buffer): Promise<void>;
  /** Resolves to null when there is no such file. */
  read(key: string): Promise<StoredFile | null>;
  /** Also resolves when there is no such file. */
  remove(key: string): Promise<void>;
  /**
   * Lists every file that the product has written, leftovers of interrupted writes included, in no particular order.
   * Files of others may be among them.
   */
  list(): AsyncIterable<ListedFile>;
}
