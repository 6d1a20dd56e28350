import type { StoryPicture } from '@safarnama/contracts';
import { API_ORIGIN } from '../../config/env.ts';
import { pageOrigin } from '../../lib/page-origin.ts';

/** A picture in the text of a story, as described by its markup. */
export interface StoryFigure extends Omit<StoryPicture, 'key'> {
  /** The `figure` in the parsed markup. */
  element: Element;
}

/** Aspect ratio of pictures without a valid size in the markup. */
const DEFAULT_SIZE = { width: 3, height: 2 };
const MEDIA_PATH = /^\/media\/[\w-]+$/;

/**
 * Lists the pictures of a parsed story in the order of its text. Pictures from other sites are omitted.
 *
 * @param pictures - as returned by the API; only their placeholders are used, so the list may be empty.
 */
export function findFigures(body: HTMLElement, pictures: readonly StoryPicture[]): StoryFigure[] {
  return [...body.querySelectorAll('figure')].flatMap((element) => {
    const image = element.querySelector('img');
    const url = image?.getAttribute('src') ?? '';
    if (!image || !isOwnPicture(url)) return [];
    const size = { width: readLength(image, 'width'), height: readLength(image, 'height') };
    return {
      element,
      url,
      alt: image.getAttribute('alt') ?? '',
      caption: element.querySelector('figcaption')?.textContent?.trim() ?? '',
      ...(size.width > 0 && size.height > 0 ? size : DEFAULT_SIZE),
      thumbhash: pictures.find((picture) => picture.url === url)?.thumbhash ?? '',
    };
  });
}

/**
 * Whether a picture was uploaded to this site or is being uploaded by this page. On the server the origin is not
 * checked: the page's own is unknown there, picture URLs have one while `WEB_ORIGINS` is set, and the API has removed
 * the pictures of other sites.
 */
function isOwnPicture(url: string): boolean {
  const base = API_ORIGIN || pageOrigin();
  if (!URL.canParse(url, base)) return false;
  const { protocol, origin, pathname } = new URL(url, base);
  if (protocol === 'blob:') return origin === pageOrigin();
  const isServer = typeof window === 'undefined';
  return (isServer || origin === base) && MEDIA_PATH.test(pathname);
}

function readLength(image: Element, name: 'width' | 'height'): number {
  const value = image.getAttribute(name) ?? '';
  return /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 0;
}
