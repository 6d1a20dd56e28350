import { placeById } from '@safarnama/places';
import { isDuplicateKeyError } from '../lib/mongo-errors.js';
import { getPlaceFields } from '../place/story-place.js';
import { nextIndexedAt } from '../search/index-clock.js';
import { encodeStoryWords } from '../search/story-words.js';
import { appendRandomSuffix } from '../text/slug-suffix.js';
import { DeletedPostModel } from './deleted-post.model.js';
import { type PostDoc, PostModel, toClientKey } from './post.model.js';
import { thisCopyFilter } from './post-moves.js';

/** One retry for the `clientPostId`, and several for random suffixes of the slug, which are hardly ever taken. */
const MAX_INSERT_ATTEMPTS = 8;

/**
 * Stores a story again, unless an interrupted attempt has done so. If another story has been created with its
 * `clientPostId` or slug since, that story keeps it.
 *
 * @param post - fields of a hidden copy.
 * @returns the stored story, and whether this call has stored it; null when the story has returned and moved again
 *   since the copy was read.
 */
export async function insertAgain(post: PostDoc): Promise<{ post: PostDoc; isNew: boolean } | null> {
  // A process of an older version may not know the chosen place.
  const isPlaceKnown = post.placeId ? placeById(post.placeId) !== null : false;
  // Words, and the places that contain the stored one, are derived again: migrations do not change hidden stories. A
  // story that never had a place returns without one, even if the gazetteer now has the name: it returns as it was.
  let fields: PostDoc = {
    ...post,
    ...(isPlaceKnown && getPlaceFields(post.placeId)),
    searchWords: encodeStoryWords(post),
    indexedAt: nextIndexedAt(),
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      await PostModel.insertMany([fields], { timestamps: false });
      break;
    } catch (error) {
      const stored = await PostModel.findById(post._id).lean<PostDoc>();
      if (stored) return { post: stored, isNew: false };
      if (attempt === MAX_INSERT_ATTEMPTS) throw error;
      if (isDuplicateKeyError(error, 'clientKey')) {
        fields = { ...fields, clientKey: toClientKey(post.authorId.toHexString(), post._id.toHexString()) };
      } else if (isDuplicateKeyError(error, 'slug')) {
        fields = { ...fields, slug: appendRandomSuffix(post.slug) };
      } else if (isDuplicateKeyError(error, '_id')) {
        // The story had returned already, and was hidden again before it was read.
        return null;
      } else throw error;
    }
  }
  const isCurrent = (await DeletedPostModel.exists(thisCopyFilter(post))) !== null;
  // If another return has found the inserted story, it has removed the copy and raised the story's number of moves, so
  // that this filter no longer matches: see `finishReturn`.
  if (!isCurrent && (await PostModel.deleteOne(thisCopyFilter(post))).deletedCount > 0) return null;
  return { post: fields, isNew: true };
}
