import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './paths.mjs';

const TEXT = readFileSync(join(ROOT, 'docs', 'reliability.md'), 'utf8');
/** Each line's part of the document, by its number. */
const PARTS = TEXT.split(/^## Reliability (?=\d+: )/m).slice(1);
const ROW = /^\| `([^`]+)` +\| `([^`]+)` +\|$/gm;

describe('docs/reliability.md', () => {
  it('has all ten lines, in order', () => {
    expect(PARTS.map((part) => Number.parseInt(part, 10))).toEqual(
      Array.from({ length: 10 }, (_, index) => index + 1),
    );
  });

  it.each(PARTS.map((part) => [Number.parseInt(part, 10), part]))(
    'line %i: names tests that are there, one of them after the line',
    (line, part) => {
      const rows = [...String(part).matchAll(ROW)].map(([, file = '', name = '']) => ({ file, name }));
      const missing = rows.filter(
        ({ file, name }) =>
          !existsSync(join(ROOT, file)) || !readFileSync(join(ROOT, file), 'utf8').includes(name),
      );
      const named = rows.filter(({ file }) =>
        readFileSync(join(ROOT, file), 'utf8').includes(`Reliability ${line}: `),
      );

      expect(missing).toEqual([]);
      expect(named.length).toBeGreaterThan(0);
    },
  );
});
