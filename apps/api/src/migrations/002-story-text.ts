import { isDeepStrictEqual } from 'node:util';
import type { Types } from 'mongoose';
import { type PostDoc, PostModel } from '../post/post.model.js';
import { deriveStoryText } from '../post/story-text.js';
import { textToMarkup } from '../text/markup.js';
import { type Migration, walkCollection } from './migration.js';

type StoryText = Pick<
  PostDoc,
  | 'blogTitle'
  | 'blogContent'
  | 'blogHtml'
  | 'blogLocation'
  | 'excerpt'
  | 'readMinutes'
  | 'textBytes'
  | 'searchTokens'
> & { _id: Types.ObjectId };

/** The text as it would be stored today; from the plain text where the markup is none any more. */
function deriveCurrentText(story: StoryText): ReturnType<typeof deriveStoryText> {
  try {
    return deriveStoryText(story, null);
  } catch {
    return deriveStoryText({ ...story, blogHtml: textToMarkup(story.blogContent) }, null);
  }
}

/**
 * Cleans the markup of every story by the rules of today, and derives from it again what lists and search need: stories
 * were cleaned when they were written, by the rules of that day.
 */
export const storyText: Migration = {
  name: '002-story-text',
  isGentle: true,
  count: () => PostModel.estimatedDocumentCount(),
  runBatch: (checkpoint) =>
    walkCollection<StoryText>({
      model: PostModel,
      fields: 'blogTitle blogContent blogHtml blogLocation excerpt readMinutes textBytes searchTokens',
      // Some milliseconds of work each: the requests in between are not to wait for many.
      batchSize: 20,
      checkpoint,
      async handle(stories) {
        let changed = 0;
        for (const story of stories) {
          const current = deriveCurrentText(story);
          const isSame = Object.entries(current).every(([field, value]) =>
            isDeepStrictEqual(value, Reflect.get(story, field)),
          );
          if (isSame) continue;
          // Only while it is what was read: an update meanwhile has made it new by itself.
          const { _id, blogTitle, blogContent, blogHtml, blogLocation } = story;
          const { modifiedCount } = await PostModel.updateOne(
            { _id, blogTitle, blogContent, blogHtml, blogLocation },
            { $set: current },
            { timestamps: false },
          );
          changed += modifiedCount;
        }
        return changed;
      },
    }),
};
