import {
  byteLength,
  countWords,
  isBlank,
  POST_REQUIRED,
  type PostInput,
  readingMinutes,
} from '@safarnama/contracts';
import { badRequest } from '../http/app-error.js';
import { createExcerpt } from '../text/excerpt.js';
import { tokenize } from '../text/fold.js';
import { looksLikeMarkup, markupToText, sanitizeMarkup, textToMarkup } from '../text/markup.js';
import { guessLandscape } from './landscape.js';

/** The text of a story as plain text and as markup. */
interface StoryText {
  blogContent: string;
  blogHtml: string;
}

type TextInput = Pick<PostInput, 'blogTitle' | 'blogContent' | 'blogHtml' | 'blogLocation'>;

function resolveText({ blogContent, blogHtml }: TextInput, stored: StoryText | null): StoryText {
  if (blogHtml !== undefined) {
    const sanitized = sanitizeMarkup(blogHtml);
    return { blogHtml: sanitized, blogContent: markupToText(sanitized) };
  }
  const text = blogContent.replaceAll('\r\n', '\n').replaceAll('\u00a0', ' ').trim();
  // A plain-text client sends the text back unchanged: the formatting stays.
  if (stored && stored.blogContent === text)
    return { blogHtml: stored.blogHtml, blogContent: stored.blogContent };
  if (looksLikeMarkup(text)) {
    const sanitized = sanitizeMarkup(text);
    return { blogHtml: sanitized, blogContent: markupToText(sanitized) };
  }
  return { blogHtml: textToMarkup(text), blogContent: text };
}

/**
 * Derives everything that is stored for the text of a story: plain text, markup, and the fields for lists and search.
 *
 * @param stored - the text before an update, null on create.
 * @throws AppError 400 when the text is blank without its markup.
 */
export function deriveStoryText(input: TextInput, stored: StoryText | null) {
  const text = resolveText(input, stored);
  if (isBlank(text.blogContent)) throw badRequest('blank_content', POST_REQUIRED, 'blogContent');
  const excerpt = createExcerpt(text.blogContent);
  return {
    ...text,
    excerpt,
    landscape: guessLandscape({ ...input, excerpt }),
    readMinutes: readingMinutes(countWords(text.blogContent)),
    textBytes: byteLength(text.blogContent) + byteLength(text.blogHtml),
    searchTokens: tokenize(`${input.blogTitle} ${input.blogLocation} ${text.blogContent}`),
  };
}
