import { IMAGE_WIDTHS } from '@safarnama/contracts';

/** Displayed width of the picture on the first card of a list, as in the `sizes` attribute of an `img`. */
export const LEAD_SIZES = '(width >= 76rem) 43rem, (width >= 48rem) 58vw, 100vw';

/** The URL of a stored picture in one of its widths; any other URL (a data URL) unchanged. */
export function pictureUrl(url: string, width: (typeof IMAGE_WIDTHS)[number]): string {
  return isStoredPicture(url) ? `${url}?w=${width}` : url;
}

/** The `srcset` with all widths of a stored picture; undefined for any other URL. */
export function pictureSrcSet(url: string): string | undefined {
  if (!isStoredPicture(url)) return undefined;
  return IMAGE_WIDTHS.map((width) => `${url}?w=${width} ${width}w`).join(', ');
}

function isStoredPicture(url: string): boolean {
  return url.includes('/media/');
}

/**
 * The average colour of a thumbhash (its first three bytes), shown while the picture loads.
 *
 * @param thumbhash - base64.
 * @returns a CSS colour; undefined for an invalid hash.
 */
export function averageColor(thumbhash: string): string | undefined {
  let bytes: string;
  try {
    bytes = atob(thumbhash);
  } catch {
    return undefined;
  }
  if (bytes.length < 3) return undefined;
  const header = bytes.charCodeAt(0) | (bytes.charCodeAt(1) << 8) | (bytes.charCodeAt(2) << 16);
  const luminance = (header & 63) / 63;
  const yellowBlue = ((header >> 6) & 63) / 31.5 - 1;
  const redGreen = ((header >> 12) & 63) / 31.5 - 1;
  const blue = luminance - (2 / 3) * yellowBlue;
  const red = (3 * luminance - blue + redGreen) / 2;
  const green = red - redGreen;
  const [r, g, b] = [red, green, blue].map((channel) => Math.round(255 * Math.min(1, Math.max(0, channel))));
  return `rgb(${r} ${g} ${b})`;
}
