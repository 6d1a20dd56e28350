import { thumbHashToDataURL } from 'thumbhash';

/**
 * A blurred picture of about 32 pixels.
 *
 * @param hash - a thumbhash in base64.
 * @returns a PNG as a data URL; undefined when the hash is not readable.
 */
export function thumbhashUrl(hash: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(hash), (char) => char.charCodeAt(0));
    // The header alone has five bytes; what follows are the waves.
    return bytes.length < 6 ? undefined : thumbHashToDataURL(bytes);
  } catch {
    return undefined;
  }
}
