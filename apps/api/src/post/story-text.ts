import {
  byteLength,
  countWords,
  isBlank,
  LIMITS,
  POST_REQUIRED,
  type PostInput,
  readingMinutes,
} from '@safarnama/contracts';
import { badRequest } from '../http/app-error.js';
import type { TextPicture } from '../media/image.schema.js';
import { encodeStoryWords } from '../search/story-words.js';
import { createExcerpt } from '../text/excerpt.js';
import { looksLikeMarkup, markupToText, textToMarkup } from '../text/markup.js';
import { guessLandscape } from './landscape.js';
import { type ResolveMarkup, requireMaxBytes, type StoryMarkup } from './story-markup.js';

/** More than the markup of any usual text within the limit: escaping turns one character into five. */
const MAX_MARKUP_OF_TEXT_BYTES = 2 * LIMITS.postContentBytes;

/** The text of a story as plain text and as markup. */
interface StoryText extends StoryMarkup {
  blogContent: string;
}
type StoredText = Omit<StoryText, 'pictures'> & { pictures?: readonly TextPicture[] | null };

type TextInput = Pick<PostInput, 'blogTitle' | 'blogContent' | 'blogHtml' | 'blogLocation'>;

async function resolveText(
  { blogContent, blogHtml }: TextInput,
  stored: StoredText | null,
  resolveMarkup: ResolveMarkup,
): Promise<StoryText> {
  async function resolve(html: string): Promise<StoryText> {
    const markup = await resolveMarkup(html);
    return { ...markup, blogContent: markupToText(markup.blogHtml) };
  }
  if (blogHtml !== undefined) return resolve(blogHtml);
  const text = blogContent.replaceAll('\r\n', '\n').replaceAll('\u00a0', ' ').trim();
  // A plain-text client sends the text back unchanged: the formatting and the pictures stay.
  if (stored && stored.blogContent === text) {
    return {
      blogHtml: stored.blogHtml,
      blogContent: stored.blogContent,
      pictures: [...(stored.pictures ?? [])],
    };
  }
  if (looksLikeMarkup(text)) return resolve(text);
  // What looks like the origin of a picture is an ordinary part of a text without markup.
  requireMaxBytes(text, LIMITS.postContentBytes, 'blogContent');
  const html = textToMarkup(text);
  requireMaxBytes(html, MAX_MARKUP_OF_TEXT_BYTES, 'blogContent');
  return { blogHtml: html, blogContent: text, pictures: [] };
}

/** UTF-8 bytes of the text in a response. */
function measureText({ blogContent, blogHtml, pictures }: StoryText): number {
  const pictureBytes = pictures.length === 0 ? 0 : byteLength(JSON.stringify(pictures));
  return byteLength(blogContent) + byteLength(blogHtml) + pictureBytes;
}

/**
 * Derives everything that is stored for the text of a story: plain text, markup, its pictures, and the fields for lists
 * and search.
 *
 * @param stored - the text before an update, null on create.
 * @throws AppError 400 when the text is blank without its markup and pictures, or exceeds a limit.
 */
export async function deriveStoryText(
  input: TextInput,
  stored: StoredText | null,
  resolveMarkup: ResolveMarkup,
) {
  const text = await resolveText(input, stored, resolveMarkup);
  if (isBlank(text.blogContent)) throw badRequest('story_required', POST_REQUIRED, 'blogContent');
  const excerpt = createExcerpt(text.blogContent);
  return {
    ...text,
    firstPicture: text.pictures[0] ?? null,
    excerpt,
    landscape: guessLandscape({ ...input, excerpt }),
    readMinutes: readingMinutes(countWords(text.blogContent)),
    textBytes: measureText(text),
    searchWords: encodeStoryWords({ ...input, blogContent: text.blogContent }),
  };
}
export type DerivedText = Awaited<ReturnType<typeof deriveStoryText>>;
