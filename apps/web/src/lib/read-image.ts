import { LIMITS, PICTURE_HEAD_BYTES, PICTURE_REFUSALS, sniffPictureFormat } from '@safarnama/contracts';
import { shrinkPicture } from './shrink-picture.ts';

export const ONLY_IMAGES = 'Only image files are allowed';
export const IMAGE_TOO_LARGE = `The picture must be at most ${LIMITS.imageBytes / 1_000_000} MB`;
export const IMAGE_UNREADABLE = "The picture couldn't be read";

/**
 * Checks a chosen picture and makes it smaller. Its content determines the format, whatever its name and type say.
 *
 * @throws Error with a message for the user when the file is no image, has a format that the server refuses, is too
 *   large or cannot be read.
 */
export async function preparePicture(file: File): Promise<Blob> {
  // Many systems report no type for HEIC, so the extension is all there is.
  const hasHeicExtension = /\.(?:heic|heif)$/i.test(file.name);
  if (!file.type.startsWith('image/') && !hasHeicExtension) throw new Error(ONLY_IMAGES);
  const head = new Uint8Array(await readBytes(file.slice(0, PICTURE_HEAD_BYTES)));
  const format = sniffPictureFormat(head);
  if (format === 'svg' || file.type.startsWith('image/svg')) throw new Error(PICTURE_REFUSALS.svg);
  const isHeic = format === 'heic' || hasHeicExtension || /^image\/hei[cf]/.test(file.type);
  const picture = await shrinkPicture(file, head, isHeic ? 'heic' : format);
  // Safari can decode HEIC; other browsers cannot.
  if (isHeic && picture === file) throw new Error(PICTURE_REFUSALS.heic);
  if (picture.size > LIMITS.imageBytes) throw new Error(IMAGE_TOO_LARGE);
  return picture;
}

/**
 * Reads a chosen picture as a data URL.
 *
 * @throws as `preparePicture`.
 */
export async function readImage(file: File): Promise<string> {
  const picture = await preparePicture(file);
  return readFile<string>((reader) => reader.readAsDataURL(picture));
}

/** @throws Error with a message for the user. */
export function readBytes(blob: Blob): Promise<ArrayBuffer> {
  return readFile<ArrayBuffer>((reader) => reader.readAsArrayBuffer(blob));
}

function readFile<Result extends string | ArrayBuffer>(start: (reader: FileReader) => void): Promise<Result> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    // `start` decides which of the two types the result has.
    reader.onload = () => resolve(reader.result as Result);
    reader.onerror = () => reject(new Error(IMAGE_UNREADABLE));
    start(reader);
  });
}

/** Size of the file in a base64 data URL, in bytes; 0 for any other URL. */
export function dataUrlBytes(url: string): number {
  const comma = url.indexOf(',');
  if (!url.startsWith('data:') || comma < 0) return 0;
  const padding = url.endsWith('==') ? 2 : url.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor(((url.length - comma - 1) * 3) / 4) - padding);
}

/** Formats a size: `940 bytes`, `64 kB`, `2.4 MB` (1 kB = 1,000 bytes). */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  // Rounding must not turn a size just under a megabyte into '1000 kB'.
  if (bytes < 999_500) return `${Math.round(bytes / 1_000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
