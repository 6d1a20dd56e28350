import { describe, expect, it } from 'vitest';
import { isStillAt } from './complete-location.ts';

const GOA = { _id: 'gn-1271157', slug: 'goa', name: 'Goa', state: '' };
const RAMPUR = { _id: 'gn-1', slug: 'rampur', name: 'Rampur', state: 'Uttar Pradesh' };

describe('isStillAt', () => {
  it.each([
    ['Near GOA', 'Goa'],
    ["Goa's beaches", 'Goa'],
    ['गोवा में', 'गोवा'],
    ['पुराना गोवा, भारत', 'गोवा'],
    ['കോവളം, ഗോവ', 'ഗോവ'],
    ['Old Goa', 'Goa, India'],
  ])('with %j after %j was chosen: is true', (text, chosenText) => {
    expect(isStillAt(GOA, chosenText, text)).toBe(true);
  });

  it.each([
    ['Goalpara', 'Goa'],
    ['Margoa', 'Goa'],
    ['Goa2', 'Goa'],
    ['गोवालपाड़ा', 'गोवा'],
    ['', 'Goa'],
    ['Delhi', '!'],
  ])('with %j after %j was chosen: is false', (text, chosenText) => {
    expect(isStillAt(GOA, chosenText, text)).toBe(false);
  });

  it('with a vowel sign after the name in Devanagari: is another word', () => {
    expect(isStillAt(RAMPUR, 'रामपुर', 'रामपुरा')).toBe(false);
  });

  it('with a letter that another keyboard composes differently: is the same word', () => {
    expect(isStillAt(RAMPUR, 'गढ़', 'ग\u0922\u093c')).toBe(true);
    expect(isStillAt(RAMPUR, 'ग\u095d', 'ग\u0922\u093c')).toBe(true);
  });
});
