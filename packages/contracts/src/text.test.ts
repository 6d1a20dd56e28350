import { describe, expect, it } from 'vitest';
import { byteLength, codePointLength, isBlank, mayFit, normalizeText, toSingleLine } from './text.js';

describe('codePointLength and byteLength', () => {
  it.each([
    ['', 0, 0],
    ['Kochi', 5, 5],
    ['कोच्चि', 6, 18],
    ['தமிழ்', 5, 15],
    ['👩‍👩‍👧', 5, 18],
    ['𑀅', 1, 4],
  ])('%j: %i code points, %i bytes', (text, points, bytes) => {
    expect(codePointLength(text)).toBe(points);
    expect(byteLength(text)).toBe(bytes);
  });
});

describe('isBlank', () => {
  it.each([
    '',
    ' \n\t',
    '\u00a0\u3000',
    '\u200b\u200c\u200d\u2060\ufeff',
    '\u0000\u001f',
    '\u202e',
    '\u2028',
    '\u3164\u115f\uffa0',
    '\u2800',
  ])('%j: has no visible character', (text) => {
    expect(isBlank(text)).toBe(true);
  });

  it.each(['a', 'क', '।', '🙏', '\u0301', '0', '\u200bஅ'])('%j: shows something', (text) => {
    expect(isBlank(text)).toBe(false);
  });
});

describe('normalizeText', () => {
  it('with NFD: returns NFC, idempotently', () => {
    const composed = 'Zoë, ক়ো';

    const normal = normalizeText(composed.normalize('NFD'));

    expect(normal).toBe(composed.normalize('NFC'));
    expect(normalizeText(normal)).toBe(normal);
  });

  it('with a lone surrogate: replaces it with U+FFFD', () => {
    expect(normalizeText('a\ud83d')).toBe('a\ufffd');
  });

  it('with more marks in a row than any script needs: splits them, idempotently', () => {
    const longest = `ক${'\u0301'.repeat(30)}`;

    expect(normalizeText(longest)).toBe(longest);
    const split = normalizeText(`${longest}${'\u0316\u0301'.repeat(30)}`);

    expect(split).toBe(
      `${longest}\u034f${'\u0316'.repeat(15)}${'\u0301'.repeat(15)}`.concat(
        `\u034f${'\u0316'.repeat(15)}${'\u0301'.repeat(15)}`,
      ),
    );
    expect(normalizeText(split)).toBe(split);
  });
});

describe('mayFit', () => {
  it('with the longest text that NFC shortens to the limit: is true', () => {
    // Gurung Khema: three code points of 2 units become one, since Unicode 16; in Greek, four of 1 unit.
    for (const text of ['\u{1611e}\u{1611e}\u{1611f}', 'α\u0313\u0300\u0345']) {
      expect(mayFit(text.repeat(100), 100)).toBe(true);
    }
    expect(mayFit('a'.repeat(801), 100)).toBe(false);
  });
});

describe('toSingleLine', () => {
  it.each([
    ['Asha\u202e Rao', 'Asha Rao'],
    ['Asha \u2067', 'Asha'],
    ['Asha\r\nRao\u0000', 'Asha Rao'],
    ['க்\u200cஷ \u200eরহিম', 'க்\u200cஷ \u200eরহিম'],
  ])('%j: becomes %j', (text, line) => {
    expect(toSingleLine(text)).toBe(line);
  });
});
