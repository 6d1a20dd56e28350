import { byteLength } from '@safarnama/contracts';
import { createSlug } from '@safarnama/contracts/slug';
import { Types } from 'mongoose';
import { PostModel } from '../src/post/post.model.js';
import { nextIndexedAt } from '../src/search/index-clock.js';
import { encodeStoryWords } from '../src/search/story-words.js';

const LATIN = [
  'ka',
  'ri',
  'mo',
  'na',
  'shu',
  'te',
  'va',
  'gh',
  'pur',
  'lo',
  'dan',
  'si',
  'yel',
  'bha',
  'cho',
  'in',
];
const DEVANAGARI = ['का', 'रि', 'मो', 'न', 'शु', 'ते', 'व', 'घ', 'पु', 'लो', 'द', 'सि', 'ये', 'भा', 'चो', 'इ'];
const TAMIL = ['கா', 'ரி', 'மோ', 'ந', 'சு', 'தெ', 'வ', 'க', 'பு', 'லோ', 'த', 'சி', 'யெ', 'பா', 'சோ', 'இ'];
const VOCABULARY_SIZE = 60_000;
const MEAN_WORDS_IN_STORY = 250;
const WORDS_IN_TITLE = 5;
const INSERT_BATCH = 250;

/**
 * Creates a generator that returns the same numbers from 0 to 1 in every run. The one of `scripts/random.ts` would create
 * other stories than those that the documented figures were measured with.
 */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Builds words in three scripts; words with a low index are short and common. */
export function buildVocabulary(): string[] {
  const random = createRandom(7);
  return Array.from({ length: VOCABULARY_SIZE }, (_, number) => {
    const syllables = [LATIN, LATIN, DEVANAGARI, TAMIL][number % 4] ?? LATIN;
    const length = 1 + Math.floor(Math.log(number + 2) / 3 + random() * 2);
    return Array.from({ length }, () => syllables[Math.floor(random() * syllables.length)]).join('');
  });
}

/** Stores stories whose words follow Zipf's law: the commonest is in nearly every story. */
export async function storeSyntheticStories(
  vocabulary: readonly string[],
  { from, to, authorIds }: { from: number; to: number; authorIds: readonly string[] },
): Promise<void> {
  const random = createRandom(from + 1);
  const pick = () => vocabulary[Math.floor(VOCABULARY_SIZE ** random()) - 1] ?? '';
  const text = (words: number) => Array.from({ length: words }, pick).join(' ');
  for (let start = from; start < to; start += INSERT_BATCH) {
    const documents = Array.from({ length: Math.min(INSERT_BATCH, to - start) }, (_, offset) => {
      const number = start + offset;
      const story = {
        blogTitle: text(WORDS_IN_TITLE),
        blogLocation: text(1),
        blogContent: text(Math.round(MEAN_WORDS_IN_STORY * (0.4 + 1.2 * random()))),
      };
      const blogHtml = `<p>${story.blogContent}</p>`;
      const _id = new Types.ObjectId();
      const createdAt = new Date(Date.UTC(2024, 0, 1) + number * 60_000);
      return {
        ...story,
        _id,
        blogHtml,
        excerpt: story.blogContent.slice(0, 150),
        landscape: null,
        readMinutes: 1,
        textBytes: byteLength(story.blogContent) + byteLength(blogHtml),
        slug: `${createSlug(story.blogTitle)}-${number}`,
        authorId: authorIds[number % authorIds.length],
        clientKey: `bench:${number}`,
        createdAt,
        updatedAt: createdAt,
        searchWords: encodeStoryWords(story),
        indexedAt: nextIndexedAt(),
      };
    });
    await PostModel.insertMany(documents, { timestamps: false });
  }
}
