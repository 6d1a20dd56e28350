import { LIMITS } from './limits.js';

/** Formats that the API decodes. */
export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif';

/** Messages for rejected pictures. The web app checks before it uploads; the API checks every upload. */
export const PICTURE_REFUSALS = {
  heic: "HEIC pictures can't be opened. Please use JPEG or PNG.",
  svg: 'SVG pictures are not accepted. Please use JPEG or PNG.',
  unknownFormat: 'A picture must be a PNG, JPEG, WebP, GIF or AVIF file',
  tooLarge: `A picture must be at most ${LIMITS.imageBytes / 1_000_000} MB`,
} as const;

/**
 * Bytes from the beginning of a file that `sniffPictureFormat` needs. An SVG may begin with a prologue and comments.
 */
export const PICTURE_HEAD_BYTES = 4_096;

// The declared media type is ignored, since the content decides. Its length is bounded.
const DATA_URL_PREFIX = /^data:[^,]{0,100};base64,/i;

/** Length of a data URL up to its base64; 0 for any other text. */
export function dataUrlPrefixLength(url: string): number {
  return DATA_URL_PREFIX.exec(url.slice(0, 200))?.[0].length ?? 0;
}

/** Size of the file in a base64 data URL, in bytes; 0 for any other text. Decodes nothing. */
export function dataUrlBytes(url: string): number {
  const prefixLength = dataUrlPrefixLength(url);
  if (prefixLength === 0) return 0;
  const padding = url.endsWith('==') ? 2 : url.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor(((url.length - prefixLength) * 3) / 4) - padding);
}

/** Whether a data URL has a file of too many bytes. */
export function isDataUrlTooLarge(url: string): boolean {
  return dataUrlBytes(url) > LIMITS.imageBytes;
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG_SIGNATURE = [0xff, 0xd8, 0xff];
const HEIC_BRANDS = /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/;
const AVIF_BRANDS = /^avi[fs]$/;

/** Reads the brands of an ISO media file (AVIF, HEIC), major brand first; none for other files. */
function readBrands(head: Uint8Array, text: string): string[] {
  if (head.length < 16 || text.slice(4, 8) !== 'ftyp') return [];
  const boxLength = new DataView(head.buffer, head.byteOffset).getUint32(0);
  // Bytes 12 to 15 are the minor version.
  const compatible = text.slice(16, Math.min(boxLength, 256)).match(/[\s\S]{4}/g) ?? [];
  return [text.slice(8, 12), ...compatible];
}

/**
 * Detects the format of a picture by its content. `heic` and `svg` are recognized so that they can be rejected with a
 * reason.
 *
 * @param bytes - the file, or at least its first `PICTURE_HEAD_BYTES`.
 * @returns null for any other content.
 */
export function sniffPictureFormat(bytes: Uint8Array): PictureFormat | 'heic' | 'svg' | null {
  const head = bytes.subarray(0, PICTURE_HEAD_BYTES);
  const startsWith = (signature: readonly number[]) => signature.every((byte, index) => head[index] === byte);
  if (startsWith(PNG_SIGNATURE)) return 'png';
  if (startsWith(JPEG_SIGNATURE)) return 'jpeg';
  const text = new TextDecoder('latin1').decode(head);
  if (/^GIF8[79]a/.test(text)) return 'gif';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  const brands = readBrands(head, text);
  // An AVIF file usually names the general brand mif1 as well.
  if (brands.some((brand) => AVIF_BRANDS.test(brand))) return 'avif';
  if (brands.some((brand) => HEIC_BRANDS.test(brand))) return 'heic';
  return /<svg[\s>]/i.test(text) ? 'svg' : null;
}
