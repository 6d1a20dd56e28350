import { setImmediate } from 'node:timers/promises';
import { findPhrase, type PhraseHit } from './phrase.js';
import { countInPlace, countInText, countInTitle, createPosting } from './posting.js';
import { createVarintReader, type StoryWords } from './story-words.js';
import { createVocabulary, UNNUMBERED, type Vocabulary } from './vocabulary.js';
import { createWordPairs, hashPairs } from './word-pairs.js';

/** What the index knows of a story. */
export interface IndexedStory {
  id: string;
  authorId: string;
  /** Time in ms. */
  createdAt: number;
  /** Identifies the stored version of its words. Time in ms. */
  indexedAt: number;
  /** Ids of its place and of all places that contain it. */
  placeIds: readonly string[];
  titleLength: number;
  placeLength: number;
  textLength: number;
}

interface StoryToIndex extends IndexedStory {
  /** Numbers in the vocabulary of its distinct words, up to `MAX_WORDS_OF_STORY`. */
  words: Uint32Array;
  sequence: Buffer;
}

interface Entry extends StoryToIndex {
  /** Where title and place end in `sequence`, in bytes. */
  titleEnd: number;
  placeEnd: number;
}

/**
 * Further distinct words of a story are not found. The limit is for texts of random words: prose of 100 kB has about
 * 3,000.
 */
const MAX_WORDS_OF_STORY = 5_000;

/**
 * Removed stories are skipped, and their words stay in the vocabulary, until there are so many removed stories, or
 * words of removed stories, that rebuilding the index pays off.
 */
const MIN_REMOVED_TO_REBUILD = { stories: 1_000, words: 150_000 };
const MAX_REMOVED_SHARE = 0.25;
/** How long a rebuild keeps other work of the process waiting, in ms. A story of 400 words takes some 0.5 ms. */
const REBUILD_SLICE_MS = 5;

function createEmpty(maxWords?: number) {
  return {
    vocabulary: createVocabulary(maxWords),
    /** Distinct words of each story, added up: of all entries, and of removed ones. */
    words: 0,
    removedWords: 0,
    entries: [] as (Entry | null)[],
    // Stored beside the entries, as reading the entry of each matching story takes many times as long.
    createdAts: [] as number[],
    titleLengths: [] as number[],
    textLengths: [] as number[],
    pairs: createWordPairs(),
    /** By number of the word. */
    postings: [] as number[][],
    byId: new Map<string, number>(),
    byAuthor: new Map<string, number[]>(),
    byPlace: new Map<string, number[]>(),
  };
}
type State = ReturnType<typeof createEmpty>;

function append(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Reads the words of a story in their order. */
function readSequence({ words, sequence, titleLength, placeLength, textLength }: StoryToIndex) {
  const reader = createVarintReader(sequence);
  /** How often each distinct word occurs in the three fields: the lower bits of its posting. */
  const counts = new Uint32Array(words.length);
  const ordered: number[] = [];
  const readField = (length: number, countIn: (count: number) => number) => {
    for (let read = 0; read < length; read += 1) {
      const index = reader.next();
      counts[index] = countIn(counts[index] ?? 0);
      ordered.push(words[index] ?? UNNUMBERED);
    }
    return reader.position();
  };
  const titleEnd = readField(titleLength, countInTitle);
  const placeEnd = readField(placeLength, countInPlace);
  readField(textLength, countInText);
  return { counts, ordered, titleEnd, placeEnd };
}

function insert(state: State, story: StoryToIndex): void {
  const number = state.entries.length;
  const { ordered, counts, titleEnd, placeEnd } = readSequence(story);
  state.entries.push({ ...story, titleEnd, placeEnd });
  state.words += story.words.length;
  state.createdAts.push(story.createdAt);
  state.titleLengths.push(story.titleLength);
  state.textLengths.push(story.textLength);
  state.byId.set(story.id, number);
  append(state.byAuthor, story.authorId, number);
  for (const placeId of story.placeIds) append(state.byPlace, placeId, number);
  state.pairs.add(ordered);
  for (const [index, word] of story.words.entries()) {
    if (word === UNNUMBERED) continue;
    const posting = createPosting(number, counts[index] ?? 0);
    const postings = state.postings[word];
    if (postings) postings.push(posting);
    else state.postings[word] = [posting];
  }
}

/** @returns whether the story was there. */
function removeFrom(state: State, id: string): boolean {
  const number = state.byId.get(id);
  if (number === undefined) return false;
  state.removedWords += state.entries[number]?.words.length ?? 0;
  state.entries[number] = null;
  return state.byId.delete(id);
}

function hasManyRemoved({ entries, byId, words, removedWords }: State): boolean {
  const isMuch = (removed: number, all: number, min: number) =>
    removed >= min && removed >= all * MAX_REMOVED_SHARE;
  return (
    isMuch(entries.length - byId.size, entries.length, MIN_REMOVED_TO_REBUILD.stories) ||
    isMuch(removedWords, words, MIN_REMOVED_TO_REBUILD.words)
  );
}

/**
 * An inverted index of the stories in the memory of this process: for each word the stories that contain it, and for
 * each story its words in order, for phrases.
 *
 * @param maxWords - as of `createVocabulary`.
 */
export function createStoryIndex(maxWords?: number) {
  let state = createEmpty(maxWords);
  /** What a running rebuild has built so far. */
  let rebuilt: State | null = null;
  let revision = 0;

  function remove(id: string): void {
    if (!removeFrom(state, id)) return;
    revision += 1;
    if (rebuilt) removeFrom(rebuilt, id);
    else if (hasManyRemoved(state)) void rebuild();
  }

  /** Builds the index without its removed stories, in slices, so that requests go on in the meantime. */
  async function rebuild(): Promise<void> {
    const target = createEmpty(maxWords);
    rebuilt = target;
    const renumber = (word: number) =>
      word === UNNUMBERED ? UNNUMBERED : target.vocabulary.ensure(state.vocabulary.wordOf(word));
    // Stories that are added in the meantime are at the end.
    for (let number = 0; number < state.entries.length; ) {
      await setImmediate();
      const endsAt = performance.now() + REBUILD_SLICE_MS;
      for (; number < state.entries.length && performance.now() < endsAt; number += 1) {
        const entry = state.entries[number];
        if (!entry) continue;
        // A story without some of its words is read again, as there may be room for them now.
        const indexedAt = entry.words.includes(UNNUMBERED) ? 0 : entry.indexedAt;
        insert(target, { ...entry, indexedAt, words: entry.words.map(renumber) });
      }
    }
    state = target;
    rebuilt = null;
    revision += 1;
  }

  return {
    vocabulary: (): Vocabulary => state.vocabulary,
    /** Increases with each change of the index. */
    revision: (): number => revision,
    /** Number of stories. */
    size: (): number => state.byId.size,
    /** All numbers of stories are below this one. */
    capacity: (): number => state.entries.length,
    ids: (): string[] => [...state.byId.keys()],
    /** Returns null for a removed story. */
    storyOf: (number: number): IndexedStory | null => state.entries[number] ?? null,
    createdAtOf: (number: number): number => state.createdAts[number] ?? 0,
    titleLengthOf: (number: number): number => state.titleLengths[number] ?? 0,
    textLengthOf: (number: number): number => state.textLengths[number] ?? 0,
    /** Number of a story; undefined for an unknown one. */
    numberOf: (id: string): number | undefined => state.byId.get(id),
    /** The distinct words of a story. */
    wordsOf: (number: number): Iterable<number> => state.entries[number]?.words ?? [],
    /**
     * Returns a function that yields the words of the text of a story, in its order. Their numbers belong to the
     * vocabulary that the index has now, also after it was built again.
     */
    createTextReader(): (id: string) => Generator<number> {
      const { entries, byId } = state;
      return function* (id) {
        const entry = entries[byId.get(id) ?? -1];
        if (!entry) return;
        const { words, sequence, placeEnd, textLength } = entry;
        const reader = createVarintReader(sequence, placeEnd);
        for (let read = 0; read < textLength; read += 1) yield words[reader.next()] ?? UNNUMBERED;
      };
    },
    numbersByAuthor: (authorId: string): readonly number[] => state.byAuthor.get(authorId) ?? [],
    /** Stories of a place, and of the places within it. */
    numbersByPlace: (placeId: string): readonly number[] => state.byPlace.get(placeId) ?? [],
    /** Which stored version of a story is indexed; undefined for an unknown one. */
    indexedAtOf(id: string): number | undefined {
      const number = state.byId.get(id);
      return number === undefined ? undefined : state.entries[number]?.indexedAt;
    },

    remove,

    /** Adds a story, or replaces it. */
    put(story: Omit<IndexedStory, 'titleLength' | 'placeLength' | 'textLength'>, stored: StoryWords): void {
      remove(story.id);
      const indexed = stored.words.slice(0, MAX_WORDS_OF_STORY);
      const words = Uint32Array.from(indexed, (word) => state.vocabulary.ensure(word));
      revision += 1;
      insert(state, { ...story, ...stored, words });
    },

    /** One number for each story that contains a word: see `posting.ts`. Includes removed stories. */
    postingsOf: (word: number): readonly number[] => state.postings[word] ?? [],

    /** Returns a function that finds a phrase in the story with a number; null if the story does not contain it. */
    createPhraseFinder(phrase: readonly number[]): (number: number) => PhraseHit | null {
      const { entries, pairs } = state;
      const hashes = hashPairs(phrase);
      return (number) => {
        const entry = pairs.mayHave(number, hashes) ? entries[number] : null;
        return entry ? findPhrase(entry, phrase) : null;
      };
    },
  };
}
export type StoryIndex = ReturnType<typeof createStoryIndex>;
