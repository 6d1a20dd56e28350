import type { Readable } from 'node:stream';
import { throwStorageUnavailable } from './blob-store.js';
import { fileKey, PICTURE_KEY } from './file-key.js';
import type { ImageStorage, StoredFile } from './image-storage.js';
import { BlobModel, type MediaDoc, MediaModel } from './media.model.js';

const CONTENT_TYPE = 'image/webp';

/** Whether a story that everybody may read, of this author, has the uploaded picture with this key in its text. */
export type IsInPublishedText = (authorId: string, key: string) => Promise<boolean>;

/** A picture open for reading. The caller reads the stream to its end or destroys it. */
export interface OpenPicture {
  stream: Readable;
  bytes: number;
  contentType: string;
}

interface OpenInput {
  width: number | undefined;
  viewerId: string;
  isInPublishedText: IsInPublishedText;
}

/** An uploaded picture is readable by others as long as a published story of its owner has it in its text. */
async function isVisibleTo(
  viewerId: string,
  { key, kind, recordId, viewers }: MediaDoc,
  isInPublishedText: IsInPublishedText,
): Promise<boolean> {
  if (!viewers || viewers.some((id) => id.toHexString() === viewerId)) return true;
  return kind === 'upload' && isInPublishedText(recordId.toHexString(), key);
}

/** @returns null for an unknown key and for a picture that the viewer may not see. */
export async function openPicture(
  storage: ImageStorage,
  key: string,
  { width = Number.POSITIVE_INFINITY, viewerId, isInPublishedText }: OpenInput,
): Promise<OpenPicture | null> {
  if (!PICTURE_KEY.test(key)) return null;
  const media = await MediaModel.findOne({ key }).lean();
  if (!media || !(await isVisibleTo(viewerId, media, isInPublishedText))) return null;
  const blob = await BlobModel.findById(media.blobId).lean();
  const storedWidth = blob?.widths.find((candidate) => candidate >= width) ?? blob?.widths.at(-1);
  if (!blob || storedWidth === undefined) return null;
  const file: StoredFile | null = await storage
    .read(fileKey(blob.fileId, storedWidth))
    .catch(throwStorageUnavailable);
  return file && { ...file, contentType: CONTENT_TYPE };
}
