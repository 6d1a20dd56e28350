import mongoose from 'mongoose';
import * as z from 'zod/mini';

/**
 * Version of the archive format. A backup is a plain tar file: HEAD, the secret, the documents, the pictures, and the
 * manifest last, so that a truncated file has none. The documents of each collection are compressed; pictures are WebP
 * and are stored as they are.
 */
export const FORMAT = 1;

/** Entry with the format, the product's version and the start time. */
export const HEAD = 'safarnama-backup.json';
/** Entry with the counts and hashes of everything in the archive. */
export const MANIFEST = 'manifest.json';
/** Entry with the password pepper; without it, no password of the archive can be verified. */
export const PEPPER = 'secrets/password-pepper';

const COLLECTION = /^documents\/([a-z]+)\.jsonl\.gz$/;
const PICTURE = /^pictures\/([0-9a-f]{2}\/[0-9a-f]{32}-\d{1,5}\.webp)$/;

export const documentsEntry = (collection: string) => `documents/${collection}.jsonl.gz`;
export const pictureEntry = (key: string) => `pictures/${key}`;
/** The collection of an entry with documents; null for any other entry. */
export const parseCollection = (entry: string) => COLLECTION.exec(entry)?.[1] ?? null;
/** The storage key of an entry with a picture; null for any other entry. */
export const parsePictureKey = (entry: string) => PICTURE.exec(entry)?.[1] ?? null;

/** A line of the list of pictures, in the format of `sha256sum`. The manifest contains the hash of the list. */
export const pictureLine = (sha256: string, key: string) => `${sha256}  ${pictureEntry(key)}\n`;

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const count = z.int().check(z.gte(0));

export const headSchema = z.object({
  format: z.int().check(z.gte(1)),
  /** Version of the product that created the archive. */
  product: z.string(),
  /** ISO 8601. */
  createdAt: z.iso.datetime(),
});
export type Head = z.infer<typeof headSchema>;

const collectionSchema = z.object({
  documents: count,
  /** Size and hash of the uncompressed lines. */
  bytes: count,
  sha256,
});
export type CollectionSummary = z.infer<typeof collectionSchema>;

const picturesSchema = z.object({
  files: count,
  bytes: count,
  /** Hash of the list of all pictures, in the order of the archive. */
  sha256,
});
export type PicturesSummary = z.infer<typeof picturesSchema>;

export const manifestSchema = z.extend(headSchema, {
  /** Migrations that had finished before the documents were read. */
  migrations: z.array(z.string()),
  pepper: sha256,
  collections: z.record(z.string(), collectionSchema),
  pictures: picturesSchema,
});
export type Manifest = z.infer<typeof manifestSchema>;

/** A document whose numbers keep their BSON types, as the driver returns it with `RAW`. */
export type RawDocument = mongoose.mongo.Document & { _id: unknown };
/** Driver option that keeps BSON types: an int stays an int, a double stays a double. */
export const RAW = { promoteValues: false } as const;

const { EJSON } = mongoose.mongo.BSON;

/** Serializes a document as one line of canonical EJSON, which preserves every type. */
export const serializeDocument = (document: RawDocument) =>
  `${EJSON.stringify(document, { relaxed: false })}\n`;
export const parseDocument = (line: string): RawDocument => EJSON.parse(line, { relaxed: false });
