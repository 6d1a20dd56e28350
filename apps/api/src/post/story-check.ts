import type { PostInput } from '@safarnama/contracts';
import { checkAll } from '../http/input-errors.js';
import type { MediaService } from '../media/media.service.js';
import { getPlaceFields } from '../place/story-place.js';
import type { PostDoc } from './post.model.js';
import type { MarkupOf } from './story-markup.js';
import { deriveStoryText } from './story-text.js';

type StoryInput = Pick<
  PostInput,
  'blogTitle' | 'blogContent' | 'blogHtml' | 'blogLocation' | 'blogImage' | 'placeId'
>;

/** Creates a function that checks what the schema of a story cannot check. */
export function createStoryCheck({
  media,
  markupOf,
}: {
  media: Pick<MediaService, 'validate'>;
  markupOf: MarkupOf;
}) {
  /**
   * Derives the text and the place of a story, and decodes its picture.
   *
   * @param stored - the story before an update; null for a new one.
   * @throws AppError 400 with each field that is wrong, the picture included.
   */
  return async function checkStory(
    authorId: string,
    input: StoryInput,
    stored: Pick<PostDoc, 'blogContent' | 'blogHtml' | 'pictures'> | null,
  ) {
    const [text, place, upload] = await checkAll(
      () => deriveStoryText(input, stored, markupOf(authorId, stored?.pictures)),
      () => getPlaceFields(input.placeId),
      () => media.validate(input.blogImage, 'blogImage'),
    );
    return { text, place, upload };
  };
}
export type CheckStory = ReturnType<typeof createStoryCheck>;
