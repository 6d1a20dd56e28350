import { LIMITS, PICTURE_HEAD_BYTES, sniffPictureFormat } from '@safarnama/contracts';
import { createStrings } from '../i18n/strings.ts';
import { messages } from '../locales/en/images.ts';
import type { LiveMessage } from './failures.ts';
import { type PictureVariant, shrinkPicture } from './shrink-picture.ts';

/** Texts for rejected pictures and for file sizes. */
export const IMAGE_STRINGS = createStrings('images', messages);

/** A picture that cannot be used, with the reason for the user. */
export class PictureError extends Error {
  override readonly name = 'PictureError';
  readonly reason: LiveMessage;

  constructor(reason: LiveMessage) {
    super(reason());
    this.reason = reason;
  }
}

/**
 * Checks a chosen picture and shrinks it. Its content determines the format; HEIC is also recognized by the name or
 * type of the file, SVG by its type.
 *
 * @throws PictureError when the file is not an image, is an SVG or a HEIC that this browser cannot decode, is too large
 *   or cannot be read. Other formats that the server does not accept pass.
 */
export async function preparePicture(file: File, variant?: PictureVariant): Promise<Blob> {
  // Many systems report no type for HEIC; then only the extension shows that the file is a picture.
  const hasHeicExtension = /\.(?:heic|heif)$/i.test(file.name);
  if (!file.type.startsWith('image/') && !hasHeicExtension)
    throw new PictureError(() => IMAGE_STRINGS.onlyImages);
  const head = new Uint8Array(await readBytes(file.slice(0, PICTURE_HEAD_BYTES)));
  const format = sniffPictureFormat(head);
  if (format === 'svg' || file.type.startsWith('image/svg')) throw new PictureError(() => IMAGE_STRINGS.svg);
  const isHeic = format === 'heic' || hasHeicExtension || /^image\/hei[cf]/.test(file.type);
  const picture = await shrinkPicture(file, head, isHeic ? 'heic' : format, variant);
  // Safari can decode HEIC; other browsers cannot.
  if (isHeic && picture === file) throw new PictureError(() => IMAGE_STRINGS.heic);
  if (picture.size > LIMITS.imageBytes)
    throw new PictureError(() => IMAGE_STRINGS.tooLarge({ size: LIMITS.imageBytes / 1_000_000 }));
  return picture;
}

/**
 * Reads a chosen picture as a data URL.
 *
 * @throws like `preparePicture`.
 */
export async function readImage(file: File, variant?: PictureVariant): Promise<string> {
  const picture = await preparePicture(file, variant);
  return readFile<string>((reader) => reader.readAsDataURL(picture));
}

/** @throws PictureError. */
export function readBytes(blob: Blob): Promise<ArrayBuffer> {
  return readFile<ArrayBuffer>((reader) => reader.readAsArrayBuffer(blob));
}

function readFile<Result extends string | ArrayBuffer>(start: (reader: FileReader) => void): Promise<Result> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    // `start` decides which of the two types the result has.
    reader.onload = () => resolve(reader.result as Result);
    reader.onerror = () => reject(new PictureError(() => IMAGE_STRINGS.unreadable));
    start(reader);
  });
}

/** Formats a size: `940 bytes`, `64 kB`, `2.4 MB` (1 kB = 1,000 bytes). */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return IMAGE_STRINGS.bytes({ count: bytes });
  // Rounding must not turn a size just under a megabyte into '1000 kB'.
  if (bytes < 999_500) return IMAGE_STRINGS.kilobytes({ count: Math.round(bytes / 1_000) });
  return IMAGE_STRINGS.megabytes({ count: (bytes / 1_000_000).toFixed(1) });
}
