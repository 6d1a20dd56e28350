import { randomBytes, webcrypto } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ImageMeta } from '@safarnama/contracts';
import mongoose from 'mongoose';
import { isDuplicateKeyError } from '../config/mongo.js';
import { unavailable } from '../http/app-error.js';
import { isDataUrl } from '../lib/data-url.js';
import { invalidImage, parseDataUrl, type UploadedImage } from './data-url.js';
import { fileKey } from './file-key.js';
import type { ImageStorage, StoredFile } from './image-storage.js';
import { type BlobDoc, BlobModel, type MEDIA_KINDS, MediaModel } from './media.model.js';
import { type ImageVariant, processImage } from './process-image.js';
import { type SweepResult, sweepMedia } from './sweep-media.js';

export type MediaKind = (typeof MEDIA_KINDS)[number];

/** A picture as a record keeps it. */
export interface StoredImage {
  key: string;
  meta: ImageMeta;
}

/** A record that may hold pictures. */
interface RecordRef {
  kind: MediaKind;
  /** 24 hex characters. */
  recordId: string;
}

/**
 * The record that gets a picture. Those of messages (sender and receiver) and drafts (their writer) name the only
 * people who may see it; the others are for everybody who is signed in.
 */
export type MediaOwner =
  | { kind: 'post' | 'profile'; recordId: string; viewers?: undefined }
  | { kind: 'message' | 'draft'; recordId: string; viewers: readonly string[] };

export interface AcceptInput {
  /** What the body says: undefined keeps, empty removes, a data URL is stored, the stored address keeps. */
  image: string | undefined;
  owner: MediaOwner;
  /** What the record holds now. */
  current: StoredImage | null;
  /** Further records whose pictures this one may take over, such as the draft that becomes a post. */
  transferFrom?: readonly RecordRef[];
  /** The body's member, for errors. */
  field: string;
}

/** A picture open for reading; whoever gets it reads the stream to its end or destroys it. */
interface OpenPicture {
  stream: Readable;
  bytes: number;
  contentType: string;
}

/** Says whether a record is there and holds the picture of this key. */
export type IsPictureReferenced = (kind: MediaKind, recordId: string, key: string) => Promise<boolean>;

export interface MediaService {
  /** The address of a picture; empty for an empty key. */
  urlOf(key: string): string;
  /**
   * Refuses what no record could take, without storing anything: for a body whose record is not there or not to be
   * changed, since what is invalid is told first. `accept` does this by itself.
   *
   * @throws AppError 400, 413 as `accept`.
   */
  validate(image: string | undefined, field: string): void;
  /**
   * Takes what a body says about a record's picture, and stores it. To be called before the record is written, and
   * `discard` for the key it replaced after. Where the answer is `current` itself, leave the field out of the
   * update: another request may have replaced the picture meanwhile.
   *
   * @throws AppError 400 for what is no readable picture or a foreign address, 413 over 10 MB, 503 when the storage
   *   fails or too many wait.
   */
  accept(input: AcceptInput): Promise<StoredImage | null>;
  /**
   * Nobody can open these any more. To be called after the record was updated or deleted. The bytes go with the sweep,
   * since another record may be taking them at this moment.
   */
  discard(keys: readonly string[]): Promise<void>;
  /**
   * Opens a picture in the width nearest above `width` (pixels), the largest without one.
   *
   * @returns null for an unknown key and for one that is not for this person.
   */
  open(key: string, width: number | undefined, viewerId: string): Promise<OpenPicture | null>;
  /** Removes what is older than a day and belongs to no record. Safe to run in several processes at once. */
  sweep(now: Date, isReferenced: IsPictureReferenced): Promise<SweepResult>;
}

/** 144 bits. */
const KEY_BYTES = 18;
const KEY = /^[\w-]{24}$/;
const CONTENT_TYPE = 'image/webp';

const URL_NOT_ACCEPTED = 'A picture must be an uploaded file: addresses are not accepted';

const variantFor = (kind: MediaKind): ImageVariant => (kind === 'profile' ? 'avatar' : 'photo');

/** Hashed off the event loop: 10 MB take some 10 ms. */
async function computeBlobId(bytes: Buffer, variant: ImageVariant): Promise<string> {
  const digest = await webcrypto.subtle.digest('SHA-256', bytes);
  return `${variant}-${Buffer.from(digest).toString('hex')}`;
}

/**
 * Marks a blob as used now, which keeps the sweep away from it for a day, until a picture names it.
 *
 * @returns null when there is none.
 */
async function touchBlob(blobId: string): Promise<BlobDoc | null> {
  return await BlobModel.findOneAndUpdate(
    { _id: blobId },
    { $set: { usedAt: new Date() } },
    { returnDocument: 'after' },
  ).lean();
}

function throwStorageUnavailable(error: unknown): never {
  const failure = unavailable(
    'storage_away',
    'The picture cannot be stored now. Please try again in a moment',
  );
  failure.cause = error;
  throw failure;
}

/**
 * Pictures of records: taken in, given out, cleared away.
 *
 * @param storage - where the bytes lie.
 * @param baseUrl - goes before every address: empty, or an origin such as `https://host`.
 */
export function createMediaService({
  storage,
  baseUrl,
}: {
  storage: ImageStorage;
  baseUrl: string;
}): MediaService {
  const urlOf = (key: string) => (key === '' ? '' : `${baseUrl}/media/${key}`);

  /** The key that an address of ours names; null for any other text. */
  function parseKey(address: string): string | null {
    const path = baseUrl !== '' && address.startsWith(baseUrl) ? address.slice(baseUrl.length) : address;
    const key = path.startsWith('/media/') ? path.slice('/media/'.length) : '';
    return KEY.test(key) ? key : null;
  }

  async function storeBlob(blobId: string, image: UploadedImage, variant: ImageVariant, field: string) {
    const { meta, files } = await processImage(image, variant, field);
    const fileId = randomBytes(16).toString('hex');
    for (const { width, bytes } of files) {
      await storage.write(fileKey(fileId, width), bytes).catch(throwStorageUnavailable);
    }
    const now = new Date();
    const widths = files.map(({ width }) => width);
    try {
      const blob = { _id: blobId, fileId, widths, meta, createdAt: now, usedAt: now };
      await BlobModel.create(blob);
      return blob;
    } catch (error) {
      if (!isDuplicateKeyError(error, '_id')) throw error;
      // The same bytes came in twice at once and the other one was first: these files are nobody's.
      await Promise.all(widths.map((width) => storage.remove(fileKey(fileId, width)))).catch(() => undefined);
      return await touchBlob(blobId);
    }
  }

  async function attach(blob: BlobDoc | null, owner: MediaOwner): Promise<StoredImage> {
    if (!blob)
      throw unavailable('storage_away', 'The picture cannot be stored now. Please try again in a moment');
    const key = randomBytes(KEY_BYTES).toString('base64url');
    await MediaModel.create({
      key,
      blobId: blob._id,
      kind: owner.kind,
      recordId: owner.recordId,
      ...(owner.viewers ? { viewers: [...owner.viewers] } : {}),
      createdAt: new Date(),
    });
    const { width, height, thumbhash } = blob.meta;
    return { key, meta: { width, height, thumbhash } };
  }

  async function acceptFile({ image = '', owner, current, field }: AcceptInput): Promise<StoredImage> {
    const uploaded = parseDataUrl(image, field);
    const variant = variantFor(owner.kind);
    const blobId = await computeBlobId(uploaded.bytes, variant);
    const existing = await touchBlob(blobId);
    // A draft that is saved every few seconds sends the same picture each time.
    if (existing && current && (await MediaModel.exists({ key: current.key, blobId }))) return current;
    return attach(existing ?? (await storeBlob(blobId, uploaded, variant, field)), owner);
  }

  async function acceptUrl({ image = '', owner, current, transferFrom = [], field }: AcceptInput) {
    const key = parseKey(image);
    if (key !== null && key === current?.key) return current;
    const media = key === null ? null : await MediaModel.findOne({ key }).lean();
    const isAllowed = transferFrom.some(
      ({ kind, recordId }) => media?.kind === kind && media.recordId.toHexString() === recordId.toLowerCase(),
    );
    const blob =
      media &&
      isAllowed &&
      variantFor(media.kind) === variantFor(owner.kind) &&
      (await touchBlob(media.blobId));
    if (!blob) throw invalidImage(URL_NOT_ACCEPTED, field);
    return attach(blob, owner);
  }

  return {
    urlOf,

    validate(image, field) {
      if (image === undefined || image === '') return;
      if (isDataUrl(image)) parseDataUrl(image, field);
      else if (parseKey(image) === null) throw invalidImage(URL_NOT_ACCEPTED, field);
    },

    async accept(input) {
      if (input.image === undefined) return input.current;
      if (input.image === '') return null;
      return isDataUrl(input.image) ? acceptFile(input) : acceptUrl(input);
    },

    async discard(keys) {
      if (keys.length === 0) return;
      await MediaModel.deleteMany({ key: mongoose.trusted({ $in: [...keys] }) });
    },

    async open(key, width, viewerId) {
      if (!KEY.test(key)) return null;
      const media = await MediaModel.findOne({ key }).lean();
      if (!media || (media.viewers && !media.viewers.some((id) => id.toHexString() === viewerId)))
        return null;
      const blob = await BlobModel.findById(media.blobId).lean();
      const stored =
        blob?.widths.find((candidate) => candidate >= (width ?? Infinity)) ?? blob?.widths.at(-1);
      if (!blob || stored === undefined) return null;
      const file: StoredFile | null = await storage
        .read(fileKey(blob.fileId, stored))
        .catch(throwStorageUnavailable);
      return file && { ...file, contentType: CONTENT_TYPE };
    },

    sweep: (now, isReferenced) => sweepMedia({ storage, now, isReferenced }),
  };
}
