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

/** The `clientPostId` of a draft, whichever device or process publishes it, so that one draft becomes one story. */
export function clientPostIdOf(draftKey: string): string {
  return draftKey.replaceAll('-', '');
}

/** True when a text has no visible character: only white space, control and format (zero-width) characters. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Z}\p{Cc}\p{Cf}]/u.test(text);
}

/** Replaces lone surrogates and converts to NFC, the form in which texts are measured and stored. */
export function normalizeText(text: string): string {
  return text.toWellFormed().normalize('NFC');
}
