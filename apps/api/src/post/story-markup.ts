import {
  byteLength,
  CONTENT_TOO_LONG,
  codePointLength,
  contentBytes,
  type ImageMeta,
  LIMITS,
  normalizeText,
  TOO_MANY_PICTURES,
} from '@safarnama/contracts';
import { badRequest } from '../http/app-error.js';
import type { TextPicture } from '../media/image.schema.js';
import type { MediaService, StoredImage } from '../media/media.service.js';
import { type Figure, listFigures } from '../text/figures.js';
import { sanitizeMarkup } from '../text/markup.js';

/** Sanitized markup and the pictures in it, in its order. */
export interface StoryMarkup {
  blogHtml: string;
  pictures: TextPicture[];
}

/** Sanitizes the markup of a story. @throws AppError 400 naming `blogHtml` when it exceeds a limit. */
export type ResolveMarkup = (html: string) => Promise<StoryMarkup>;

/** The texts of a picture, with their limits. */
const TEXTS = [
  {
    field: 'alt',
    code: 'picture_alt_too_long',
    label: 'The description of a picture',
    max: LIMITS.imageAlt,
  },
  {
    field: 'caption',
    code: 'picture_caption_too_long',
    label: 'The caption of a picture',
    max: LIMITS.imageCaption,
  },
] as const;

function requireWithinLimits(figures: readonly Figure[]): void {
  if (figures.length > LIMITS.storyPictures) {
    throw badRequest('too_many_pictures', TOO_MANY_PICTURES, 'blogHtml');
  }
  for (const { field, code, label, max } of TEXTS) {
    if (figures.some((figure) => codePointLength(normalizeText(figure[field])) > max)) {
      throw badRequest(code, `${label} must be at most ${max} characters`, 'blogHtml');
    }
  }
}

export function requireMaxBytes(html: string, max: number, field: 'blogHtml' | 'blogContent'): void {
  if (byteLength(html) > max) throw badRequest('content_too_long', CONTENT_TOO_LONG, field);
}

/**
 * Sanitizes markup that may contain the given pictures.
 *
 * @param parseKey - returns the key in the URL of a picture.
 * @throws AppError 400 naming `blogHtml` when it exceeds a limit.
 */
export function parseStoryMarkup(
  html: string,
  metas: ReadonlyMap<string, ImageMeta>,
  parseKey: (url: string) => string | null,
): StoryMarkup {
  const blogHtml = sanitizeMarkup(html, (src) => {
    const key = parseKey(src);
    const meta = key === null ? undefined : metas.get(key);
    return key !== null && meta ? { key, ...meta } : null;
  });
  // Sanitizing adds attributes and escapes: what is stored must be within the limit too, so that it can be sent back.
  // Longer texts that were stored before this check existed may be restored.
  requireMaxBytes(blogHtml, Math.max(LIMITS.postContentBytes, contentBytes(html)), 'blogHtml');
  const figures = listFigures(blogHtml);
  requireWithinLimits(figures);
  const pictures = figures.flatMap(({ key, alt, caption }) => {
    const meta = metas.get(key);
    return meta ? [{ key, meta, alt, caption }] : [];
  });
  return { blogHtml, pictures };
}

/** The sizes of stored pictures, by key. */
export const mapMetas = (pictures: readonly StoredImage[] | null | undefined): Map<string, ImageMeta> =>
  new Map(pictures?.map(({ key, meta }) => [key, meta]));

/** Everything that looks like the URL of a picture. */
const CANDIDATES = /\/media\/([\w-]{24})(?![\w-])/g;

/** Creates a function that sanitizes the markup of a story with its pictures. */
export function createMarkupResolver({
  media,
}: {
  media: Pick<MediaService, 'parseKey' | 'reserveUploads'>;
}) {
  /**
   * A text may contain the pictures that its author has uploaded, and those that the stored record contains already.
   *
   * @param stored - pictures of the record before the change.
   */
  return function markupOf(
    authorId: string,
    stored: readonly StoredImage[] | null | undefined,
  ): ResolveMarkup {
    return async (html) => {
      const metas = mapMetas(stored);
      const keys = new Set(Array.from(html.matchAll(CANDIDATES), ([, key = '']) => key));
      const uploads = await media.reserveUploads(
        authorId,
        [...keys].filter((key) => !metas.has(key)),
      );
      return parseStoryMarkup(html, new Map([...metas, ...uploads]), media.parseKey);
    };
  };
}
export type MarkupOf = ReturnType<typeof createMarkupResolver>;

/** Fields of an input with the picture of the card. */
interface CardPictureInput {
  blogImage?: string | undefined;
  blogImageAlt?: string | undefined;
}

/**
 * Clears the card picture of an input that only sends back what responses show in its place: the first picture of the
 * new or the stored text.
 */
export function withoutShownPicture<T extends CardPictureInput>(
  input: T,
  firstPictures: readonly (TextPicture | null | undefined)[],
  parseKey: (url: string) => string | null,
): T {
  const key = input.blogImage ? parseKey(input.blogImage) : null;
  const shown = firstPictures.find((picture) => key !== null && picture?.key === key);
  if (!shown) return input;
  const { blogImageAlt, ...rest } = input;
  const isOwnAlt = blogImageAlt !== undefined && blogImageAlt !== shown.alt;
  return { ...rest, blogImage: '', ...(isOwnAlt ? { blogImageAlt } : {}) } as T;
}
