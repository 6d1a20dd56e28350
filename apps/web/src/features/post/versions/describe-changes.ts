import { countWords, type Revision } from '@safarnama/contracts';
import { formatPostDate } from '../../../lib/format-date.ts';
import { isSamePicture } from '../../../lib/is-same-picture.ts';
import { placeLabel } from '../../../lib/place-names.ts';
import { listChanges, type TextChange } from '../compare-texts.ts';
import { textWithPictures } from '../text-with-pictures.ts';
import { VERSION_STRINGS } from './strings.ts';

interface TextChanges {
  parts: TextChange[];
  addedWords: number;
  removedWords: number;
}

/** Compares the text of a version of a story with the text of a later version. */
export function compareVersions(before: string, after: string): TextChanges {
  const parts = listChanges(before, after);
  const count = (kind: TextChange['kind']) =>
    parts.reduce((sum, part) => sum + (part.kind === kind ? countWords(part.text) : 0), 0);
  return { parts, addedWords: count('added'), removedWords: count('removed') };
}

/** Title and text of a version, with a line for each picture. */
export function versionText({ blogTitle, blogHtml }: Revision): string {
  return `${blogTitle}\n\n${textWithPictures(blogHtml)}`;
}

/**
 * Describes in sentences the changes from one version of a story to a later one, except those of its text.
 *
 * @param hasTextChanged - whether the text differs; if nothing differs, a sentence says so.
 */
export function describeChanges(before: Revision, after: Revision, hasTextChanged: boolean): string[] {
  const notes: string[] = [];
  // A change of the Unicode form alone would not be visible.
  if (before.blogLocation.normalize() !== after.blogLocation.normalize()) {
    notes.push(VERSION_STRINGS.location(fromTo(before.blogLocation, after.blogLocation)));
  }
  if (before.visitedOn !== after.visitedOn) {
    notes.push(VERSION_STRINGS.visitedOn(fromTo(formatVisit(before), formatVisit(after))));
  }
  notes.push(...describePlaceChange(before, after));
  notes.push(...describeCoverChange(before, after));
  if (before.blogImageAlt !== after.blogImageAlt) {
    notes.push(VERSION_STRINGS.coverAlt(fromTo(before.blogImageAlt, after.blogImageAlt)));
  }
  if (before.visibility !== after.visibility) notes.push(VERSION_STRINGS.visibility[after.visibility]);
  const keysBefore = new Set(before.pictures.map(({ key }) => key));
  const keysAfter = new Set(after.pictures.map(({ key }) => key));
  const added = [...keysAfter].filter((key) => !keysBefore.has(key)).length;
  const removed = [...keysBefore].filter((key) => !keysAfter.has(key)).length;
  if (added > 0) notes.push(VERSION_STRINGS.picturesAdded({ count: added }));
  if (removed > 0) notes.push(VERSION_STRINGS.picturesRemoved({ count: removed }));
  if (notes.length === 0 && !hasTextChanged) {
    const isSame = before.blogHtml === after.blogHtml;
    notes.push(isSame ? VERSION_STRINGS.same : VERSION_STRINGS.onlyFormatting);
  }
  return notes;
}

function describePlaceChange({ place: before }: Revision, { place: after }: Revision): string[] {
  if (before?._id === after?._id) return [];
  const labels = fromTo(before ? placeLabel(before) : '', after ? placeLabel(after) : '');
  // Many places have the same name, also in the same state.
  const isSameLabel = labels.before === labels.after;
  return [isSameLabel ? VERSION_STRINGS.otherPlace({ place: labels.after }) : VERSION_STRINGS.place(labels)];
}

function describeCoverChange(before: Revision, after: Revision): string[] {
  if (before.blogImage === '' && after.blogImage !== '') return [VERSION_STRINGS.coverAdded];
  if (before.blogImage !== '' && after.blogImage === '') return [VERSION_STRINGS.coverRemoved];
  const isSame = isSamePicture(before.blogImageMeta, after.blogImageMeta);
  return isSame ? [] : [VERSION_STRINGS.coverReplaced];
}

function fromTo(before: string, after: string) {
  return { before: before || VERSION_STRINGS.none, after: after || VERSION_STRINGS.none };
}

const formatVisit = ({ visitedOn }: Revision): string =>
  visitedOn === null ? '' : formatPostDate(visitedOn);

/** Words of an unchanged passage that are shown next to each change. */
const CONTEXT_WORDS = 25;

/**
 * Shortens a long unchanged passage to the words next to the changes.
 *
 * @returns the beginning and the end of the passage, either of which may be empty; null for a short passage.
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
