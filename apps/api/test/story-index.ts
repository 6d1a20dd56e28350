import type { IndexedStory, StoryIndex } from '../src/search/story-index.js';
import { decodeStoryWords, encodeStoryWords } from '../src/search/story-words.js';

type StoryFields = Partial<Pick<IndexedStory, 'authorId' | 'createdAt' | 'indexedAt' | 'placeIds'>>;

/** Puts a story into an index, with its words in the format in which the database stores them. */
export function putStory(
  index: StoryIndex,
  id: string,
  { title = '', place = '', text = '' }: { title?: string; place?: string; text?: string },
  fields: StoryFields = {},
): void {
  const words = decodeStoryWords(
    encodeStoryWords({ blogTitle: title, blogLocation: place, blogContent: text }),
  );
  if (!words) throw new Error('decodeStoryWords does not accept the result of encodeStoryWords');
  index.put({ id, authorId: 'author', createdAt: 0, indexedAt: 1, placeIds: [], ...fields }, words);
}
