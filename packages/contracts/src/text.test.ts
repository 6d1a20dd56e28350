import { describe, expect, it } from 'vitest';
import { byteLength, codePointLength, isBlank, toSingleLine } from './text.js';

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
