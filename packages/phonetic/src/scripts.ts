import sanscript from '@indic-transliteration/sanscript';

/**
 * The scripts that are converted to Devanagari: the first code point of each Unicode block of 128, and the library's
 * name.
 */
const SCRIPTS: [number, string][] = [
  [0x0980, 'bengali'],
  [0x0a00, 'gurmukhi'],
  [0x0a80, 'gujarati'],
  [0x0b00, 'oriya'],
  [0x0b80, 'tamil'],
  [0x0c00, 'telugu'],
  [0x0c80, 'kannada'],
  [0x0d00, 'malayalam'],
];
const DEVANAGARI = 0x0900;
const BLOCK_SIZE = 0x80;

/** Letters that the library does not convert, or converts to a letter with a different sound. */
const SUPPLEMENTS = new Map([
  [0x0b95, '\u0915'],
  [0x0b9a, '\u091a'],
  [0x0b9f, '\u091f'],
  [0x0ba4, '\u0924'],
  [0x0baa, '\u092a'],
  [0x09ac, '\u092c'],
  [0x09bc, '\u093c'],
  [0x0a3c, '\u093c'],
  [0x0abc, '\u093c'],
  [0x0b3c, '\u093c'],
  [0x0c3c, '\u093c'],
  [0x0cbc, '\u093c'],
  [0x09ce, '\u0924\u094d'],
  [0x09f0, '\u0930'],
  [0x09f1, '\u0935'],
  [0x09d7, '\u094c'],
  [0x0a51, ''],
  [0x0a71, ''],
  [0x0a72, ''],
  [0x0a73, ''],
  [0x0a75, '\u092f'],
  [0x0a8d, '\u090d'],
  [0x0a91, '\u0911'],
  [0x0ac9, '\u0949'],
  [0x0af9, '\u091d'],
  [0x0b56, '\u0948'],
  [0x0b57, '\u094c'],
  [0x0b5f, '\u092f\u093c'],
  [0x0b71, '\u0935'],
  [0x0b82, '\u0902'],
  [0x0ba9, '\u0928'],
  [0x0bd7, '\u094c'],
  [0x0c00, '\u0901'],
  [0x0c56, '\u0948'],
  [0x0c58, '\u091a'],
  [0x0c59, '\u091c'],
  [0x0c5a, '\u0931'],
  [0x0c5d, '\u0928\u094d'],
  [0x0cd5, '\u0940'],
  [0x0cd6, '\u0948'],
  [0x0cdd, '\u0928\u094d'],
  [0x0d00, '\u0902'],
  [0x0d04, '\u0902'],
  [0x0d29, '\u0928'],
  [0x0d3a, '\u0924'],
  [0x0d3b, '\u094d'],
  [0x0d3c, '\u094d'],
  [0x0d4e, '\u0930\u094d'],
  [0x0d57, '\u094c'],
  [0x0d5f, '\u0908'],
]);

/** The library is a CommonJS module whose types claim a default export. */
const transliterate = (sanscript as unknown as typeof sanscript.default).t;

const DEVANAGARI_TEXT = /^[\u0900-\u097f]+$/;

/** The Devanagari equivalent of each code point from U+0900 to U+0D7F; empty for a sign without a sound. */
export const TO_DEVANAGARI: readonly string[] = buildTable();

function buildTable(): string[] {
  const table: string[] = [];
  for (let offset = 0; offset < BLOCK_SIZE; offset += 1) {
    const letter = String.fromCodePoint(DEVANAGARI + offset);
    table[offset] = letter.normalize('NFC');
  }
  for (const [first, name] of SCRIPTS) {
    for (let codePoint = first; codePoint < first + BLOCK_SIZE; codePoint += 1) {
      const letter = String.fromCodePoint(codePoint);
      const converted = SUPPLEMENTS.get(codePoint) ?? transliterate(letter, name, 'devanagari');
      table[codePoint - DEVANAGARI] = DEVANAGARI_TEXT.test(converted) ? converted.normalize('NFC') : '';
    }
  }
  return table;
}
