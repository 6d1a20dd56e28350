import mongoose from 'mongoose';
import * as z from 'zod/mini';

/**
 * A backup is a plain tar file: HEAD first, then the secret and the documents, then the pictures, and the manifest
 * last, so that a file that was cut off has none. The documents are compressed one collection at a time; pictures are
 * compressed already.
 */
export const FORMAT = 1;

/** What kind of file this is, and since when. */
export const HEAD = 'safarnama-backup.json';
/** What all of it should be. */
export const MANIFEST = 'manifest.json';
/** The key of the password pre-hash: without it no password of the archive is right. */
export const PEPPER = 'secrets/password-pepper';

const COLLECTION = /^documents\/([a-z]+)\.jsonl\.gz$/;
const PICTURE = /^pictures\/([0-9a-f]{2}\/[0-9a-f]{32}-\d{1,5}\.webp)$/;

export const documentsEntry = (collection: string) => `documents/${collection}.jsonl.gz`;
export const pictureEntry = (key: string) => `pictures/${key}`;
/** The collection whose documents an entry holds; null for any other entry. */
export const collectionOf = (entry: string) => COLLECTION.exec(entry)?.[1] ?? null;
/** The storage's key of the picture that an entry holds; null for any other entry. */
export const pictureKeyOf = (entry: string) => PICTURE.exec(entry)?.[1] ?? null;

/** One line of the list of pictures, whose hash stands for all of them. As `sha256sum` writes it. */
export const pictureLine = (sha256: string, key: string) => `${sha256}  ${pictureEntry(key)}\n`;

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const count = z.int().check(z.gte(0));

export const headSchema = z.object({
  format: z.int().check(z.gte(1)),
  /** The version of the product that made it. */
  product: z.string(),
  /** ISO 8601. */
  createdAt: z.iso.datetime(),
});
export type Head = z.infer<typeof headSchema>;

const collectionSchema = z.object({
  documents: count,
  /** Bytes and hash of the lines, not compressed. */
  bytes: count,
  sha256,
});
export type CollectionSummary = z.infer<typeof collectionSchema>;

const picturesSchema = z.object({
  files: count,
  bytes: count,
  /** Of the list of all pictures: their hashes and names in the order of the archive. */
  sha256,
});
export type PicturesSummary = z.infer<typeof picturesSchema>;

export const manifestSchema = z.extend(headSchema, {
  /** The migrations that were through when the documents began to be read. */
  migrations: z.array(z.string()),
  pepper: sha256,
  collections: z.record(z.string(), collectionSchema),
  pictures: picturesSchema,
});
export type Manifest = z.infer<typeof manifestSchema>;

/** A document with every number in its own type, as the driver gives it with `RAW`. */
export type RawDocument = mongoose.mongo.Document & { _id: unknown };
/** How documents are read: an int stays an int, a double a double. */
export const RAW = { promoteValues: false } as const;

const { EJSON } = mongoose.mongo.BSON;

/** One document as one line in which every type is named (canonical EJSON). */
export const toLine = (document: RawDocument) => `${EJSON.stringify(document, { relaxed: false })}\n`;
export const fromLine = (line: string): RawDocument => EJSON.parse(line, { relaxed: false });
