import { splitWords } from '@safarnama/phonetic';

/** Increased when the bytes or the folding of words change; stories with another format are not read. */
const STORY_WORDS_FORMAT = 1;

interface SearchedText {
  blogTitle: string;
  blogLocation: string;
  blogContent: string;
}

/** The words of a story in their order, as the index reads them. */
export interface StoryWords {
  /** Distinct folded words. */
  words: string[];
  /** Positions in `words`, as varints: those of the title, then of the location, then of the text. */
  sequence: Buffer;
  titleLength: number;
  placeLength: number;
  textLength: number;
}

/** Appends a number, 7 bits per byte; the highest bit is set in every byte except the last. */
export function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  bytes.push(rest);
}

/** Reads varints one after the other. */
export function createVarintReader(bytes: Uint8Array, start = 0) {
  let position = start;
  return {
    next(): number {
      let value = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = bytes[position] ?? 0;
        position += 1;
        value |= (byte & 0x7f) << shift;
        if (byte < 0x80) return value;
      }
    },
    position: () => position,
  };
}

/**
 * Encodes what search knows of a story: a header, its distinct words as lines of UTF-8, then the number of each word in
 * the order of the story. Stored in the story's own document, so that no failure separates the two.
 */
export function encodeStoryWords({ blogTitle, blogLocation, blogContent }: SearchedText): Buffer {
  const numbers = new Map<string, number>();
  const sequence: number[] = [];
  const lengths = [blogTitle, blogLocation, blogContent].map((text) => {
    const tokens = [...splitWords(text)];
    for (const { word } of tokens) {
      const number = numbers.get(word) ?? numbers.size;
      numbers.set(word, number);
      pushVarint(sequence, number);
    }
    return tokens.length;
  });
  const words = Buffer.from([...numbers.keys()].join('\n'));
  const header: number[] = [];
  for (const value of [STORY_WORDS_FORMAT, ...lengths, words.length]) pushVarint(header, value);
  return Buffer.concat([Buffer.from(header), words, Buffer.from(sequence)]);
}

/** Decodes what `encodeStoryWords` has encoded; null for another format. */
export function decodeStoryWords(bytes: Uint8Array): StoryWords | null {
  const header = createVarintReader(bytes);
  if (header.next() !== STORY_WORDS_FORMAT) return null;
  const [titleLength, placeLength, textLength] = [header.next(), header.next(), header.next()];
  const wordBytes = header.next();
  const start = header.position();
  const words = Buffer.from(bytes.buffer, bytes.byteOffset + start, wordBytes).toString();
  return {
    words: words === '' ? [] : words.split('\n'),
    // Copied: the bytes are a part of a larger response of the database, which would stay in memory.
    sequence: Buffer.from(bytes.subarray(start + wordBytes)),
    titleLength,
    placeLength,
    textLength,
  };
}
