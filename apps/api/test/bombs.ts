import { randomBytes } from 'node:crypto';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { buildGif, buildJpegWithScans, buildPicture, toDataUrl } from './pictures.js';

/** Error message of the rejection, or 'accepted'. */
type Outcome = string;

/** An upload that attacks its decoder, is malformed, or is not only a picture. */
interface Bomb {
  name: string;
  /** Returns the data URL that is sent as the picture. */
  build(): Promise<string> | string;
  /** A list of possible outcomes if the outcome depends on the load of the machine. */
  outcome: Outcome | readonly Outcome[];
  /** Animations may take longer than stills. */
  isAnimation?: boolean;
}

const TOO_MANY_PIXELS = 'A picture must have at most 50 megapixels';
const TOO_SLOW = 'The picture takes too long to process. Please use a smaller one.';
const TOO_BUSY = 'The server is too busy to read the picture. Please try again in a moment.';
/** For pictures near the limits of the decoder, which a busy machine may not decode in time. */
const HEAVY_OUTCOMES = ['accepted', TOO_SLOW, TOO_BUSY];
const TOO_WIDE = 'A picture must be at most 65,535 pixels wide and high';
const DAMAGED = "The picture is damaged and can't be opened. Please choose another one.";
const NOT_A_PICTURE = 'A picture must be a PNG, JPEG, WebP, GIF or AVIF file';
const SVG_NOT_ACCEPTED = 'SVG pictures are not accepted. Please use JPEG or PNG.';
const INVALID_BASE64 = 'The picture is not valid base64';
const NOT_A_DATA_URL = 'A picture must be sent as a base64 data URL';
const URL_NOT_ACCEPTED = 'A picture must be an uploaded file: URLs are not accepted';
const TOO_LARGE = 'A picture must be at most 10 MB';

/** Markup in the polyglot files; stored pictures must not contain it. */
export const HIDDEN_SCRIPT = '<script>alert(1)</script>';

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const ascii = (text: string) => Buffer.from(text, 'latin1');

/** Builds a PNG chunk: length, type, data, CRC. */
function buildChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([ascii(type), data]);
  const lengthAndCrc = Buffer.alloc(8);
  lengthAndCrc.writeUInt32BE(data.length, 0);
  lengthAndCrc.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([lengthAndCrc.subarray(0, 4), body, lengthAndCrc.subarray(4)]);
}

interface PngOptions {
  width: number;
  height: number;
  /** PNG colour type: 0 greyscale, 2 RGB, 3 palette, 6 RGB with alpha. */
  colour?: number;
  depth?: number;
  isInterlaced?: boolean;
  /** Chunks before the pixels. */
  chunks?: readonly Buffer[];
  /** Uncompressed; by default as many zeros as the picture needs. */
  pixels?: Buffer;
}

/** Builds a PNG chunk by chunk. */
function buildPng({
  width,
  height,
  colour = 0,
  depth = 1,
  isInterlaced = false,
  chunks = [],
  pixels,
}: PngOptions) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, isInterlaced ? 1 : 0], 8);
  const channels = { 0: 1, 2: 3, 3: 1, 6: 4 }[colour] ?? 1;
  const zeros = () => Buffer.alloc((1 + Math.ceil((width * channels * depth) / 8)) * height);
  return Buffer.concat([
    PNG_SIGNATURE,
    buildChunk('IHDR', header),
    ...chunks,
    buildChunk('IDAT', deflateSync(pixels ?? zeros(), { level: 1 })),
    buildChunk('IEND', Buffer.alloc(0)),
  ]);
}

const buildTinyPng = (chunks: readonly Buffer[]) => toDataUrl(buildPng({ width: 8, height: 8, chunks }));
/** 64 MB of zeros, compressed to less than 300 kB. */
const compressedZeros = deflateSync(Buffer.alloc(64_000_000), { level: 1 });

/** Overwrites bytes at an offset after a marker. */
function patchAfter(file: Buffer, marker: Buffer, offset: number, bytes: readonly number[]): Buffer {
  const index = file.indexOf(marker);
  if (index < 0) throw new Error('the marker is not in the file');
  const patched = Buffer.from(file);
  patched.set(bytes, index + marker.length + offset);
  return patched;
}

const uint16 = (value: number) => [value >> 8, value & 0xff];
const uint32 = (value: number) => [...uint16(value >>> 16), ...uint16(value & 0xffff)];

/** Inserts a segment, once or repeatedly, after the start marker of a JPEG. */
function withSegment(jpeg: Buffer, marker: number, body: Buffer, times = 1): Buffer {
  const segment = Buffer.concat([Buffer.from([0xff, marker, ...uint16(body.length + 2)]), body]);
  return Buffer.concat([jpeg.subarray(0, 2), ...Array<Buffer>(times).fill(segment), jpeg.subarray(2)]);
}

/** Adds an IPTC caption to a JPEG, as press agencies do. */
export function withIptc(file: Buffer, caption: string): Buffer {
  const record = Buffer.concat([Buffer.from([0x1c, 2, 120, ...uint16(caption.length)]), ascii(caption)]);
  const resource = [
    ascii('Photoshop 3.0\x008BIM'),
    Buffer.from([4, 4, 0, 0, ...uint32(record.length)]),
    record,
  ];
  return withSegment(file, 0xed, Buffer.concat([...resource, Buffer.alloc(record.length % 2)]));
}

const buildJpeg = (width = 64, height = 48) => buildPicture(width, height).jpeg().toBuffer();
/** Builds a small AVIF whose header claims a larger size. */
async function buildAvifClaiming(width: number, height: number, bitdepth: 8 | 12): Promise<string> {
  const file = await buildPicture(64, 64).avif({ effort: 0, bitdepth }).toBuffer();
  return toDataUrl(patchAfter(file, ascii('ispe'), 4, [...uint32(width), ...uint32(height)]));
}

/** Builds an AVIF of noise, which is expensive to decode: its cost grows with its pixels and its bytes. */
function buildNoisyAvif(side: number, bitdepth: 8 | 12, quality: number): Promise<Buffer> {
  const noise = sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } });
  return noise.avif({ effort: 0, bitdepth, quality, chromaSubsampling: '4:4:4' }).toBuffer();
}

/** Builds an animated WebP of noise, in which no frame helps to encode the next. */
async function buildNoisyAnimation(side: number, frames: number): Promise<string> {
  const frameBytes = side * side * 3;
  const noise = randomBytes(frameBytes + frames * 3_000);
  const pixels = Array.from({ length: frames }, (_, index) =>
    noise.subarray(index * 3_000, index * 3_000 + frameBytes),
  );
  const raw = { width: side, height: side * frames, channels: 3, pageHeight: side } as const;
  return toDataUrl(await sharp(Buffer.concat(pixels), { raw }).webp({ effort: 0, quality: 1 }).toBuffer());
}

/** Just within the limits of AVIF. Encoding it takes seconds. */
let heavyAvif: Promise<Buffer> | undefined;
/** Appends a box that decoders skip, because equal bytes are decoded only once. */
async function buildHeavyAvif(): Promise<string> {
  heavyAvif ??= buildNoisyAvif(3_535, 8, 38);
  const box = [Buffer.from(uint32(24)), ascii('free'), randomBytes(16)];
  return toDataUrl(Buffer.concat([await heavyAvif, ...box]));
}
const buildHeavyDeepAvif = async () => toDataUrl(await buildNoisyAvif(2_499, 12, 50));

const START_OF_FRAME = Buffer.from([0xff, 0xc0, 0x00, 0x11, 0x08]);

/** Builds a picture of noise, which compresses badly. */
const buildNoise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${HIDDEN_SCRIPT}</svg>`;
const textAsPicture = (content: string | Buffer, type = 'image/png') => toDataUrl(Buffer.from(content), type);

/** Files that need far more pixels, frames, passes or memory than their size suggests. */
const HUGE: readonly Bomb[] = [
  {
    name: 'PNG, 30,000 x 30,000 in its header',
    outcome: TOO_MANY_PIXELS,
    build: () => toDataUrl(buildPng({ width: 30_000, height: 30_000, pixels: Buffer.alloc(100) })),
  },
  {
    name: 'PNG, 2,147,483,647 x 1',
    outcome: DAMAGED,
    build: () => toDataUrl(buildPng({ width: 2_147_483_647, height: 1, pixels: Buffer.alloc(100) })),
  },
  {
    name: 'PNG, 50,000,000 x 1',
    outcome: TOO_WIDE,
    build: () => toDataUrl(buildPng({ width: 50_000_000, height: 1 })),
  },
  {
    name: 'PNG, 1 x 50,000,000',
    outcome: TOO_WIDE,
    build: () => toDataUrl(buildPng({ width: 1, height: 50_000_000, pixels: Buffer.alloc(1000) })),
  },
  {
    name: 'PNG, 65,535 x 762 with 16 bits per pixel',
    outcome: HEAVY_OUTCOMES,
    build: () => toDataUrl(buildPng({ width: 65_535, height: 762, depth: 16 })),
  },
  {
    name: 'PNG, 49.7 megapixels with 1 bit per pixel',
    outcome: HEAVY_OUTCOMES,
    build: () => toDataUrl(buildPng({ width: 7000, height: 7100 })),
  },
  {
    name: 'PNG, 49 megapixels with 8 bits per pixel, interlaced',
    outcome: HEAVY_OUTCOMES,
    build: () =>
      toDataUrl(
        buildPng({
          width: 7000,
          height: 7000,
          depth: 8,
          isInterlaced: true,
          pixels: Buffer.alloc(49_100_000),
        }),
      ),
  },
  {
    name: 'PNG, 100 x 100 in its header, pixels of 8,000 x 8,000',
    outcome: 'accepted',
    build: () => toDataUrl(buildPng({ width: 100, height: 100, pixels: Buffer.alloc(8_001_000) })),
  },
  {
    name: 'PNG, 7,000 x 7,000 in its header, pixels of 10 x 10',
    outcome: DAMAGED,
    build: () => toDataUrl(buildPng({ width: 7000, height: 7000, pixels: Buffer.alloc(30) })),
  },
  {
    name: 'PNG, 64 MB in a compressed text chunk',
    outcome: 'accepted',
    build: () => buildTinyPng([buildChunk('zTXt', Buffer.concat([ascii('Comment\0\0'), compressedZeros]))]),
  },
  {
    name: 'PNG, 64 MB in an international text chunk',
    outcome: 'accepted',
    build: () =>
      buildTinyPng([
        buildChunk('iTXt', Buffer.concat([ascii('XML:com.adobe.xmp\0\u0001\0\0\0'), compressedZeros])),
      ]),
  },
  {
    name: 'PNG, 64 MB in a colour profile',
    outcome: 'accepted',
    build: () => buildTinyPng([buildChunk('iCCP', Buffer.concat([ascii('bomb\0\0'), compressedZeros]))]),
  },
  {
    name: 'PNG, 5,000 compressed text chunks',
    outcome: 'accepted',
    build: () =>
      buildTinyPng(
        Array<Buffer>(5_000).fill(
          buildChunk('zTXt', Buffer.concat([ascii('k\0\0'), deflateSync(Buffer.alloc(1000))])),
        ),
      ),
  },
  {
    name: 'PNG, pixels outside its palette of one colour',
    outcome: 'accepted',
    build: () =>
      toDataUrl(
        buildPng({
          width: 64,
          height: 64,
          colour: 3,
          depth: 8,
          chunks: [buildChunk('PLTE', Buffer.from([1, 2, 3]))],
          pixels: Buffer.alloc(65 * 64, 0).fill(9, 2, 60),
        }),
      ),
  },
  {
    name: 'GIF, logical screen of 60,000 x 60,000, frame of one pixel',
    outcome: 'accepted',
    build: () =>
      toDataUrl(
        patchAfter(
          buildGif({ width: 1, height: 1, frames: 1 }),
          ascii('GIF89a'),
          0,
          [0x60, 0xea, 0x60, 0xea],
        ),
      ),
  },
  {
    name: 'GIF, 10,000 frames',
    outcome: TOO_SLOW,
    build: () => toDataUrl(buildGif({ width: 2, height: 2, frames: 10_000 })),
  },
  {
    name: 'GIF, 51 megapixels in all frames together',
    outcome: TOO_MANY_PIXELS,
    build: () => toDataUrl(buildGif({ width: 1000, height: 1000, frames: 51 })),
  },
  {
    name: 'GIF, 49 megapixels in all frames together',
    outcome: HEAVY_OUTCOMES,
    build: () => toDataUrl(buildGif({ width: 700, height: 700, frames: 100 })),
  },
  {
    name: 'WebP, 49 megapixels of noise in all frames together',
    outcome: HEAVY_OUTCOMES,
    isAnimation: true,
    build: () => buildNoisyAnimation(700, 100),
  },
  {
    name: 'WebP, canvas of 16,383 x 16,383',
    outcome: TOO_MANY_PIXELS,
    build: async () =>
      toDataUrl(
        patchAfter(
          await sharp(buildGif({ width: 8, height: 8, frames: 3 }), { animated: true })
            .webp()
            .toBuffer(),
          ascii('VP8X'),
          8,
          [0xfe, 0x3f, 0, 0xfe, 0x3f, 0],
        ),
      ),
  },
  {
    name: 'WebP, 16,383 x 3,051',
    outcome: HEAVY_OUTCOMES,
    build: async () => toDataUrl(await buildPicture(16_383, 3_051).webp({ effort: 0 }).toBuffer()),
  },
  {
    name: 'WebP, 2,500 frames',
    outcome: TOO_SLOW,
    build: async () =>
      toDataUrl(
        await sharp(buildGif({ width: 2, height: 2, frames: 2_500 }), { animated: true })
          .webp({ effort: 0 })
          .toBuffer(),
      ),
  },
  {
    name: 'JPEG, 800 passes over 49 megapixels',
    outcome: TOO_SLOW,
    build: () => toDataUrl(buildJpegWithScans(7000, 800)),
  },
  {
    name: 'JPEG, 800 passes over 49 megapixels, the second after an empty comment with length 0',
    outcome: TOO_SLOW,
    build: () => toDataUrl(buildJpegWithScans(7000, 800, [0xff, 0xfe, 0, 0])),
  },
  {
    name: 'JPEG, 65,500 x 65,500 in its header',
    outcome: TOO_MANY_PIXELS,
    build: async () =>
      toDataUrl(patchAfter(await buildJpeg(), START_OF_FRAME, 0, [...uint16(65_500), ...uint16(65_500)])),
  },
  {
    name: 'JPEG, 7,000 x 7,000 in its header, pixels of 64 x 48',
    outcome: HEAVY_OUTCOMES,
    build: async () =>
      toDataUrl(patchAfter(await buildJpeg(), START_OF_FRAME, 0, [...uint16(7000), ...uint16(7000)])),
  },
  {
    name: 'JPEG, 0 x 0 in its header',
    outcome: DAMAGED,
    build: async () => toDataUrl(patchAfter(await buildJpeg(), START_OF_FRAME, 0, [0, 0, 0, 0])),
  },
  {
    name: 'JPEG, 49 megapixels upside down',
    outcome: HEAVY_OUTCOMES,
    build: async () =>
      toDataUrl(await buildPicture(7000, 7000).jpeg().withMetadata({ orientation: 7 }).toBuffer()),
  },
  {
    name: 'JPEG, 100 comments of 64 kB',
    outcome: 'accepted',
    build: async () => toDataUrl(withSegment(await buildJpeg(), 0xfe, Buffer.alloc(65_000, 'x'), 100)),
  },
  {
    name: 'JPEG, garbage colour profile in 60 segments',
    outcome: 'accepted',
    build: async () =>
      toDataUrl(
        withSegment(
          await buildJpeg(),
          0xe2,
          Buffer.concat([ascii('ICC_PROFILE\0\u0001\u003c'), Buffer.alloc(60_000, 7)]),
          60,
        ),
      ),
  },
  {
    name: 'JPEG, EXIF that points at itself',
    outcome: 'accepted',
    build: async () =>
      toDataUrl(
        withSegment(
          await buildJpeg(),
          0xe1,
          Buffer.concat([
            ascii('Exif\0\0MM\0*'),
            Buffer.from([
              ...uint32(8),
              ...uint16(1),
              ...uint16(0x8769),
              ...uint16(4),
              ...uint32(1),
              ...uint32(8),
              ...uint32(8),
            ]),
          ]),
        ),
      ),
  },
  { name: 'AVIF, 12.5 megapixels of noise', outcome: HEAVY_OUTCOMES, build: buildHeavyAvif },
  {
    name: 'AVIF, 6.2 megapixels of noise with 12 bits per channel',
    outcome: HEAVY_OUTCOMES,
    build: buildHeavyDeepAvif,
  },
  {
    name: 'AVIF, 36 megapixels in its header',
    outcome: 'AVIF pictures can have at most 12.5 megapixels and 3 MB. Please use JPEG or WebP.',
    build: () => buildAvifClaiming(6000, 6000, 8),
  },
  {
    name: 'AVIF, 13 megapixels with 12 bits per channel',
    outcome:
      'AVIF pictures with more than 8 bits can have at most 6.25 megapixels and 3 MB. Please use JPEG or WebP.',
    build: () => buildAvifClaiming(3700, 3600, 12),
  },
  {
    name: 'AVIF, 30,000 x 30,000 in its header',
    outcome: TOO_MANY_PIXELS,
    build: () => buildAvifClaiming(30_000, 30_000, 8),
  },
  {
    name: 'AVIF, branded as a sequence',
    outcome: DAMAGED,
    build: async () =>
      toDataUrl(
        patchAfter(await buildPicture(64, 64).avif({ effort: 0 }).toBuffer(), ascii('ftyp'), 0, [
          ...ascii('avis'),
        ]),
      ),
  },
];

/** Truncated files, and valid headers followed by garbage. */
const BROKEN: readonly Bomb[] = [
  ...(['png', 'jpeg', 'webp', 'gif', 'avif'] as const).map((format) => ({
    name: `${format}, first half of the file`,
    outcome: DAMAGED,
    async build() {
      const whole = await buildNoise(200, 200).toFormat(format).toBuffer();
      return toDataUrl(whole.subarray(0, whole.length / 2));
    },
  })),
  ...(['89504e470d0a1a0a', 'ffd8ffe0', '474946383961', '52494646ffffffff57454250'] as const).map((head) => ({
    name: `garbage after the signature ${head}`,
    outcome: DAMAGED,
    build: () => toDataUrl(Buffer.concat([Buffer.from(head, 'hex'), Buffer.alloc(50_000, 0xa5)])),
  })),
  {
    name: 'AVIF, deeply nested boxes',
    outcome: DAMAGED,
    build: () =>
      toDataUrl(
        Buffer.concat([
          Buffer.from([0, 0, 0, 16]),
          ascii('ftypavif\0\0\0\0'),
          ...Array<Buffer>(20_000).fill(
            Buffer.concat([Buffer.from([0, 0, 0xff, 0xff]), ascii('meta\0\0\0\0')]),
          ),
        ]),
      ),
  },
  {
    name: '9.9 MB of zeros after a PNG signature',
    outcome: DAMAGED,
    build: () => toDataUrl(Buffer.concat([PNG_SIGNATURE, Buffer.alloc(9_900_000)])),
  },
];

/** Files that are valid in two formats. */
const POLYGLOTS: readonly Bomb[] = [
  {
    name: 'GIF that is also JavaScript',
    outcome: DAMAGED,
    build: () => textAsPicture(`GIF89a/*${HIDDEN_SCRIPT}*/=1;alert(1)`, 'text/javascript'),
  },
  {
    name: 'GIF followed by HTML',
    outcome: 'accepted',
    build: () =>
      toDataUrl(Buffer.concat([buildGif({ width: 8, height: 8, frames: 1 }), ascii(HIDDEN_SCRIPT)])),
  },
  {
    name: 'PNG followed by HTML',
    outcome: 'accepted',
    build: () =>
      toDataUrl(Buffer.concat([buildPng({ width: 8, height: 8 }), ascii(HIDDEN_SCRIPT)]), 'text/html'),
  },
  {
    name: 'PNG with HTML in a text chunk',
    outcome: 'accepted',
    build: () => buildTinyPng([buildChunk('tEXt', ascii(`Comment\0${HIDDEN_SCRIPT}`))]),
  },
  {
    name: 'JPEG with HTML in a comment',
    outcome: 'accepted',
    build: async () => toDataUrl(withSegment(await buildJpeg(), 0xfe, ascii(HIDDEN_SCRIPT)), 'text/html'),
  },
  {
    name: 'WebP followed by HTML',
    outcome: 'accepted',
    build: async () =>
      toDataUrl(Buffer.concat([await buildPicture(8, 8).webp().toBuffer(), ascii(HIDDEN_SCRIPT)])),
  },
  {
    name: 'JPEG followed by a ZIP archive',
    outcome: 'accepted',
    build: async () =>
      toDataUrl(Buffer.concat([await buildJpeg(), Buffer.from('504b0304', 'hex'), ascii(HIDDEN_SCRIPT)])),
  },
];

/** SVG files with scripts, disguised in various ways. */
const SVG_FILES: readonly Bomb[] = [
  { name: 'SVG', outcome: SVG_NOT_ACCEPTED, build: () => textAsPicture(SVG, 'image/svg+xml') },
  { name: 'SVG as PNG', outcome: SVG_NOT_ACCEPTED, build: () => textAsPicture(SVG) },
  {
    name: 'SVG after a byte-order mark',
    outcome: SVG_NOT_ACCEPTED,
    build: () => textAsPicture(`\ufeff${SVG}`),
  },
  { name: 'SVG after white space', outcome: SVG_NOT_ACCEPTED, build: () => textAsPicture(`\n\t  ${SVG}`) },
  {
    name: 'SVG after a prologue',
    outcome: SVG_NOT_ACCEPTED,
    build: () => textAsPicture(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "b">]><!-- x -->${SVG}`),
  },
  {
    name: 'SVG after 5 kB of comment',
    outcome: NOT_A_PICTURE,
    build: () => textAsPicture(`<!--${'x'.repeat(5_000)}-->${SVG}`),
  },
  {
    name: 'SVG in UTF-16, little-endian',
    outcome: NOT_A_PICTURE,
    build: () => textAsPicture(Buffer.from(`\ufeff${SVG}`, 'utf16le')),
  },
  {
    name: 'SVG in UTF-16, big-endian',
    outcome: NOT_A_PICTURE,
    build: () => textAsPicture(Buffer.from(`\ufeff${SVG}`, 'utf16le').swap16()),
  },
  {
    name: 'SVG in UTF-7',
    outcome: NOT_A_PICTURE,
    build: () => textAsPicture('<?xml version="1.0" encoding="UTF-7"?>+ADw-svg onload=alert(1)+AD4-'),
  },
  { name: 'SVG, compressed', outcome: NOT_A_PICTURE, build: () => textAsPicture(gzipSync(SVG)) },
  {
    name: 'SVG with a namespace prefix',
    outcome: NOT_A_PICTURE,
    build: () => textAsPicture(SVG.replaceAll('svg ', 's:svg ')),
  },
  {
    name: 'SVG in a data URL without base64',
    outcome: NOT_A_DATA_URL,
    build: () => `data:image/svg+xml;utf8,${SVG}`,
  },
];

/** Unsupported formats, including those that the image library could decode. */
const UNSUPPORTED_FORMATS: readonly Bomb[] = [
  ...Object.entries({
    TIFF: '49492a0008000000',
    'TIFF, big-endian': '4d4d002a00000008',
    BigTIFF: '49492b0008000000',
    PDF: '255044462d312e370a',
    PSD: '384250530001',
    OpenEXR: '762f310102000000',
    ICO: '00000100010010100000',
    BMP: '424d46000000',
    'JPEG 2000': '0000000c6a5020200d0a870a',
    'JPEG XL': 'ff0a',
    'JPEG XL container': '0000000c4a584c200d0a870a',
    PPM: '50360a3120310a3235350a',
    HDR: '233f52414449414e43450a',
    FITS: '53494d504c45',
    ZIP: '504b0304',
    MP4: '000000186674797069736f6d00000200',
    PostScript: '25215053',
    WASM: '0061736d01000000',
    'an empty file': '',
  }).map(([name, head]) => ({
    name,
    outcome: NOT_A_PICTURE,
    build: () => toDataUrl(Buffer.concat([Buffer.from(head, 'hex'), Buffer.alloc(head === '' ? 0 : 300)])),
  })),
  {
    name: 'HEIC',
    outcome: "HEIC pictures can't be opened. Please use JPEG or PNG.",
    build: () =>
      toDataUrl(
        Buffer.concat([Buffer.from([0, 0, 0, 24]), ascii('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(200)]),
      ),
  },
  {
    name: 'an HTML page',
    outcome: NOT_A_PICTURE,
    build: () => textAsPicture(`<!doctype html>${HIDDEN_SCRIPT}`, 'image/jpeg'),
  },
];

const buildSmallPngBase64 = () => buildPng({ width: 8, height: 8 }).toString('base64');

/** Unusual and malformed data URLs, and other URLs. */
const DATA_URLS: readonly Bomb[] = [
  { name: 'no media type', outcome: 'accepted', build: () => `data:;base64,${buildSmallPngBase64()}` },
  {
    name: 'a wrong media type with parameters',
    outcome: 'accepted',
    build: () => `data:text/html;charset=utf-7;x="<script>";base64,${buildSmallPngBase64()}`,
  },
  {
    name: 'a media type of 5,000 characters',
    outcome: NOT_A_DATA_URL,
    build: () => `data:image/${'x'.repeat(5_000)};base64,${buildSmallPngBase64()}`,
  },
  {
    name: 'base64 twice',
    outcome: NOT_A_PICTURE,
    build: () => textAsPicture(`data:image/png;base64,${buildSmallPngBase64()}`),
  },
  {
    name: 'white space within the base64',
    outcome: INVALID_BASE64,
    build: () => `data:image/png;base64,${buildSmallPngBase64().replace(/.{20}/g, '$&\n')}`,
  },
  {
    name: 'the URL-safe base64 alphabet',
    outcome: INVALID_BASE64,
    build: () => `data:image/png;base64,${buildSmallPngBase64().replace(/A/g, '-')}`,
  },
  {
    name: 'too much padding',
    outcome: INVALID_BASE64,
    build: () => `data:image/png;base64,${buildSmallPngBase64()}====`,
  },
  {
    name: 'one character too many',
    outcome: INVALID_BASE64,
    build: () => `data:image/png;base64,${buildSmallPngBase64()}A`,
  },
  {
    name: 'percent-encoding',
    outcome: INVALID_BASE64,
    build: () => `data:image/png;base64,${buildSmallPngBase64().replace(/\+/g, '%2B').replace('i', '%69')}`,
  },
  {
    name: 'no base64 marker',
    outcome: NOT_A_DATA_URL,
    build: () => `data:image/png,${buildSmallPngBase64()}`,
  },
  {
    name: 'another scheme',
    outcome: URL_NOT_ACCEPTED,
    build: () => `javascript:alert(1)//data:image/png;base64,${buildSmallPngBase64()}`,
  },
  { name: 'a loopback URL', outcome: URL_NOT_ACCEPTED, build: () => 'http://127.0.0.1:22/x.png' },
  { name: 'a file URL', outcome: URL_NOT_ACCEPTED, build: () => 'file:///etc/passwd' },
  { name: 'a storage path', outcome: URL_NOT_ACCEPTED, build: () => '/media/../../etc/passwd' },
  {
    name: '10,000,001 bytes',
    outcome: TOO_LARGE,
    build: () => toDataUrl(Buffer.concat([PNG_SIGNATURE, Buffer.alloc(9_999_993)])),
  },
  {
    name: '14.9 MB of invalid base64',
    outcome: TOO_LARGE,
    build: () => `data:image/png;base64,${'%'.repeat(14_900_000)}`,
  },
];

/** Builds an ordinary photo of nearly 50 megapixels and 10 MB. */
export function buildPhoto(): Promise<Buffer> {
  const side = 700;
  const noise = sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } });
  return noise
    .resize(10 * side, 10 * side)
    .jpeg()
    .toBuffer();
}

const buildHeavyPng = () =>
  toDataUrl(buildPng({ width: 7000, height: 7000, depth: 8, chunks: [buildChunk('tEXt', randomBytes(16))] }));

/** Builds pictures of the maximum cost. They differ in each call, because equal bytes are decoded only once. */
export const buildHeavyPictures = async (): Promise<string[]> => [
  buildHeavyPng(),
  await buildHeavyAvif(),
  buildHeavyPng(),
];

export const BOMBS: readonly Bomb[] = [
  ...HUGE,
  ...BROKEN,
  ...POLYGLOTS,
  ...SVG_FILES,
  ...UNSUPPORTED_FORMATS,
  ...DATA_URLS,
];
