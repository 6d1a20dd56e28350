import type { ImageMeta } from '@safarnama/contracts';
import mongoose from 'mongoose';
import { isDataUrl } from '../lib/data-url.js';
import { isDuplicateKeyError } from '../lib/mongo-errors.js';
import { computeBlobId, storageUnavailable, storeBlob, touchBlob } from './blob-store.js';
import {
  type FoundPicture,
  findPicture,
  type IsInPublishedText,
  type IsPublicPicture,
  type PictureSize,
} from './find-picture.js';
import type { ImageStorage } from './image-storage.js';
import { type BlobDoc, BlobModel, type MEDIA_KINDS, type MediaDoc, MediaModel } from './media.model.js';
import { createPictureKey, PICTURE_KEY } from './picture-key.js';
import type { ImageVariant } from './process-image.js';
import { createSocialPictures } from './social-picture.js';
import { requireOwnStorage } from './storage-owner.js';
import { type IsPictureReferenced, type SweepResult, sweepMedia } from './sweep-media.js';
import { invalidImage, parseDataUrl, parseFile, type UploadedImage } from './uploaded-image.js';
import { reserveUploads } from './uploaded-pictures.js';

export type MediaKind = (typeof MEDIA_KINDS)[number];

/** A picture as stored in a record. */
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
 * The record that a picture belongs to. Pictures of messages (sender and recipient), drafts, revisions and uploads
 * (author) list the users who may see them; pictures of posts and profiles are visible to every signed-in user;
 * those of public stories and of their authors to guests, too.
 */
export type MediaOwner =
  | { kind: 'post' | 'profile'; recordId: string; viewers?: undefined }
  | { kind: 'message' | 'draft' | 'revision' | 'upload'; recordId: string; viewers: readonly string[] };

export interface AcceptInput {
  /** From the body: a data URL is stored; undefined or the stored URL keeps the picture; empty removes it. */
  image: string | undefined;
  /** What `validate` has returned for the image, which is then not decoded again. */
  upload?: UploadedImage | null;
  owner: MediaOwner;
  /** The record's current picture. */
  current: StoredImage | null;
  /** Other records whose pictures may be transferred to this one, such as the draft that becomes a post. */
  transferFrom?: readonly RecordRef[];
  /** Name of the body's field, for errors. */
  field: string;
}

interface UploadInput {
  /** Key of the picture, from `createPictureKey`. */
  key: string;
  /** The user who uploaded it. */
  userId: string;
  bytes: Buffer;
}

export interface MediaService {
  /** The URL of a picture; empty for an empty key. */
  urlOf(key: string): string;
  /** The key in a URL of this product, relative or with one of its origins; null for any other text. */
  parseKey(url: string): string | null;
  /** Completes the URLs of the pictures in stored markup. */
  withUrls(html: string): string;
  /**
   * Finds which of these pictures a user has uploaded for the text of a story. Call it before a record with the text is
   * written: the sweep then spares the pictures.
   *
   * @returns their sizes by key.
   */
  reserveUploads(userId: string, keys: readonly string[]): Promise<ReadonlyMap<string, ImageMeta>>;
  /**
   * Rejects input that no record could accept, without storing anything. Used when the record is missing or not the
   * caller's, since invalid input is reported first. `accept` includes this check.
   *
   * @returns the decoded image of a data URL; null for other input.
   * @throws AppError 400, 413 as `accept`.
   */
  validate(image: string | undefined, field: string): UploadedImage | null;
  /**
   * Resolves the picture field of a body and stores an uploaded picture. Call it before the record is written, and
   * `discard` with the replaced key afterwards. When it returns `current` itself, leave the field out of the update: a
   * concurrent request may have replaced the picture.
   *
   * @throws AppError 400 for an unreadable picture or a foreign URL, 413 over 10 MB, 503 when the storage fails or
   *   too many pictures are queued.
   */
  accept(input: AcceptInput): Promise<StoredImage | null>;
  /**
   * Stores an uploaded file as a picture of kind `upload`. A repeated call with the same key has no effect.
   *
   * @throws AppError 400 for an unreadable picture, 503 when the storage fails or too many pictures are queued.
   */
  acceptUpload(input: UploadInput): Promise<void>;
  /**
   * Gives a record the picture of another record under a new key.
   *
   * @returns `current` when it is the same picture; null when there is no picture with this key.
   */
  copy(key: string, owner: MediaOwner, current?: StoredImage | null): Promise<StoredImage | null>;
  /** Whether the pictures of two keys have the same content. */
  isSame(key: string, otherKey: string): Promise<boolean>;
  /** Returns the keys that belong to no picture. */
  findMissing(keys: readonly string[]): Promise<string[]>;
  /**
   * Makes pictures inaccessible. Call it after the record was updated or deleted. The sweep removes the bytes later,
   * since another record may be taking them over.
   */
  discard(keys: readonly string[]): Promise<void>;
  /** Hides pictures of stories from everyone. Call it after their record was hidden. */
  hide(keys: readonly string[]): Promise<void>;
  /** Shows hidden pictures again. */
  show(keys: readonly string[]): Promise<void>;
  /**
   * Finds a picture in the smallest stored width of at least `size` pixels, or else the largest; or the crop for link
   * previews. Does not access the storage.
   *
   * @param viewerId - null for a guest, who may see the pictures of public stories and of their authors.
   * @returns null for an unknown key and for a picture that the viewer may not see.
   */
  find(key: string, size: PictureSize | undefined, viewerId: string | null): Promise<FoundPicture | null>;
  /** Assigns a storage without an owner to this database. @throws Error for the storage of another database. */
  claimStorage(): Promise<void>;
  /**
   * Removes pictures and files older than a day that belong to no record. Several processes may run it concurrently.
   */
  sweep(now: Date, isReferenced: IsPictureReferenced): Promise<SweepResult>;
}

const URL_NOT_ACCEPTED = 'A picture must be an uploaded file: URLs are not accepted';

const variantFor = (kind: MediaKind): ImageVariant => (kind === 'profile' ? 'avatar' : 'photo');

/** Creates the media row that gives a record access to a blob. */
async function attach(blob: BlobDoc, owner: MediaOwner, key = createPictureKey()): Promise<StoredImage> {
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

/** As `attach`, unless `current` has the same picture: a draft that is saved every few seconds sends it each time. */
async function attachUnlessCurrent(
  blob: BlobDoc,
  owner: MediaOwner,
  current: StoredImage | null,
): Promise<StoredImage> {
  if (current && (await hasBlob(current.key, blob._id))) return current;
  return attach(blob, owner);
}

/** Whether a picture has this content. */
async function hasBlob(key: string, blobId: string): Promise<boolean> {
  return (await MediaModel.exists({ key, blobId })) !== null;
}

async function findOrStoreBlob(
  storage: ImageStorage,
  image: UploadedImage,
  { kind, field }: { kind: MediaKind; field: string },
): Promise<BlobDoc> {
  const variant = variantFor(kind);
  const blobId = await computeBlobId(image.bytes, variant);
  const blob = (await touchBlob(blobId)) ?? (await storeBlob(storage, blobId, { image, variant, field }));
  if (!blob) throw storageUnavailable();
  return blob;
}

async function acceptFile(
  storage: ImageStorage,
  { image = '', upload, owner, current, field }: AcceptInput,
): Promise<StoredImage> {
  const file = upload ?? parseDataUrl(image, field);
  const blob = await findOrStoreBlob(storage, file, { kind: owner.kind, field });
  return attachUnlessCurrent(blob, owner, current);
}

async function acceptUpload(storage: ImageStorage, { key, userId, bytes }: UploadInput): Promise<void> {
  const kind = 'upload';
  const blob = await findOrStoreBlob(storage, parseFile(bytes, 'picture'), { kind, field: 'picture' });
  try {
    await attach(blob, { kind, recordId: userId, viewers: [userId] }, key);
  } catch (error) {
    if (!isDuplicateKeyError(error, 'key')) throw error;
  }
}

/** Whether a record may take over a picture: from one of the given records, and a draft from any draft of its author. */
function isTransferable(media: MediaDoc, owner: MediaOwner, transferFrom: readonly RecordRef[]): boolean {
  const isFromDraft =
    owner.kind === 'draft' &&
    media.kind === 'draft' &&
    owner.viewers.some((viewer) => media.viewers?.some((id) => id.equals(viewer)));
  return (
    isFromDraft ||
    transferFrom.some(
      ({ kind, recordId }) => media.kind === kind && media.recordId.toHexString() === recordId,
    )
  );
}

/** @param key - null when the input is not a URL of this product. */
async function acceptKey(
  key: string | null,
  { owner, current, transferFrom = [], field }: AcceptInput,
): Promise<StoredImage> {
  if (key !== null && key === current?.key) return current;
  const media = key === null ? null : await MediaModel.findOne({ key }).lean();
  const blob =
    media &&
    isTransferable(media, owner, transferFrom) &&
    variantFor(media.kind) === variantFor(owner.kind) &&
    (await touchBlob(media.blobId));
  if (!blob) throw invalidImage('picture_url_not_accepted', URL_NOT_ACCEPTED, field);
  return attachUnlessCurrent(blob, owner, current);
}

async function copyPicture(
  key: string,
  owner: MediaOwner,
  current: StoredImage | null,
): Promise<StoredImage | null> {
  const media = await MediaModel.findOne({ key }).lean();
  const blob = media && (await touchBlob(media.blobId));
  if (!blob) return null;
  return attachUnlessCurrent(blob, owner, current);
}

async function isSamePicture(key: string, otherKey: string): Promise<boolean> {
  const media = await MediaModel.findOne({ key }).lean();
  return media !== null && hasBlob(otherKey, media.blobId);
}

async function findMissingKeys(keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const media = await MediaModel.find({ key: mongoose.trusted({ $in: [...keys] }) })
    .select('key blobId')
    .lean();
  const blobIds = new Set(
    await BlobModel.distinct('_id', { _id: mongoose.trusted({ $in: media.map(({ blobId }) => blobId) }) }),
  );
  const found = new Set(media.filter(({ blobId }) => blobIds.has(blobId)).map(({ key }) => key));
  return keys.filter((key) => !found.has(key));
}

interface MediaDeps {
  storage: ImageStorage;
  /** Prefix of every URL: empty, or an origin such as `https://host`. */
  baseUrl: string;
  /** Origins, besides `baseUrl`, that URLs of this product may have in input. Relative URLs are always accepted. */
  origins: readonly string[];
  isInPublishedText: IsInPublishedText;
  isPublicPicture: IsPublicPicture;
}

/** Stores, serves and removes the pictures of records. */
export function createMediaService({
  storage,
  baseUrl,
  origins,
  isInPublishedText,
  isPublicPicture,
}: MediaDeps): MediaService {
  const openSocialPicture = createSocialPictures(storage);
  const prefixes = ['', baseUrl, ...origins].map((origin) => `${origin}/media/`);

  function parseKey(url: string): string | null {
    const prefix = prefixes.find((candidate) => url.startsWith(candidate));
    const key = prefix === undefined ? '' : url.slice(prefix.length);
    return PICTURE_KEY.test(key) ? key : null;
  }

  return {
    urlOf: (key) => (key === '' ? '' : `${baseUrl}/media/${key}`),
    parseKey,
    // Text and attributes contain no `<`.
    withUrls: (html) =>
      baseUrl === '' ? html : html.replaceAll('<img src="/media/', `<img src="${baseUrl}/media/`),
    reserveUploads,

    validate(image, field) {
      if (image === undefined || image === '') return null;
      if (isDataUrl(image)) return parseDataUrl(image, field);
      if (parseKey(image) === null) throw invalidImage('picture_url_not_accepted', URL_NOT_ACCEPTED, field);
      return null;
    },

    async accept(input) {
      if (input.image === undefined) return input.current;
      if (input.image === '') return null;
      return isDataUrl(input.image) ? acceptFile(storage, input) : acceptKey(parseKey(input.image), input);
    },

    acceptUpload: (input) => acceptUpload(storage, input),
    copy: (key, owner, current = null) => copyPicture(key, owner, current),
    isSame: isSamePicture,
    findMissing: findMissingKeys,

    async discard(keys) {
      if (keys.length === 0) return;
      await MediaModel.deleteMany({ key: mongoose.trusted({ $in: [...keys] }) });
    },

    async hide(keys) {
      await MediaModel.updateMany({ key: mongoose.trusted({ $in: [...keys] }) }, { $set: { viewers: [] } });
    },

    async show(keys) {
      await MediaModel.updateMany({ key: mongoose.trusted({ $in: [...keys] }) }, { $unset: { viewers: 1 } });
    },

    find: (key, size, viewerId) =>
      findPicture(storage, key, { size, viewerId, isInPublishedText, isPublicPicture, openSocialPicture }),

    claimStorage: () => requireOwnStorage(storage),

    sweep: (now, isReferenced) => sweepMedia({ storage, now, isReferenced }),
  };
}
