import type { Readable } from 'node:stream';

/** One stored file, open for reading. Whoever gets it reads the stream to its end or destroys it. */
export interface StoredFile {
  stream: Readable;
  bytes: number;
}

/** A file as a listing names it. */
export interface ListedFile {
  key: string;
  modifiedAt: Date;
}

/**
 * Where the bytes of pictures lie. A key is one or more names of `a-z 0-9 . _ -` parted by slashes.
 * Each method rejects when the place itself fails (disk full, server away).
 */
export interface ImageStorage {
  /** Stores a whole file or nothing; when it resolves, the bytes outlive a power cut. Replaces an older one. */
  write(key: string, bytes: Buffer): Promise<void>;
  /** Null when there is no such file. */
  read(key: string): Promise<StoredFile | null>;
  /** Also resolves when there is no such file. */
  remove(key: string): Promise<void>;
  /** Every file, leftovers of interrupted writes included, in no particular order. */
  list(): AsyncIterable<ListedFile>;
}

const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/** @throws Error for a key that could leave the storage's own place: a fault of the program, never of a request. */
export function requireStorageKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`"${key}" is not a storage key`);
  return key;
}
