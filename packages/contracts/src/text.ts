/** Length of a text as people count it here: code points. Give it NFC text. */
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

/** True when a text shows nothing: white space, control and format characters (zero-width ones too). */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Z}\p{Cc}\p{Cf}]/u.test(text);
}

/** NFC, with lone surrogates replaced: the form in which every text is measured and stored. */
export function normalizeText(text: string): string {
  return text.toWellFormed().normalize('NFC');
}
