/** Length of a text in code points. Expects NFC, as `normalizeText` returns it. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

const encoder = new TextEncoder();

/** Size of a text in UTF-8 bytes. */
export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** The origin in an absolute address of a picture in the text. A host name has at most 253 characters. */
const PICTURE_ORIGINS = /(?<=\ssrc=")https?:\/\/[\w.:[\]-]{1,260}(?=\/media\/)/g;

/**
 * Size of a story's text or markup in UTF-8 bytes, as it is stored: with relative addresses of pictures, which
 * responses may make absolute. Expects NFC.
 */
export function contentBytes(text: string): number {
  return byteLength(text.replace(PICTURE_ORIGINS, ''));
}

/** The `clientPostId` of a draft, whichever device or process publishes it, so that one draft becomes one story. */
export function deriveClientPostId(draftKey: string): string {
  return draftKey.replaceAll('-', '');
}

/** True when a text has no visible character: only white space, control, format (zero-width) and filler characters. */
export function isBlank(text: string): boolean {
  // U+2800 is the Braille pattern without dots.
  return !/[^\s\p{Z}\p{Cc}\p{Cf}\p{DI}\u2800]/u.test(text);
}

/**
 * Turns line breaks and control characters into spaces, and removes characters that change the direction of the text.
 */
export function toSingleLine(text: string): string {
  return text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}
