import { LIMITS } from '@safarnama/contracts';

export const ONLY_IMAGES = 'Only image files are allowed';
export const IMAGE_TOO_LARGE = `The picture must be at most ${LIMITS.imageBytes / 1_000_000} MB`;
export const IMAGE_UNREADABLE = 'The picture could not be read';
// The same sentences as the server's: it would say them after everything was sent.
export const NO_HEIC = 'HEIC pictures cannot be read: please send JPEG or PNG';
export const NO_SVG = 'SVG pictures are not accepted: please send JPEG or PNG';

/** Enough of a file to tell its format by. */
const HEAD_BYTES = 1_024;
const HEIC_BRANDS = /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/;
const AVIF_BRANDS = /^avi[fs]$/;

/**
 * Reads a picked picture as a data URL. Its content decides, where the name or the type says something else.
 *
 * @throws Error with a sentence for the person when it is no image, of a format the server cannot take, is too
 *   large, or cannot be read.
 */
export async function readImage(file: File): Promise<string> {
  // Many systems know no type for a photo of a phone: its name is all there is.
  const hasHeicExtension = /\.(?:heic|heif)$/i.test(file.name);
  if (!file.type.startsWith('image/') && !hasHeicExtension) throw new Error(ONLY_IMAGES);
  const head = await readAs(file.slice(0, HEAD_BYTES), 'latin1');
  if (isHeic(head) || hasHeicExtension || /^image\/hei[cf]/.test(file.type)) throw new Error(NO_HEIC);
  if (file.type.startsWith('image/svg') || /<svg[\s>]/i.test(head)) throw new Error(NO_SVG);
  if (file.size > LIMITS.imageBytes) throw new Error(IMAGE_TOO_LARGE);
  return readAs(file, 'data URL');
}

/** `ftyp` and its brands: HEIC and AVIF share a container, a brand of AVIF tells them apart. */
function isHeic(head: string): boolean {
  if (head.slice(4, 8) !== 'ftyp') return false;
  const length = (head.charCodeAt(2) << 8) | head.charCodeAt(3);
  const brands = head.slice(8, Math.max(12, length)).match(/[\s\S]{4}/g) ?? [];
  return brands.some((brand) => HEIC_BRANDS.test(brand)) && !brands.some((brand) => AVIF_BRANDS.test(brand));
}

function readAs(blob: Blob, form: 'data URL' | 'latin1'): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error(IMAGE_UNREADABLE));
    if (form === 'latin1') reader.readAsText(blob, 'latin1');
    else reader.readAsDataURL(blob);
  });
}

/** Bytes of the file within a base64 data URL; 0 for any other address. */
export function dataUrlBytes(url: string): number {
  const comma = url.indexOf(',');
  if (!url.startsWith('data:') || comma < 0) return 0;
  const padding = url.endsWith('==') ? 2 : url.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor(((url.length - comma - 1) * 3) / 4) - padding);
}

/** A size as people read it: `940 bytes`, `64 kB`, `2.4 MB` (1 kB = 1,000 bytes). */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  // Just under a megabyte must not become '1000 kB'.
  if (bytes < 999_500) return `${Math.round(bytes / 1_000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
