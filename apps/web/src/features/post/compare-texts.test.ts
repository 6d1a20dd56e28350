import { describe, expect, it } from 'vitest';
import { compareTexts, listChanges, type TextPart } from './compare-texts.ts';

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

describe('listChanges', () => {
  const list = (before: string, after: string) =>
    listChanges(before, after).map(({ kind, text }) => [kind, text]);

  it('with changed words: lists removals before additions, between unchanged words', () => {
    expect(list('भोर में नाव चली।', 'भोर में दो नावें चलीं।')).toEqual([
      ['same', 'भोर में '],
      ['removed', 'नाव चली।'],
      ['added', 'दो नावें चलीं।'],
    ]);
  });

  it('with a replaced phrase: lists one removal and one addition', () => {
    expect(list('We took the night train home.', 'We took an early bus home.')).toEqual([
      ['same', 'We took '],
      ['removed', 'the night train'],
      ['added', 'an early bus'],
      ['same', ' home.'],
    ]);
  });

  it('with changes in two paragraphs: lists them separately', () => {
    expect(list('one\n\ntwo', 'eins\n\nzwei')).toEqual([
      ['removed', 'one'],
      ['added', 'eins'],
      ['same', '\n\n'],
      ['removed', 'two'],
      ['added', 'zwei'],
    ]);
  });

  it('with equal texts, or an empty one: lists one part', () => {
    expect(list('চা', 'চা')).toEqual([['same', 'চা']]);
    expect(list('', 'চা')).toEqual([['added', 'চা']]);
  });

  it('with two long texts that have little in common: lists every word of both', () => {
    const words = (seed: number) =>
      Array.from({ length: 15_000 }, (_, index) => `${(index * seed) % 14_983}`).join(' ');
    const [before, after] = [words(7), words(11)];

    const changes = listChanges(before, after);

    const join = (skipped: string) =>
      changes.map(({ kind, text }) => (kind === skipped ? '' : text)).join('');
    expect(join('added')).toBe(before);
    expect(join('removed')).toBe(after);
  });
});
