import { describe, expect, it } from 'vitest';
import { readRows } from './read-rows.mjs';

/** @param {string} text */
const read = (text) => readRows(new TextEncoder().encode(text));
/** @param {ReturnType<typeof readRows>} result */
const readTitles = ({ rows }) => rows.map(({ value }) => /** @type {{ t: string }} */ (value).t);

describe('readRows', () => {
  it('with a JSON array after a byte order mark: returns each row with its first line', () => {
    const { rows, faults } = read('\uFEFF[\n  {"t": "जयपुर"},\n  {\n    "t": "b"\n  }\n]\n');

    expect(rows).toEqual([
      { line: 2, value: { t: 'जयपुर' } },
      { line: 3, value: { t: 'b' } },
    ]);
    expect(faults).toEqual([]);
  });

  it('with an invalid line in JSON Lines: reports it and returns the other rows', () => {
    const result = read('{"t":"a"}\n\n{"t":\n{"t":"c"}\n');

    expect(readTitles(result)).toEqual(['a', 'c']);
    expect(result.faults).toEqual([{ line: 3, reason: expect.stringContaining('not valid JSON') }]);
  });

  it.each([
    ['a missing quote at the end of a value', '{\n "t": "x,\n "u": "y"\n}', 4],
    ['a missing value', '{\n "t": ,\n "u": 1\n}', 4],
    ['a missing brace', '{ "t": "x"', 3],
    ['a raw line break in a text', '{\n "t": "x\ny"\n}', 4],
    ['a trailing comma', '{\n "t": "x",\n}', 5],
  ])('with %s in one row of an array: skips only that row', (_name, broken, line) => {
    const result = read(`[\n{"t":"a"},\n${broken},\n{"t":"c"},\n{"t":"d } , { e"}\n]`);

    expect(readTitles(result)).toEqual(['a', 'c', 'd } , { e']);
    expect(result.faults).toEqual([{ line, reason: expect.stringContaining('begins on line 3') }]);
  });

  it('with an invalid last row: returns all rows before it', () => {
    const result = read('[{"t":"a"},\n{"t": nothing}\n]');

    expect(readTitles(result)).toEqual(['a']);
    expect(result.faults).toEqual([{ line: 2, reason: expect.stringContaining('not valid JSON') }]);
  });

  it('with a truncated list: returns the complete rows and reports it', () => {
    const result = read('[{"t":"a"},\n{"t":"b"}');

    expect(readTitles(result)).toEqual(['a', 'b']);
    expect(result.faults).toEqual([{ line: 2, reason: expect.stringContaining('cut off') }]);
  });

  it('with bytes that are not UTF-8: reports their line and skips only that row', () => {
    const bytes = Buffer.concat([
      Buffer.from('[\n{"t":"a"},\n{"t":"'),
      Buffer.from([0xe9]),
      Buffer.from('"},\n{"t":"c"}\n]'),
    ]);

    const result = readRows(bytes);

    expect(readTitles(result)).toEqual(['a', 'c']);
    expect(result.faults).toEqual([{ line: 3, reason: 'a character is not valid UTF-8' }]);
  });

  it.each([
    ['the first of two rows on a line', '[{"t":"?"}, {"t":"b"}]', ['b']],
    ['the last of two rows on a line', '[{"t":"a"}, {"t":"?"}]', ['a']],
    ['the middle one of rows that share lines', '[{"t":"a"}, {"x":1,\n"t":"?"}, {"t":"c"}]', ['a', 'c']],
    ['a row without a comma before it', '[{"t":"a"} {"t":"?"}]', ['a']],
    ['a row that is not valid JSON either', '[{"t":"a"},\n{"t":?},\n{"t":"c"}]', ['a', 'c']],
    ['a row that is not valid JSON on the line of others', '[{"t":"a"}, {"t":?}, {"t":"c"}]', ['a', 'c']],
    ['a line after a replacement character', '{"t":"\uFFFD"}\n{"t":"?"}\n', ['\uFFFD']],
    ['a row beside a replacement character', '[{"t":"\uFFFD"}, {"t":"?"}]', ['\uFFFD']],
  ])('with invalid bytes in %s: skips only that row and reports its line', (_case, text, titles) => {
    const [before = '', after = ''] = text.split('?');
    const bytes = Buffer.concat([Buffer.from(before), Buffer.from([0xe0, 0xa4]), Buffer.from(after)]);

    const result = readRows(bytes);

    expect(readTitles(result)).toEqual(titles);
    expect(result.faults).toEqual([
      { line: before.split('\n').length, reason: 'a character is not valid UTF-8' },
    ]);
  });

  it('with invalid bytes in one row and an error in another on the same line: reports both', () => {
    const bytes = Buffer.from('[{"t":"\xe9"}, {"t": }, {"t":"c"}]', 'latin1');

    const result = readRows(bytes);

    expect(readTitles(result)).toEqual(['c']);
    expect(result.faults.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('not valid JSON'),
      'a character is not valid UTF-8',
    ]);
  });

  it.each([
    ['UTF-16', Buffer.from('\uFEFF[{"t":"a"}]', 'utf16le'), 'UTF-16'],
    ['nothing', Buffer.from(' \n'), 'empty'],
    ['something else', Buffer.from('title;text\n'), 'neither a JSON array nor JSON Lines'],
  ])('with %s in the file: reports it', (_name, bytes, reason) => {
    expect(readRows(bytes)).toEqual({
      rows: [],
      faults: [{ line: 1, reason: expect.stringContaining(reason) }],
    });
  });
});
