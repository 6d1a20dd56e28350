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

/** The text of a story in both its forms. */
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
  // A client that knows only plain text sends it back unchanged: the formatting stays.
  if (stored && stored.blogContent === text)
    return { blogHtml: stored.blogHtml, blogContent: stored.blogContent };
  if (looksLikeMarkup(text)) {
    const sanitized = sanitizeMarkup(text);
    return { blogHtml: sanitized, blogContent: markupToText(sanitized) };
  }
  return { blogHtml: textToMarkup(text), blogContent: text };
}

/**
 * What is stored of a story's text: both forms, and all that lists and search need of it.
 *
 * @param stored - the text before an update, null on create.
 * @throws AppError 400 when no word is left without the markup.
 */
export function deriveStoryText(input: TextInput, stored: StoryText | null) {
  const text = resolveText(input, stored);
  if (isBlank(text.blogContent)) throw badRequest('blank_content', POST_REQUIRED, 'blogContent');
  return {
    ...text,
    excerpt: createExcerpt(text.blogContent),
    readMinutes: readingMinutes(countWords(text.blogContent)),
    textBytes: byteLength(text.blogContent) + byteLength(text.blogHtml),
    searchTokens: tokenize(`${input.blogTitle} ${input.blogLocation} ${text.blogContent}`),
  };
}
