import type { StoryPicture } from '@safarnama/contracts';

export function buildPicture(overrides: Partial<StoryPicture> = {}): StoryPicture {
  const key = overrides.key ?? 'k1';
  return {
    key,
    url: `/media/${key}`,
    alt: '',
    caption: '',
    width: 1200,
    height: 800,
    thumbhash: 'JygGLIZ9eYmPd4hEeGeIiXDICA==',
    ...overrides,
  };
}

/** Returns the markup of a picture in a story, as the API writes it. */
export function figureHtml({ url, alt, caption, width, height }: StoryPicture): string {
  const figcaption = caption === '' ? '' : `<figcaption>${caption}</figcaption>`;
  return `<figure><img src="${url}" alt="${alt}" width="${width}" height="${height}">${figcaption}</figure>`;
}
