import { diffArrays } from 'diff';

export interface TextPart {
  text: string;
  /** Whether the other text lacks these words. */
  isDifferent: boolean;
}

/** Two long texts that have little in common take long to compare; after this time nothing is marked. */
const TIMEOUT_MS = 500;

/** Compares two texts word by word. @returns the parts of each, which together are the whole text. */
export function compareTexts(first: string, second: string): { first: TextPart[]; second: TextPart[] } {
  const changes = diffArrays(splitWords(first), splitWords(second), { timeout: TIMEOUT_MS });
  if (changes === undefined) {
    return { first: [{ text: first, isDifferent: false }], second: [{ text: second, isDifferent: false }] };
  }
  const parts: { first: TextPart[]; second: TextPart[] } = { first: [], second: [] };
  for (const { value, added, removed } of changes) {
    const part = { text: value.join(''), isDifferent: added || removed };
    if (!added) parts.first.push(part);
    if (!removed) parts.second.push(part);
  }
  return parts;
}

/** Words and the spaces between them: breaking at letters would split Indic syllables. */
function splitWords(text: string): string[] {
  return text.split(/(\s+)/).filter((word) => word !== '');
}
