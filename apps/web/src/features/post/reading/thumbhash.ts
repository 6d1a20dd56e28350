import { thumbHashToDataURL } from 'thumbhash';

/**
 * Decodes a thumbhash to a blurred picture of about 32 pixels.
 *
 * @param hash - a thumbhash in base64.
 * @returns a PNG as a data URL; undefined for an invalid hash.
 */
export function thumbhashUrl(hash: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(hash), (char) => char.charCodeAt(0));
    // The header has five bytes; without coefficients after it there is no picture.
    return bytes.length < 6 ? undefined : thumbHashToDataURL(bytes);
  } catch {
    return undefined;
  }
}
