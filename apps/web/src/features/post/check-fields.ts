import { byteLength, isBlank, LIMITS, normalizeText } from '@safarnama/contracts';
import { htmlToText } from '../../lib/story-html.ts';
import { charactersLeft } from './counted-field.tsx';
import type { PostFields } from './kept-form.ts';
import { WRITING } from './strings.ts';

/** What is wrong with a story, field by field; the server would say the same. */
export type FieldErrors = Partial<Record<'title' | 'story' | 'imageAlt' | 'location', string>>;

/** Bytes of a story's markup as the server measures them. */
export function storyBytes(html: string): number {
  return byteLength(normalizeText(html));
}

/** Empty when the story can be sent. */
export function checkFields({ title, html, image, imageAlt, location }: PostFields): FieldErrors {
  const errors: FieldErrors = {};
  if (isBlank(title)) errors.title = WRITING.titleMissing;
  else if (charactersLeft(title, LIMITS.postTitle) < 0) errors.title = WRITING.titleTooLong;
  if (isBlank(htmlToText(html))) errors.story = WRITING.storyMissing;
  else if (storyBytes(html) > LIMITS.postContentBytes) errors.story = WRITING.contentTooLong;
  if (image !== '' && charactersLeft(imageAlt, LIMITS.imageAlt) < 0) errors.imageAlt = WRITING.altTooLong;
  if (charactersLeft(location, LIMITS.postLocation) < 0) errors.location = WRITING.locationTooLong;
  return errors;
}

/** What the toast says; undefined when nothing is wrong. */
export function firstError(errors: FieldErrors): string | undefined {
  const isMissing = errors.title === WRITING.titleMissing || errors.story === WRITING.storyMissing;
  return isMissing ? WRITING.required : Object.values(errors)[0];
}
