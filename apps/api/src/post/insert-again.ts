import { isDuplicateKeyError } from '../lib/mongo-errors.js';
import { nextIndexedAt } from '../search/index-clock.js';
import { encodeStoryWords } from '../search/story-words.js';
import { appendRandomSuffix } from '../text/slug-suffix.js';
import { DeletedPostModel } from './deleted-post.model.js';
import { type PostDoc, PostModel } from './post.model.js';
import { isThisCopy } from './post-moves.js';

/** One for the `clientPostId`, and several for random suffixes of the slug, which hardly ever coincide. */
const MAX_INSERT_ATTEMPTS = 8;

/**
 * Stores a story again, unless an interrupted attempt has done so. Another story that was created meanwhile with its
 * `clientPostId` or its slug keeps it.
 *
 * @param post - the words of a hidden copy.
 * @returns the stored story, and whether this call has stored it; null when the story has returned and moved again since
 *   the copy was read.
 */
export async function insertAgain(post: PostDoc): Promise<{ post: PostDoc; isNew: boolean } | null> {
  // Also for the words of a story that was hidden before they were stored with it.
  let fields: PostDoc = { ...post, searchWords: encodeStoryWords(post), indexedAt: nextIndexedAt() };
  for (let attempt = 1; ; attempt += 1) {
    try {
      await PostModel.insertMany([fields], { timestamps: false });
      break;
    } catch (error) {
      const stored = await PostModel.findById(post._id).lean<PostDoc>();
      if (stored) return { post: stored, isNew: false };
      if (attempt === MAX_INSERT_ATTEMPTS) throw error;
      // In this order: a `clientPostId` may contain the word slug, which an engine then has in its message.
      if (isDuplicateKeyError(error, 'clientKey')) {
        fields = { ...fields, clientKey: `${post.authorId.toHexString()}:${post._id.toHexString()}` };
      } else if (isDuplicateKeyError(error, 'slug')) {
        fields = { ...fields, slug: appendRandomSuffix(post.slug) };
      } else if (isDuplicateKeyError(error, '_id')) {
        // The story was there, and has moved again before it was read.
        return null;
      } else throw error;
    }
  }
  const isCurrent = (await DeletedPostModel.exists(isThisCopy(post))) !== null;
  // A return that has found what was inserted has removed the copy and raised the number: see `finishReturn`.
  if (!isCurrent && (await PostModel.deleteOne(isThisCopy(post))).deletedCount > 0) return null;
  return { post: fields, isNew: true };
}
