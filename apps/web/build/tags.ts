import { LEAD_SIZES, pictureSrcSet } from '../src/lib/pictures.ts';

/** Picture at the top of the list. The server replaces the URL, and leaves the element out where there is none. */
const LEAD_PICTURE = '/media/:lead';

export function scriptTag(src: string, data: Readonly<Record<string, string>> = {}): string {
  const attributes = Object.entries(data).map(([name, value]) => ` ${name}="${value}"`);
  return `<script type="module" crossorigin src="${src}"${attributes.join('')}></script>`;
}

export function styleTag(href: string): string {
  return `<link rel="stylesheet" crossorigin href="${href}" />`;
}

/** Builds a link that preloads a picture or the response to a request. */
export function preloadTag(type: 'image' | 'fetch', url: string, attributes = ''): string {
  const href = url.replaceAll('&', '&amp;');
  const options = type === 'image' ? 'fetchpriority="high"' : 'crossorigin="use-credentials"';
  return `<link rel="preload" as="${type}" ${attributes}href="${href}" ${options} />`;
}

/** Builds a link that preloads the picture of the first card in the width that the screen needs. */
export function leadPictureTag(): string {
  const source = `imagesrcset="${pictureSrcSet(LEAD_PICTURE)}" imagesizes="${LEAD_SIZES}"`;
  return `<link rel="preload" as="image" ${source} fetchpriority="high" />`;
}
