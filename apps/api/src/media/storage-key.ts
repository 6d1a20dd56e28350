import { randomBytes } from 'node:crypto';

/** Folder of unfinished files, on the same file system as their target. The sweep removes those of killed processes. */
export const TEMP_FOLDER = 'tmp';
/** Folder of the parts of unfinished uploads. */
const UPLOAD_FOLDER = 'uploads';

/** A key consists of one or more names, separated by slashes. */
const NAME = '[a-z0-9][a-z0-9._-]*';
const KEY = new RegExp(`^${NAME}(?:/${NAME})*$`);
const OWN_FOLDER = new RegExp(`^(?:[0-9a-f]{2}|${TEMP_FOLDER}|${UPLOAD_FOLDER})$`);
const TEMP_OR_PART_KEY = new RegExp(`^(?:${TEMP_FOLDER}|${UPLOAD_FOLDER})/${NAME}$`);

/** @throws Error for a key that could escape the storage's folder: a programming error, never caused by a request. */
export function requireStorageKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`"${key}" is not a storage key`);
  return key;
}

/** Storage key of one width (pixels) of a blob. */
export function fileKey(fileId: string, width: number): string {
  return `${fileId.slice(0, 2)}/${fileId}-${width}.webp`;
}

/** Storage key of the crop of a blob that is made for link previews. */
export function socialFileKey(fileId: string): string {
  return `${fileId.slice(0, 2)}/${fileId}-social.jpg`;
}

/** Creates the storage key of a part of an upload. The random end makes the parts of competing requests distinct. */
export function createPartKey(uploadId: string, offset: number): string {
  return `${UPLOAD_FOLDER}/${uploadId}-${offset}-${randomBytes(4).toString('hex')}`;
}

/** Parses the keys that `fileKey` and `socialFileKey` return; empty for any other. */
export function parseFileId(key: string): string {
  return /^[0-9a-f]{2}\/([0-9a-f]{32})-(?:\d+\.webp|social\.jpg)$/.exec(key)?.[1] ?? '';
}

/** Whether the product creates a folder of this name in a storage. */
export function isOwnFolder(name: string): boolean {
  return OWN_FOLDER.test(name);
}

/**
 * Whether a storage key has a form that the product writes. The storage may also contain the files of others: those of
 * another site in a folder within it, a backup, or a file that the operating system creates.
 */
export function isOwnFile(key: string): boolean {
  return parseFileId(key) !== '' || TEMP_OR_PART_KEY.test(key);
}
