import type { mongo, Types } from 'mongoose';
import { type PostDoc, PostModel } from '../post/post.model.js';
import { nextIndexedAt } from '../search/index-clock.js';
import { encodeStoryWords } from '../search/story-words.js';
import { UserModel } from '../user/user.model.js';
import { type BatchResult, type Migration, walkCollection } from './migration.js';
import { storeNames } from './name-migrations.js';

type StoryText = Pick<PostDoc, 'blogTitle' | 'blogLocation' | 'blogContent' | 'indexedAt'> & {
  _id: Types.ObjectId;
  searchWords?: mongo.Binary | null;
};

interface Checkpoint {
  phase: 'stories' | 'users';
  after: unknown;
}
const START: Checkpoint = { phase: 'stories', after: null };

function indexStories(checkpoint: unknown): Promise<BatchResult> {
  return walkCollection<StoryText>({
    model: PostModel,
    fields: 'blogTitle blogLocation blogContent indexedAt searchWords',
    batchSize: 50,
    checkpoint,
    async handle(stories) {
      let changed = 0;
      for (const story of stories) {
        const { _id, blogTitle, blogContent, blogLocation, indexedAt, searchWords: stored } = story;
        const searchWords = encodeStoryWords(story);
        // A version from before the index changes the text of a story but not its words.
        if (indexedAt && stored && searchWords.equals(stored.value())) continue;
        // Matches only the text that was read: a concurrent update has stored its own words.
        const { modifiedCount } = await PostModel.updateOne(
          { _id, blogTitle, blogContent, blogLocation },
          {
            $set: { searchWords, indexedAt: nextIndexedAt() },
            $unset: { searchTokens: 1 },
          },
          { timestamps: false, strict: false },
        );
        changed += modifiedCount;
      }
      return changed;
    },
  });
}

/**
 * Stores what the search index needs in stories and accounts from before it: the encoded words of stories, in place of
 * tokens, and the searched forms of names. An older version of the product does not find these stories by search.
 */
export const searchWords: Migration = {
  name: '004-search-words',
  isBackwardCompatible: true,
  async count() {
    return (await PostModel.estimatedDocumentCount()) + (await UserModel.estimatedDocumentCount());
  },
  async runBatch(checkpoint) {
    // Only this migration writes its checkpoint.
    const { phase, after } = (checkpoint as Checkpoint | null) ?? START;
    const batch = await (phase === 'stories' ? indexStories(after) : storeNames(after));
    if (batch.checkpoint !== null) return { ...batch, checkpoint: { phase, after: batch.checkpoint } };
    return { ...batch, checkpoint: phase === 'stories' ? { phase: 'users', after: null } : null };
  },
};
