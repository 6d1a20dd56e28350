import { isDeepStrictEqual } from 'node:util';
import type { Types } from 'mongoose';
import { AppError } from '../http/app-error.js';
import { type PostDoc, PostModel } from '../post/post.model.js';
import { mapMetas, parseStoryMarkup } from '../post/story-markup.js';
import { deriveStoryText } from '../post/story-text.js';
import { nextIndexedAt } from '../search/index-clock.js';
import { textToMarkup } from '../text/markup.js';
import { type Migration, walkCollection } from './migration.js';

type StoryText = Pick<
  PostDoc,
  | 'blogTitle'
  | 'blogContent'
  | 'blogHtml'
  | 'pictures'
  | 'blogLocation'
  | 'excerpt'
  | 'landscape'
  | 'readMinutes'
  | 'textBytes'
> & { _id: Types.ObjectId };

/**
 * Derives the text fields by the current rules; from the plain text if nothing is left of the markup.
 *
 * @returns null for a story that breaks another current rule, such as the number of pictures: it stays as it is.
 */
async function deriveCurrentText(story: StoryText) {
  const resolveMarkup = async (html: string) =>
    parseStoryMarkup(html, mapMetas(story.pictures), (url) => url.replace(/^\/media\//, ''));
  try {
    return await deriveStoryText(story, null, resolveMarkup);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code !== 'story_required') return null;
    const blogHtml = textToMarkup(story.blogContent);
    return deriveStoryText({ ...story, blogHtml }, null, resolveMarkup);
  }
}

/**
 * Sanitizes the markup of every story by the current rules and derives its other text fields again. Stories are
 * sanitized when they are written, by the rules in force at that time.
 */
export const storyText: Migration = {
  name: '002-story-text',
  isBackwardCompatible: true,
  count: () => PostModel.estimatedDocumentCount(),
  runBatch: (checkpoint) =>
    walkCollection<StoryText>({
      model: PostModel,
      fields: 'blogTitle blogContent blogHtml pictures blogLocation excerpt landscape readMinutes textBytes',
      // A story takes some milliseconds, and requests wait for a whole batch.
      batchSize: 20,
      checkpoint,
      async handle(stories) {
        let changed = 0;
        for (const story of stories) {
          const derived = await deriveCurrentText(story);
          if (derived === null) continue;
          const { pictures: _pictures, firstPicture: _first, searchWords, ...current } = derived;
          const isSame = Object.entries(current).every(([field, value]) =>
            isDeepStrictEqual(value, Reflect.get(story, field)),
          );
          if (isSame) continue;
          // Matches only the text that was read: a concurrent update has applied the current rules already.
          const { _id, blogTitle, blogContent, blogHtml, blogLocation } = story;
          const { modifiedCount } = await PostModel.updateOne(
            { _id, blogTitle, blogContent, blogHtml, blogLocation },
            { $set: { ...current, searchWords, indexedAt: nextIndexedAt() } },
            { timestamps: false },
          );
          changed += modifiedCount;
        }
        return changed;
      },
    }),
};
