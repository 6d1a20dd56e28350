import { LANDSCAPES, type Landscape } from '@safarnama/contracts';
import { splitLocation } from '@safarnama/places';
import { splitFolded } from '../text/fold.js';
import { LANDSCAPE_WORDS } from './landscape-words.js';

/** Minimum number of different words of a landscape in the excerpt; a single word may be a comparison. */
const MIN_WORDS_IN_EXCERPT = 2;

type Entries = ReadonlyMap<string, Landscape>;

const PLACES = parseEntries('places');
const WORDS = parseEntries('words');
const LONGEST_ENTRY = Math.max(
  ...[...PLACES.keys(), ...WORDS.keys()].map((entry) => entry.split(' ').length),
);

interface StoryWords {
  blogLocation: string;
  blogTitle: string;
  excerpt: string;
}

/**
 * Guesses the landscape of a story, for the drawing that stands in for a missing picture: by the first known part of
 * its location, else by its title, else by the beginning of its text.
 *
 * @returns null when nothing is certain.
 */
export function guessLandscape({ blogLocation, blogTitle, excerpt }: StoryWords): Landscape | null {
  for (const text of [...splitLocation(blogLocation), blogTitle]) {
    const landscape = findDominantLandscape(text, PLACES) ?? findDominantLandscape(text, WORDS);
    if (landscape !== null) return landscape;
  }
  return findDominantLandscape(excerpt, WORDS, MIN_WORDS_IN_EXCERPT);
}

/** The landscape with the most different entries in a text; null below `minCount` and when two have equally many. */
function findDominantLandscape(text: string, entries: Entries, minCount = 1): Landscape | null {
  const found = [...findEntries(text, entries)].map((entry) => entries.get(entry));
  const counts = LANDSCAPES.map((landscape) => ({
    landscape,
    count: found.filter((each) => each === landscape).length,
  })).sort((a, b) => b.count - a.count);
  const [first, second] = counts;
  if (!first || first.count < minCount || first.count === second?.count) return null;
  return first.landscape;
}

/** All entries in a text; of overlapping ones the longest ("western ghats", not "ghats"). */
function findEntries(text: string, entries: Entries): ReadonlySet<string> {
  const words = splitFolded(text);
  const found = new Set<string>();
  let index = 0;
  while (index < words.length) {
    let length = Math.min(LONGEST_ENTRY, words.length - index);
    while (length > 0 && !entries.has(words.slice(index, index + length).join(' '))) length -= 1;
    if (length > 0) found.add(words.slice(index, index + length).join(' '));
    index += Math.max(length, 1);
  }
  return found;
}

function parseEntries(kind: 'places' | 'words'): Entries {
  return new Map(
    LANDSCAPES.flatMap((landscape) =>
      LANDSCAPE_WORDS[landscape][kind]
        .split(',')
        .map((entry) => [splitFolded(entry).join(' '), landscape] as const),
    ),
  );
}
