/** Formats that are read. */
export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const JPEG = Buffer.from('ffd8ff', 'hex');
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1']);
/** How far into a text its `<svg` may stand behind a prologue and comments. */
const SVG_WINDOW_BYTES = 4_096;

/** The brands of an ISO media file (AVIF, HEIC), main one first; none for other files. */
function brandsOf(bytes: Buffer): string[] {
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return [];
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256);
  const brands = [bytes.toString('latin1', 8, 12)];
  // Bytes 12 to 15 are the minor version.
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4));
  return brands;
}

/**
 * What a file is by its first bytes, whatever it is called. `heic` and `svg` are told apart only to be refused
 * with a sentence of their own.
 *
 * @returns null for everything else.
 */
export function sniffFormat(bytes: Buffer): ImageFormat | 'heic' | 'svg' | null {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'png';
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return 'jpeg';
  if (/^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))) return 'gif';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  const brands = brandsOf(bytes);
  // An AVIF file usually names the general brand mif1 as well.
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif';
  if (brands.some((brand) => HEIC_BRANDS.has(brand))) return 'heic';
  if (/<svg[\s>]/i.test(bytes.toString('latin1', 0, SVG_WINDOW_BYTES))) return 'svg';
  return null;
}
