import type { UploadState } from './upload-state.ts';

/** The server deletes pictures that no text has contained for a day; a picture older than this is uploaded again. */
const MAX_UPLOADED_AGE_MS = 20 * 3_600_000;

/** A picture in a story's text, stored on this device until the server's draft contains it. */
export interface UploadRecord {
  userId: string;
  id: string;
  /** Key of the draft whose text contains the picture. */
  draftKey: string;
  /** Type of the file, such as `image/jpeg`. */
  type: string;
  name: string;
  /** Whether the stored file is the one to upload; false for an original that has not been shrunk yet. */
  isPrepared: boolean;
  /** In pixels; null when the browser could not measure it. */
  size: PictureSize | null;
  /** URL of the upload; null until it begins. */
  uploadUrl: string | null;
  /** URL of the uploaded picture; null until it is uploaded. */
  src: string | null;
  /** When the upload ended, in ms since 1970. */
  uploadedAt: number | null;
}

export interface PictureSize {
  width: number;
  height: number;
}

/** Returns the record of a picture whose file has not been read yet. */
export function createRecord(userId: string, id: string, draftKey: string): UploadRecord {
  return {
    userId,
    id,
    draftKey,
    type: '',
    name: '',
    isPrepared: false,
    size: null,
    uploadUrl: null,
    src: null,
    uploadedAt: null,
  };
}

/**
 * Decides how a stored picture continues in an opened draft.
 *
 * @param now - in ms since 1970.
 */
export function resumeRecord(
  stored: UploadRecord,
  draftKey: string,
  now: number,
): { record: UploadRecord; state: UploadState } {
  const { isPrepared, src, uploadedAt } = stored;
  const record = { ...stored, draftKey };
  const isFresh = uploadedAt !== null && now - uploadedAt < MAX_UPLOADED_AGE_MS;
  if (src !== null && isFresh) return { record, state: { status: 'done', src } };
  const uploadUrl = src === null ? stored.uploadUrl : null;
  return {
    record: { ...record, uploadUrl, src: null, uploadedAt: null },
    state: isPrepared ? { status: 'waiting', sent: 0 } : { status: 'preparing' },
  };
}
