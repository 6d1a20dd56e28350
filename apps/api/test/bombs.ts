import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { buildGif, buildJpegWithScans, buildPicture, toDataUrl } from './pictures.js';

/** Message of the rejection, or 'taken'. */
type Outcome = string;

/** A file that harms its decoder, or that is more than a picture. */
export interface Bomb {
  name: string;
  /** Returns the data URL that is sent as the picture. */
  build(): Promise<string> | string;
  /** Several where the outcome depends on the load of the machine. */
  outcome: Outcome | readonly Outcome[];
}

const TOO_MANY = 'A picture may have at most 50 megapixels';
const TOO_SLOW = 'The picture takes too long to read: please send a smaller one';
const TOO_BUSY = 'The server is too busy to read the picture. Please try again in a moment';
/** Near the limits of the decoder: a busy machine exceeds its time limit. */
const HEAVY = ['taken', TOO_SLOW, TOO_BUSY];
const TOO_WIDE = 'A picture may be at most 65,535 pixels wide and high';
const DAMAGED = 'The picture is damaged and cannot be read';
const NO_PICTURE = 'A picture must be a PNG, JPEG, WebP, GIF or AVIF file';
const NO_SVG = 'SVG pictures are not accepted: please send JPEG or PNG';
const NO_BASE64 = 'The picture is not valid base64';
const NO_DATA_URL = 'A picture must be sent as a base64 data URL';
const NO_ADDRESSES = 'A picture must be an uploaded file: addresses are not accepted';
const TOO_LARGE = 'A picture may be at most 10 MB';

/** Markup in the polyglot files; stored pictures must not contain it. */
export const HIDDEN = '<script>alert(1)</script>';

const PNG_HEAD = Buffer.from('89504e470d0a1a0a', 'hex');
const ascii = (text: string) => Buffer.from(text, 'latin1');

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([ascii(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
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
  /** Uncompressed; as many zeros as the picture needs by default. */
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
    PNG_HEAD,
    chunk('IHDR', header),
    ...chunks,
    chunk('IDAT', deflateSync(pixels ?? zeros(), { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const tiny = (chunks: readonly Buffer[]) => toDataUrl(buildPng({ width: 8, height: 8, chunks }));
/** 64 MB of zeros compressed to about 100 kB. */
const packedZeros = deflateSync(Buffer.alloc(64_000_000), { level: 1 });

/** Overwrites bytes at an offset after a marker. */
function patchAfter(file: Buffer, marker: Buffer, offset: number, bytes: readonly number[]): Buffer {
  const at = file.indexOf(marker);
  if (at < 0) throw new Error('the marker is not in the file');
  const patched = Buffer.from(file);
  patched.set(bytes, at + marker.length + offset);
  return patched;
}

const uint16 = (value: number) => [value >> 8, value & 0xff];
const uint32 = (value: number) => [...uint16(value >>> 16), ...uint16(value & 0xffff)];

/** Inserts a segment after the start of a JPEG. */
function withSegment(jpeg: Buffer, marker: number, body: Buffer, times = 1): Buffer {
  const segment = Buffer.concat([Buffer.from([0xff, marker, ...uint16(body.length + 2)]), body]);
  return Buffer.concat([jpeg.subarray(0, 2), ...Array<Buffer>(times).fill(segment), jpeg.subarray(2)]);
}

/** Adds an IPTC caption, as press agencies do, to a JPEG. */
export function withIptc(file: Buffer, caption: string): Buffer {
  const record = Buffer.concat([Buffer.from([0x1c, 2, 120, ...uint16(caption.length)]), ascii(caption)]);
  const resource = [
    ascii('Photoshop 3.0\x008BIM'),
    Buffer.from([4, 4, 0, 0, ...uint32(record.length)]),
    record,
  ];
  return withSegment(file, 0xed, Buffer.concat([...resource, Buffer.alloc(record.length % 2)]));
}

const jpeg = (width = 64, height = 48) => buildPicture(width, height).jpeg().toBuffer();
/** Builds a small AVIF whose header claims a larger size. */
async function buildAvifOf(width: number, height: number, bitdepth: 8 | 12): Promise<string> {
  const file = await buildPicture(64, 64).avif({ effort: 0, bitdepth }).toBuffer();
  return toDataUrl(patchAfter(file, ascii('ispe'), 4, [...uint32(width), ...uint32(height)]));
}

const START_OF_FRAME = Buffer.from([0xff, 0xc0, 0x00, 0x11, 0x08]);

/** Noise, which compresses badly. */
const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${HIDDEN}</svg>`;
const text = (content: string | Buffer, type = 'image/png') => toDataUrl(Buffer.from(content), type);

/** Files that need far more pixels, frames, passes or memory than their size suggests. */
const HUGE: readonly Bomb[] = [
  {
    name: 'PNG, 30,000 x 30,000 in its header',
    outcome: TOO_MANY,
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
    name: 'PNG, 65,535 x 762 in 16 bits',
    outcome: HEAVY,
    build: () => toDataUrl(buildPng({ width: 65_535, height: 762, depth: 16 })),
  },
  {
    name: 'PNG, 49.7 megapixels in 1 bit',
    outcome: HEAVY,
    build: () => toDataUrl(buildPng({ width: 7000, height: 7100 })),
  },
  {
    name: 'PNG, 49 megapixels in 8 bits, interlaced',
    outcome: HEAVY,
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
    outcome: 'taken',
    build: () => toDataUrl(buildPng({ width: 100, height: 100, pixels: Buffer.alloc(8_001_000) })),
  },
  {
    name: 'PNG, 7,000 x 7,000 in its header, pixels of 10 x 10',
    outcome: DAMAGED,
    build: () => toDataUrl(buildPng({ width: 7000, height: 7000, pixels: Buffer.alloc(30) })),
  },
  {
    name: 'PNG, 64 MB in a compressed text',
    outcome: 'taken',
    build: () => tiny([chunk('zTXt', Buffer.concat([ascii('Comment\0\0'), packedZeros]))]),
  },
  {
    name: 'PNG, 64 MB in an international text',
    outcome: 'taken',
    build: () =>
      tiny([chunk('iTXt', Buffer.concat([ascii('XML:com.adobe.xmp\0\u0001\0\0\0'), packedZeros]))]),
  },
  {
    name: 'PNG, 64 MB in a colour profile',
    outcome: 'taken',
    build: () => tiny([chunk('iCCP', Buffer.concat([ascii('bomb\0\0'), packedZeros]))]),
  },
  {
    name: 'PNG, 5,000 compressed texts',
    outcome: 'taken',
    build: () =>
      tiny(
        Array<Buffer>(5_000).fill(
          chunk('zTXt', Buffer.concat([ascii('k\0\0'), deflateSync(Buffer.alloc(1000))])),
        ),
      ),
  },
  {
    name: 'PNG, palette of 1 colour and pixels of others',
    outcome: 'taken',
    build: () =>
      toDataUrl(
        buildPng({
          width: 64,
          height: 64,
          colour: 3,
          depth: 8,
          chunks: [chunk('PLTE', Buffer.from([1, 2, 3]))],
          pixels: Buffer.alloc(65 * 64, 0).fill(9, 2, 60),
        }),
      ),
  },
  {
    name: 'GIF, 60,000 x 60,000 of screen, one pixel of frame',
    outcome: 'taken',
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
    name: 'GIF, 51 megapixels over its frames',
    outcome: TOO_MANY,
    build: () => toDataUrl(buildGif({ width: 1000, height: 1000, frames: 51 })),
  },
  {
    name: 'GIF, 49 megapixels over its frames',
    outcome: HEAVY,
    build: () => toDataUrl(buildGif({ width: 700, height: 700, frames: 100 })),
  },
  {
    name: 'WebP, 16,383 x 16,383 of canvas',
    outcome: TOO_MANY,
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
    outcome: HEAVY,
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
    name: 'JPEG, 65,500 x 65,500 in its header',
    outcome: TOO_MANY,
    build: async () =>
      toDataUrl(patchAfter(await jpeg(), START_OF_FRAME, 0, [...uint16(65_500), ...uint16(65_500)])),
  },
  {
    name: 'JPEG, 7,000 x 7,000 in its header, pixels of 64 x 48',
    outcome: HEAVY,
    build: async () =>
      toDataUrl(patchAfter(await jpeg(), START_OF_FRAME, 0, [...uint16(7000), ...uint16(7000)])),
  },
  {
    name: 'JPEG, 0 x 0 in its header',
    outcome: DAMAGED,
    build: async () => toDataUrl(patchAfter(await jpeg(), START_OF_FRAME, 0, [0, 0, 0, 0])),
  },
  {
    name: 'JPEG, 49 megapixels upside down',
    outcome: HEAVY,
    build: async () =>
      toDataUrl(await buildPicture(7000, 7000).jpeg().withMetadata({ orientation: 7 }).toBuffer()),
  },
  {
    name: 'JPEG, 100 comments of 64 kB',
    outcome: 'taken',
    build: async () => toDataUrl(withSegment(await jpeg(), 0xfe, Buffer.alloc(65_000, 'x'), 100)),
  },
  {
    name: 'JPEG, 60 segments of a colour profile of rubbish',
    outcome: 'taken',
    build: async () =>
      toDataUrl(
        withSegment(
          await jpeg(),
          0xe2,
          Buffer.concat([ascii('ICC_PROFILE\0\u0001\u003c'), Buffer.alloc(60_000, 7)]),
          60,
        ),
      ),
  },
  {
    name: 'JPEG, EXIF that points at itself',
    outcome: 'taken',
    build: async () =>
      toDataUrl(
        withSegment(
          await jpeg(),
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
  {
    name: 'AVIF, 36 megapixels by its header',
    outcome: 'AVIF may have at most 25 megapixels: please send JPEG or WebP',
    build: () => buildAvifOf(6000, 6000, 8),
  },
  {
    name: 'AVIF, 13 megapixels of 12 bits',
    outcome: 'AVIF of more than 8 bits may have at most 12.5 megapixels: please send JPEG or WebP',
    build: () => buildAvifOf(3700, 3600, 12),
  },
  {
    name: 'AVIF, 30,000 x 30,000 by its header',
    outcome: TOO_MANY,
    build: () => buildAvifOf(30_000, 30_000, 8),
  },
  {
    name: 'AVIF, a sequence by its brand',
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
    name: `${format}, the first half`,
    outcome: DAMAGED,
    async build() {
      const whole = await noise(200, 200).toFormat(format).toBuffer();
      return toDataUrl(whole.subarray(0, whole.length / 2));
    },
  })),
  ...(['89504e470d0a1a0a', 'ffd8ffe0', '474946383961', '52494646ffffffff57454250'] as const).map((head) => ({
    name: `rubbish behind ${head}`,
    outcome: DAMAGED,
    build: () => toDataUrl(Buffer.concat([Buffer.from(head, 'hex'), Buffer.alloc(50_000, 0xa5)])),
  })),
  {
    name: 'AVIF, boxes in boxes without an end',
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
    name: '9.9 MB of zeros behind the head of a PNG',
    outcome: DAMAGED,
    build: () => toDataUrl(Buffer.concat([PNG_HEAD, Buffer.alloc(9_900_000)])),
  },
];

/** Files that are valid in two formats. */
const POLYGLOTS: readonly Bomb[] = [
  {
    name: 'GIF and script',
    outcome: DAMAGED,
    build: () => text(`GIF89a/*${HIDDEN}*/=1;alert(1)`, 'text/javascript'),
  },
  {
    name: 'GIF with a page behind it',
    outcome: 'taken',
    build: () => toDataUrl(Buffer.concat([buildGif({ width: 8, height: 8, frames: 1 }), ascii(HIDDEN)])),
  },
  {
    name: 'PNG with a page behind it',
    outcome: 'taken',
    build: () => toDataUrl(Buffer.concat([buildPng({ width: 8, height: 8 }), ascii(HIDDEN)]), 'text/html'),
  },
  {
    name: 'PNG with a page in a text',
    outcome: 'taken',
    build: () => tiny([chunk('tEXt', ascii(`Comment\0${HIDDEN}`))]),
  },
  {
    name: 'JPEG with a page in a comment',
    outcome: 'taken',
    build: async () => toDataUrl(withSegment(await jpeg(), 0xfe, ascii(HIDDEN)), 'text/html'),
  },
  {
    name: 'WebP with a page behind it',
    outcome: 'taken',
    build: async () => toDataUrl(Buffer.concat([await buildPicture(8, 8).webp().toBuffer(), ascii(HIDDEN)])),
  },
  {
    name: 'JPEG and archive',
    outcome: 'taken',
    build: async () =>
      toDataUrl(Buffer.concat([await jpeg(), Buffer.from('504b0304', 'hex'), ascii(HIDDEN)])),
  },
];

/** SVG drawings with scripts, in various disguises. */
const DRAWINGS: readonly Bomb[] = [
  { name: 'SVG', outcome: NO_SVG, build: () => text(SVG, 'image/svg+xml') },
  { name: 'SVG as PNG', outcome: NO_SVG, build: () => text(SVG) },
  { name: 'SVG behind a byte-order mark', outcome: NO_SVG, build: () => text(`\ufeff${SVG}`) },
  { name: 'SVG behind white space', outcome: NO_SVG, build: () => text(`\n\t  ${SVG}`) },
  {
    name: 'SVG behind a prologue',
    outcome: NO_SVG,
    build: () => text(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "b">]><!-- x -->${SVG}`),
  },
  {
    name: 'SVG behind 5 kB of comment',
    outcome: NO_PICTURE,
    build: () => text(`<!--${'x'.repeat(5_000)}-->${SVG}`),
  },
  { name: 'SVG in UTF-16', outcome: NO_PICTURE, build: () => text(Buffer.from(`\ufeff${SVG}`, 'utf16le')) },
  {
    name: 'SVG in UTF-16, the other way',
    outcome: NO_PICTURE,
    build: () => text(Buffer.from(`\ufeff${SVG}`, 'utf16le').swap16()),
  },
  {
    name: 'SVG in UTF-7',
    outcome: NO_PICTURE,
    build: () => text('<?xml version="1.0" encoding="UTF-7"?>+ADw-svg onload=alert(1)+AD4-'),
  },
  { name: 'SVG, compressed', outcome: NO_PICTURE, build: () => text(gzipSync(SVG)) },
  { name: 'SVG with a prefix', outcome: NO_PICTURE, build: () => text(SVG.replaceAll('svg ', 's:svg ')) },
  { name: 'SVG, not in base64', outcome: NO_DATA_URL, build: () => `data:image/svg+xml;utf8,${SVG}` },
];

/** Unsupported formats, including those that the image library could decode. */
const FOREIGN: readonly Bomb[] = [
  ...Object.entries({
    TIFF: '49492a0008000000',
    'TIFF, the other way': '4d4d002a00000008',
    BigTIFF: '49492b0008000000',
    PDF: '255044462d312e370a',
    PSD: '384250530001',
    OpenEXR: '762f310102000000',
    ICO: '00000100010010100000',
    BMP: '424d46000000',
    'JPEG 2000': '0000000c6a5020200d0a870a',
    'JPEG XL': 'ff0a',
    'JPEG XL in boxes': '0000000c4a584c200d0a870a',
    PPM: '50360a3120310a3235350a',
    HDR: '233f52414449414e43450a',
    FITS: '53494d504c45',
    ZIP: '504b0304',
    MP4: '000000186674797069736f6d00000200',
    PostScript: '25215053',
    WASM: '0061736d01000000',
    nothing: '',
  }).map(([name, head]) => ({
    name,
    outcome: NO_PICTURE,
    build: () => toDataUrl(Buffer.concat([Buffer.from(head, 'hex'), Buffer.alloc(head === '' ? 0 : 300)])),
  })),
  {
    name: 'HEIC',
    outcome: 'HEIC pictures cannot be read: please send JPEG or PNG',
    build: () =>
      toDataUrl(
        Buffer.concat([Buffer.from([0, 0, 0, 24]), ascii('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(200)]),
      ),
  },
  { name: 'a page', outcome: NO_PICTURE, build: () => text(`<!doctype html>${HIDDEN}`, 'image/jpeg') },
];

const small = () => buildPng({ width: 8, height: 8 }).toString('base64');

/** Unusual and malformed data URLs. */
const ADDRESSES: readonly Bomb[] = [
  { name: 'no type', outcome: 'taken', build: () => `data:;base64,${small()}` },
  {
    name: 'a wrong type and parameters',
    outcome: 'taken',
    build: () => `data:text/html;charset=utf-7;x="<script>";base64,${small()}`,
  },
  {
    name: 'an endless type',
    outcome: NO_DATA_URL,
    build: () => `data:image/${'x'.repeat(5_000)};base64,${small()}`,
  },
  { name: 'base64 twice', outcome: NO_PICTURE, build: () => text(`data:image/png;base64,${small()}`) },
  {
    name: 'white space within',
    outcome: NO_BASE64,
    build: () => `data:image/png;base64,${small().replace(/.{20}/g, '$&\n')}`,
  },
  {
    name: 'the alphabet of addresses',
    outcome: NO_BASE64,
    build: () => `data:image/png;base64,${small().replace(/A/g, '-')}`,
  },
  { name: 'too much padding', outcome: NO_BASE64, build: () => `data:image/png;base64,${small()}====` },
  {
    name: 'one sign too many',
    outcome: NO_BASE64,
    build: () => `data:image/png;base64,${small()}A`,
  },
  {
    name: 'percent signs',
    outcome: NO_BASE64,
    build: () => `data:image/png;base64,${small().replace(/\+/g, '%2B').replace('i', '%69')}`,
  },
  { name: 'no base64', outcome: NO_DATA_URL, build: () => `data:image/png,${small()}` },
  {
    name: 'another scheme',
    outcome: NO_ADDRESSES,
    build: () => `javascript:alert(1)//data:image/png;base64,${small()}`,
  },
  { name: 'an address of this machine', outcome: NO_ADDRESSES, build: () => 'http://127.0.0.1:22/x.png' },
  { name: 'a file', outcome: NO_ADDRESSES, build: () => 'file:///etc/passwd' },
  { name: 'a key of the storage', outcome: NO_ADDRESSES, build: () => '/media/../../etc/passwd' },
  {
    name: '10,000,001 bytes',
    outcome: TOO_LARGE,
    build: () => toDataUrl(Buffer.concat([PNG_HEAD, Buffer.alloc(9_999_993)])),
  },
  {
    name: '14.9 MB that are no base64',
    outcome: TOO_LARGE,
    build: () => `data:image/png;base64,${'%'.repeat(14_900_000)}`,
  },
];

/** Builds a picture of the maximum cost, unique for each number: equal bytes are decoded once. */
export const heavyPicture = (number: number): string =>
  toDataUrl(
    buildPng({ width: 7000, height: 7000, depth: 8, chunks: [chunk('tEXt', ascii(`Number\0${number}`))] }),
  );

export const BOMBS: readonly Bomb[] = [
  ...HUGE,
  ...BROKEN,
  ...POLYGLOTS,
  ...DRAWINGS,
  ...FOREIGN,
  ...ADDRESSES,
];
