import { describe, expect, it } from 'vitest';
import { compareTexts, type TextPart } from './compare-texts.ts';

const marked = (parts: TextPart[]) => parts.filter(({ isDifferent }) => isDifferent).map(({ text }) => text);
const joined = (parts: TextPart[]) => parts.map(({ text }) => text).join('');

describe('compareTexts', () => {
  it('with words changed, added and removed: marks whole words and preserves both texts', () => {
    const own = 'भोर में नाव चली\n\nThe river was quiet.';
    const other = 'भोर में नावें चलीं\n\nThe river was very quiet.';

    const { first, second } = compareTexts(own, other);

    expect(marked(first)).toEqual(['नाव', 'चली']);
    expect(marked(second)).toEqual(['नावें', 'चलीं', 'very ']);
    expect(joined(first)).toBe(own);
    expect(joined(second)).toBe(other);
  });

  it('with equal texts: marks nothing', () => {
    expect(marked(compareTexts('घाट', 'घाट').second)).toEqual([]);
  });
});
