import type { MatchRange } from '@safarnama/contracts';
import { findWordAt, splitWords } from '@safarnama/phonetic';
import { capExcerptStart, createExcerpt } from '../text/excerpt.js';
import type { Clause } from './clause.js';
import { createSequenceMatcher } from './sequence-matcher.js';
import type { StoryIndex } from './story-index.js';

/** A match before this position, in UTF-16 code units, is within the excerpt from the beginning of the text. */
const NEAR_START = 90;
/** Text before the match that the excerpt shows, in UTF-16 code units. */
const LEAD = 60;
/**
 * Words of texts that are read for the excerpts of one page: as many as 20 stories of 100 kB have. Beyond them, an
 * excerpt is the beginning of its story.
 */
const MAX_WORDS_READ = 400_000;

/** A found story, as it was read after the search. */
interface FoundStory {
  id: string;
  blogContent: string;
}

interface Highlighter {
  /** The whole words of a text that match. */
  findRanges(text: string): MatchRange[];
  /** An excerpt of about 150 characters around the first match in the text, or of its beginning if nothing matches. */
  cutExcerpt(story: FoundStory): string;
}

function mergeRanges(ranges: MatchRange[]): MatchRange[] {
  const merged: MatchRange[] = [];
  for (const [from, to] of ranges.sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && from < last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** Where the excerpt around a match begins: after a space, up to `LEAD` before it, or more at the end of the text. */
function findStart(text: string, match: number): number {
  const earliest = capExcerptStart(text, match - LEAD);
  if (earliest === 0) return 0;
  for (let position = earliest; position < match; position += 1) {
    if (/\s/.test(text.charAt(position)) && !/[\s\p{M}]/u.test(text.charAt(position + 1)))
      return position + 1;
  }
  return match;
}

/** Marks what a query has matched. Corrected words are not marked, since the user did not type them. */
export function createHighlighter(index: StoryIndex, clauses: readonly Clause[]): Highlighter {
  // The stories are read in the meantime, and the index may be built again with other numbers.
  const vocabulary = index.vocabulary();
  const textOf = index.createTextReader();
  const typed = clauses.filter(({ correction }) => correction === '');
  const words = new Set(typed.flatMap((clause) => [...clause.words.keys()]));
  const phrases = typed.flatMap((clause) => clause.phrases.map((phrase) => phrase.words));
  const matchers = phrases.map(createSequenceMatcher);
  let unread = MAX_WORDS_READ;

  /**
   * Yields the positions of the words that match.
   *
   * @param numbers - of the words of a text; for a word without a number -1 or `UNNUMBERED`, which no clause contains.
   */
  function* findMatches(numbers: Iterable<number>): Generator<number> {
    /** For each phrase how many of its words have just been read. */
    const matched = phrases.map(() => 0);
    let position = 0;
    for (const number of numbers) {
      if (words.has(number)) yield position;
      for (const [which, match] of matchers.entries()) {
        const length = match(matched[which] ?? 0, number);
        matched[which] = length;
        if (length < (phrases[which]?.length ?? 0)) continue;
        for (let word = position - length + 1; word <= position; word += 1) yield word;
      }
      position += 1;
    }
  }

  /** The words of a text, as far as this page may still read them. */
  function* readText(id: string): Generator<number> {
    for (const word of textOf(id)) {
      if (unread === 0) return;
      unread -= 1;
      yield word;
    }
  }

  /** Where the first match of a text begins; null without any. */
  function findFirst({ id, blogContent }: FoundStory): number | null {
    const [first] = findMatches(readText(id));
    if (first === undefined) return null;
    // Using the indexed words is much faster than splitting the text. If the author has just edited the story, the
    // excerpt may start at another word.
    return findWordAt(blogContent, first)?.start ?? null;
  }

  return {
    findRanges(text) {
      const tokens = [...splitWords(text)];
      const matches = findMatches(tokens.map(({ word }) => vocabulary.numberOf(word) ?? -1));
      return mergeRanges(
        Array.from(matches).flatMap((position): MatchRange[] => {
          const token = tokens[position];
          return token ? [[token.start, token.end]] : [];
        }),
      );
    },

    cutExcerpt(story) {
      const first = findFirst(story);
      const start = first === null || first < NEAR_START ? 0 : findStart(story.blogContent, first);
      return createExcerpt(story.blogContent.slice(start));
    },
  };
}
