import { diffArrays } from 'diff';

export interface TextPart {
  text: string;
  /** Whether the other text lacks these words. */
  isDifferent: boolean;
}

/** Words that both texts have, or that were added to or removed from the first one. */
export interface TextChange {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Two long texts that have little in common take a long time to compare word by word. */
const TIMEOUT_MS = 500;

/** Compares two texts word by word. @returns the parts of each text, in order and complete. */
export function compareTexts(first: string, second: string): { first: TextPart[]; second: TextPart[] } {
  const changes = compare(splitWords(first), splitWords(second));
  // After the timeout, no difference is marked.
  if (changes === null) {
    return { first: [{ text: first, isDifferent: false }], second: [{ text: second, isDifferent: false }] };
  }
  const parts: { first: TextPart[]; second: TextPart[] } = { first: [], second: [] };
  for (const { kind, text } of changes) {
    const part = { text, isDifferent: kind !== 'same' };
    if (kind !== 'added') parts.first.push(part);
    if (kind !== 'removed') parts.second.push(part);
  }
  return parts;
}

/**
 * Lists what was changed from one text to another, in reading order: word by word, by paragraphs if that takes too
 * long, or else the whole text. Removed words precede the added words that replace them.
 */
export function listChanges(before: string, after: string): TextChange[] {
  const changes = compare(splitWords(before), splitWords(after)) ??
    compare(splitParagraphs(before), splitParagraphs(after)) ?? [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  return joinPhrases(changes);
}

/** @returns null after the timeout. */
function compare(first: string[], second: string[]): TextChange[] | null {
  const changes = diffArrays(first, second, { timeout: TIMEOUT_MS });
  return (
    changes?.map(({ value, added, removed }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value.join(''),
    })) ?? null
  );
}

/** Joins changes with nothing but spaces between them, so that a replaced phrase is one removal and one addition. */
function joinPhrases(changes: readonly TextChange[]): TextChange[] {
  const joined: TextChange[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    if (removed !== '') joined.push({ kind: 'removed', text: removed });
    if (added !== '') joined.push({ kind: 'added', text: added });
    removed = '';
    added = '';
  };
  changes.forEach(({ kind, text }, index) => {
    if (kind === 'removed') removed += text;
    if (kind === 'added') added += text;
    if (kind !== 'same') return;
    const isBetweenChanges = removed + added !== '' && index < changes.length - 1;
    if (isBetweenChanges && /^[^\S\n]+$/.test(text)) {
      removed += text;
      added += text;
      return;
    }
    flush();
    joined.push({ kind, text });
  });
  flush();
  return joined;
}

/** Words and the spaces between them; comparing by letters would split Indic syllables. */
function splitWords(text: string): string[] {
  return text.split(/(\s+)/).filter((word) => word !== '');
}

function splitParagraphs(text: string): string[] {
  return text.split(/(\n+)/).filter((part) => part !== '');
}
