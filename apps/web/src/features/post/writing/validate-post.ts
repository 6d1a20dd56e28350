import { contentBytes, isBlank, isVisitDay, LIMITS, normalizeText } from '@safarnama/contracts';
import type { PostFields } from '../../../stores/story-draft/draft-record.ts';
import { htmlToText } from '../story-html.ts';
import { charactersLeft } from '../text-limit.ts';
import { WRITING_STRINGS } from './strings.ts';

/** Validation errors by field; the server checks the same rules. */
export type FieldErrors = Partial<
  Record<'title' | 'story' | 'image' | 'imageAlt' | 'location' | 'visitedOn' | 'publishAt', string>
>;

/** Bytes of a story's markup, measured as the server does. */
export function storyBytes(html: string): number {
  return contentBytes(normalizeText(html));
}

function countPictures(html: string): number {
  return html.split('<figure').length - 1;
}

/** Validates the form; the result is empty when the story can be sent. */
export function validatePost({
  title,
  html,
  image,
  imageAlt,
  location,
  visitedOn = '',
}: PostFields): FieldErrors {
  const errors: FieldErrors = {};
  if (isBlank(title)) errors.title = WRITING_STRINGS.titleMissing;
  else if (charactersLeft(title, LIMITS.postTitle) < 0)
    errors.title = WRITING_STRINGS.titleTooLong({ limit: LIMITS.postTitle });
  if (isBlank(htmlToText(html))) errors.story = WRITING_STRINGS.storyMissing;
  else if (storyBytes(html) > LIMITS.postContentBytes)
    errors.story = WRITING_STRINGS.contentTooLong({ kilobytes: LIMITS.postContentBytes / 1_000 });
  else if (countPictures(html) > LIMITS.storyPictures)
    errors.story = WRITING_STRINGS.tooManyPictures({ limit: LIMITS.storyPictures });
  if (image !== '' && charactersLeft(imageAlt, LIMITS.imageAlt) < 0)
    errors.imageAlt = WRITING_STRINGS.altTooLong({ limit: LIMITS.imageAlt });
  if (charactersLeft(location, LIMITS.postLocation) < 0)
    errors.location = WRITING_STRINGS.locationTooLong({ limit: LIMITS.postLocation });
  if (visitedOn !== '' && !isVisitDay(visitedOn)) errors.visitedOn = WRITING_STRINGS.visit.notADay;
  return errors;
}

/** The message for the toast; undefined without errors. A missing title or text comes first, as specified. */
export function firstError(errors: FieldErrors): string | undefined {
  const isMissing =
    errors.title === WRITING_STRINGS.titleMissing || errors.story === WRITING_STRINGS.storyMissing;
  return isMissing ? WRITING_STRINGS.required : Object.values(errors)[0];
}
