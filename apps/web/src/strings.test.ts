import { describe, expect, it } from 'vitest';
import { SENTENCES_BY_TEST } from './testing/sentences.ts';

const sources = import.meta.glob<string>('./**/*.test.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

describe('the sentences of the specification', () => {
  it.each(
    Object.entries(SENTENCES_BY_TEST).flatMap(([file, texts]) => texts.map((text) => [text, file] as const)),
  )('%s: is expected, letter for letter, in %s', (text, file) => {
    const quoted = [`'${text}'`, `"${text}"`, `Error: ${text}'`];

    expect(quoted.filter((literal) => sources[file]?.includes(literal))).not.toEqual([]);
  });
});
