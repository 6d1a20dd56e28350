import { SOCIAL_SIZE } from '@safarnama/contracts';
import { throwStorageUnavailable } from './blob-store.js';
import type { ImageStorage, StoredFile } from './image-storage.js';
import { type BlobDoc, BlobModel, type MediaDoc, MediaModel } from './media.model.js';
import { PICTURE_KEY } from './picture-key.js';
import type { OpenSocialPicture } from './social-picture.js';
import { fileKey } from './storage-key.js';

const WEBP = 'image/webp';
const JPEG = 'image/jpeg';

/** Pixels of width, or the crop for link previews. */
export type PictureSize = number | typeof SOCIAL_SIZE;

/** Whether a story that everybody may read, of this author, has the uploaded picture with this key in its text. */
export type IsInPublishedText = (authorId: string, key: string) => Promise<boolean>;

/** Whether guests may see a picture: it belongs to a public story or to the author of one. */
export type IsPublicPicture = (picture: {
  kind: MediaDoc['kind'];
  recordId: string;
  key: string;
}) => Promise<boolean>;

/** A picture that its viewer may see. */
export interface FoundPicture {
  contentType: string;
  /**
   * Opens the file for reading; null when it no longer exists.
   *
   * @throws AppError 503 when the storage fails, or when too many crops are being made.
   */
  open(): Promise<StoredFile | null>;
}

interface FindInput {
  size: PictureSize | undefined;
  /** Null for a guest. */
  viewerId: string | null;
  isInPublishedText: IsInPublishedText;
  isPublicPicture: IsPublicPicture;
  openSocialPicture: OpenSocialPicture;
}

/** An uploaded picture is readable by others as long as a published story of its owner has it in its text. */
async function isVisibleTo(
  { key, kind, recordId, viewers }: MediaDoc,
  { viewerId, isInPublishedText, isPublicPicture }: FindInput,
): Promise<boolean> {
  const owner = recordId.toHexString();
  if (viewerId === null) return isPublicPicture({ kind, recordId: owner, key });
  if (!viewers || viewers.some((id) => id.toHexString() === viewerId)) return true;
  return kind === 'upload' && isInPublishedText(owner, key);
}

/** Finds the smallest stored width of at least `width` pixels, or else the largest. */
function findWidth(storage: ImageStorage, { fileId, widths }: BlobDoc, width: number): FoundPicture | null {
  const storedWidth = widths.find((candidate) => candidate >= width) ?? widths.at(-1);
  if (storedWidth === undefined) return null;
  return {
    contentType: WEBP,
    open: () => storage.read(fileKey(fileId, storedWidth)).catch(throwStorageUnavailable),
  };
}

/** @returns null for an unknown key and for a picture that the viewer may not see. */
export async function findPicture(
  storage: ImageStorage,
  key: string,
  input: FindInput,
): Promise<FoundPicture | null> {
  if (!PICTURE_KEY.test(key)) return null;
  const media = await MediaModel.findOne({ key }).lean();
  if (!media || !(await isVisibleTo(media, input))) return null;
  const blob = await BlobModel.findById(media.blobId).lean();
  if (!blob) return null;
  const { size = Number.POSITIVE_INFINITY, openSocialPicture } = input;
  if (size === SOCIAL_SIZE) return { contentType: JPEG, open: () => openSocialPicture(blob) };
  return findWidth(storage, blob, size);
}
