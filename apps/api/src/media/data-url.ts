import { LIMITS, PICTURE_REFUSALS, type PictureFormat, sniffPictureFormat } from '@safarnama/contracts';
import { type AppError, badRequest, tooLarge } from '../http/app-error.js';

/** An uploaded file whose first bytes say that it is a picture we read. Its pixels are not looked at yet. */
export interface UploadedImage {
  bytes: Buffer;
  format: PictureFormat;
}

// The label says what a client believes; the content decides. A long label is no label.
const PREFIX = /^data:[^,]{0,100};base64,/i;

/** 400 with one of the sentences about pictures; `field` is the name of the body's member. */
export function invalidImage(message: string, field: string): AppError {
  return badRequest('invalid_image', message, field);
}

/**
 * Reads a data URL.
 *
 * @param field - the member of the body that held it, for the error.
 * @throws AppError 413 over 10 MB (before anything is decoded), 400 for broken base64 and for what is
 *   no PNG, JPEG, WebP, GIF or AVIF.
 */
export function parseDataUrl(image: string, field: string): UploadedImage {
  const prefix = PREFIX.exec(image.slice(0, 200))?.[0];
  if (prefix === undefined) throw invalidImage('A picture must be sent as a base64 data URL', field);

  const base64Length = image.length - prefix.length;
  const padding = image.endsWith('==') ? 2 : image.endsWith('=') ? 1 : 0;
  if ((base64Length / 4) * 3 - padding > LIMITS.imageBytes) throw tooLarge(PICTURE_REFUSALS.tooLarge);

  const base64 = image.slice(prefix.length);
  const bytes = Buffer.from(base64, 'base64');
  // The decoder skips what it does not know. Coding it back takes a tenth of the time of a pattern.
  if (bytes.toString('base64') !== base64) throw invalidImage('The picture is not valid base64', field);
  const format = sniffPictureFormat(bytes);
  if (format === null) throw invalidImage(PICTURE_REFUSALS.unknownFormat, field);
  if (format === 'heic' || format === 'svg') throw invalidImage(PICTURE_REFUSALS[format], field);
  return { bytes, format };
}
