import { countWords, type Revision } from '@safarnama/contracts';
import { listChanges, type TextChange } from '../compare-texts.ts';
import { textWithPictures } from '../text-with-pictures.ts';
import { VERSION_STRINGS } from './strings.ts';

interface VersionChanges {
  /** Title and text, with a line for each picture. */
  parts: TextChange[];
  addedWords: number;
  removedWords: number;
  /** Sentences about everything that is not text. */
  notes: string[];
}

/** Lists what was changed from one version of a story to a later one. */
export function describeChanges(before: Revision, after: Revision): VersionChanges {
  const parts = listChanges(toText(before), toText(after));
  const count = (kind: TextChange['kind']) =>
    parts.reduce((sum, part) => sum + (part.kind === kind ? countWords(part.text) : 0), 0);
  const notes = describeNotes(before, after);
  const hasNoChange = notes.length === 0 && parts.every(({ kind }) => kind === 'same');
  if (hasNoChange) {
    const isSame = before.blogHtml === after.blogHtml;
    notes.push(isSame ? VERSION_STRINGS.same : VERSION_STRINGS.onlyFormatting);
  }
  return { parts, addedWords: count('added'), removedWords: count('removed'), notes };
}

function toText({ blogTitle, blogHtml }: Revision): string {
  return `${blogTitle}\n\n${textWithPictures(blogHtml)}`;
}

function describeNotes(before: Revision, after: Revision): string[] {
  const notes: string[] = [];
  if (before.blogLocation !== after.blogLocation) {
    notes.push(VERSION_STRINGS.location(before.blogLocation, after.blogLocation));
  }
  // Each version has an address of its own for the same picture, so another picture cannot be recognized.
  if (before.blogImage === '' && after.blogImage !== '') notes.push(VERSION_STRINGS.coverAdded);
  if (before.blogImage !== '' && after.blogImage === '') notes.push(VERSION_STRINGS.coverRemoved);
  if (before.blogImageAlt !== after.blogImageAlt) {
    notes.push(VERSION_STRINGS.coverAlt(before.blogImageAlt, after.blogImageAlt));
  }
  if (before.visibility !== after.visibility) notes.push(VERSION_STRINGS.visibility[after.visibility]);
  const keysBefore = new Set(before.pictures.map(({ key }) => key));
  const keysAfter = new Set(after.pictures.map(({ key }) => key));
  const added = [...keysAfter].filter((key) => !keysBefore.has(key)).length;
  const removed = [...keysBefore].filter((key) => !keysAfter.has(key)).length;
  if (added > 0) notes.push(VERSION_STRINGS.picturesAdded(added));
  if (removed > 0) notes.push(VERSION_STRINGS.picturesRemoved(removed));
  return notes;
}

/** Words of an unchanged passage that stay beside each change. */
const CONTEXT_WORDS = 25;

/**
 * Shortens a long unchanged passage to the words beside the changes.
 *
 * @returns the beginning and the end of the passage, either of which may be empty; null for one that is short.
 */
export function shortenPassage(
  text: string,
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): [head: string, tail: string] | null {
  const words = text.match(/\s*\S+/g) ?? [];
  if (words.length <= 2 * CONTEXT_WORDS + 10) return null;
  const head = isFirst ? '' : words.slice(0, CONTEXT_WORDS).join('');
  const tail = isLast ? '' : words.slice(-CONTEXT_WORDS).join('') + (/\s+$/.exec(text)?.[0] ?? '');
  return [head, tail.trimStart()];
}
