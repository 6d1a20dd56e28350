import sharp, { type Sharp } from 'sharp';

/** Builds a data URL as a browser's FileReader does. The API ignores the type. */
export function toDataUrl(bytes: Buffer, type = 'image/png'): string {
  return `data:${type};base64,${bytes.toString('base64')}`;
}

/** Creates a picture in one colour; the caller chooses the format. */
export function buildPicture(width: number, height: number, background = '#d98e04'): Sharp {
  return sharp({ create: { width, height, channels: 3, background } });
}

interface GifOptions {
  width: number;
  height: number;
  frames: number;
  delayMs?: number;
}

/** Builds a looping GIF whose frames differ in the middle pixel. Written by hand, as sharp merges equal frames. */
export function buildGif({ width, height, frames, delayMs = 100 }: GifOptions): Buffer {
  const uint16 = (value: number) => [value & 0xff, value >> 8];
  const head = Buffer.from([
    ...Buffer.from('GIF89a'),
    ...[...uint16(width), ...uint16(height), 0x80, 0, 0],
    ...[0xff, 0x80, 0x00, 0x00, 0x40, 0xff],
    ...[0x21, 0xff, 0x0b, ...Buffer.from('NETSCAPE2.0'), 3, 1, 0, 0, 0],
  ]);
  const buildFrame = (index: number) =>
    Buffer.from([
      ...[0x21, 0xf9, 4, 4, ...uint16(delayMs / 10), 0, 0],
      ...(index === 0
        ? [0x2c, 0, 0, 0, 0, ...uint16(width), ...uint16(height), 0, ...encodePixels(width * height)]
        : [
            0x2c,
            ...uint16(width >> 1),
            ...uint16(height >> 1),
            1,
            0,
            1,
            0,
            0,
            2,
            2,
            index % 2 ? 0x4c : 0x44,
            1,
            0,
          ]),
    ]);
  return Buffer.concat([
    head,
    ...Array.from({ length: frames }, (_, index) => buildFrame(index)),
    Buffer.from([0x3b]),
  ]);
}

/** Encodes pixels of colour 0 as LZW data. Frequent clear codes keep every code 3 bits wide. */
function encodePixels(count: number): number[] {
  const codes: number[] = [];
  for (let at = 0; at < count; at += 2) codes.push(4, ...(at + 1 < count ? [0, 0] : [0]));
  codes.push(5);
  const bytes: number[] = [];
  let bits = 0;
  let bitCount = 0;
  for (const code of codes) {
    bits |= code << bitCount;
    bitCount += 3;
    for (; bitCount >= 8; bitCount -= 8, bits >>= 8) bytes.push(bits & 0xff);
  }
  if (bitCount > 0) bytes.push(bits & 0xff);
  const blocks = [2];
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255);
    blocks.push(block.length, ...block);
  }
  return [...blocks, 0];
}

/**
 * Builds a valid, tiny progressive JPEG that a decoder has to process `scans` times: the picture is grey, and every
 * scan after the first encodes in a few bytes that nothing changes.
 *
 * @param side - width and height in pixels.
 * @param inserted - bytes between the first scan and the second.
 */
export function buildJpegWithScans(side: number, scans: number, inserted: readonly number[] = []): Buffer {
  const buildSegment = (marker: number, body: readonly number[]) =>
    Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff, ...body]);
  /** A Huffman table of one symbol, whose code is a single 0. */
  const buildTable = (kind: number, symbol: number) =>
    buildSegment(0xc4, [kind << 4, 1, ...Array<number>(15).fill(0), symbol]);
  const buildScan = (from: number, to: number, high: number, low: number) =>
    buildSegment(0xda, [1, 1, 0, from, to, (high << 4) | low]);
  const END_OF_BAND_RUN = 0xe0;
  const LONGEST_RUN = 0x7fff;

  const blocks = Math.ceil(side / 8) ** 2;
  let bits = '';
  for (let remaining = blocks; remaining > 0; remaining -= LONGEST_RUN) {
    bits += `0${(Math.max(Math.min(remaining, LONGEST_RUN), 0x4000) - 0x4000).toString(2).padStart(14, '0')}`;
  }
  const coded = (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '1'), 2));
  const nothingChanges = Buffer.from(coded.flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte])));

  const parts = [
    Buffer.from([0xff, 0xd8]),
    buildSegment(0xdb, [0, ...Array<number>(64).fill(1)]),
    buildSegment(0xc2, [8, side >> 8, side & 0xff, side >> 8, side & 0xff, 1, 1, 0x11, 0]),
    buildTable(0, 0),
    buildTable(1, END_OF_BAND_RUN),
    buildScan(0, 0, 0, 0),
    Buffer.alloc(Math.ceil(blocks / 8)),
    Buffer.from(inserted),
  ];
  // One scan for each bit of each coefficient: the maximum that the format allows.
  for (let index = 0; index < scans - 1; index += 1) {
    const bit = 13 - Math.floor(index / 63);
    parts.push(buildScan((index % 63) + 1, (index % 63) + 1, bit === 13 ? 0 : bit + 1, bit), nothingChanges);
  }
  return Buffer.concat([...parts, Buffer.from([0xff, 0xd9])]);
}
