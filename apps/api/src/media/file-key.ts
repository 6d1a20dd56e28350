import { randomBytes } from 'node:crypto';

/** 144 random bits: too many to guess a key. */
const PICTURE_KEY_BYTES = 18;
export const PICTURE_KEY = /^[\w-]{24}$/;

/** Creates the key that a picture is served under. */
export function createPictureKey(): string {
  return randomBytes(PICTURE_KEY_BYTES).toString('base64url');
}

/** Storage key of one width (pixels) of a blob. */
export function fileKey(fileId: string, width: number): string {
  return `${fileId.slice(0, 2)}/${fileId}-${width}.webp`;
}

/** Storage key of the crop of a blob that is made for link previews. */
export function socialFileKey(fileId: string): string {
  return `${fileId.slice(0, 2)}/${fileId}-social.jpg`;
}

/** Parses the keys that `fileKey` and `socialFileKey` return; empty for any other. */
export function parseFileId(key: string): string {
  return /^[0-9a-f]{2}\/([0-9a-f]{32})-(?:\d+\.webp|social\.jpg)$/.exec(key)?.[1] ?? '';
}

/**
 * Whether a storage key has a form that the product writes. The storage may also contain the files of others: those of
 * another site in a folder within it, a backup, or a file that the operating system creates.
 */
export function isOwnFile(key: string): boolean {
  return parseFileId(key) !== '' || /^(?:tmp|uploads)\/[a-z0-9][a-z0-9._-]*$/.test(key);
}
