import { afterEach, describe, expect, it } from 'vitest';
import { toLeftToRightKey } from './arrow-key.ts';

afterEach(() => {
  document.dir = '';
});

describe('toLeftToRightKey', () => {
  it('on a left-to-right page: returns the key', () => {
    expect(['ArrowLeft', 'ArrowRight', 'Home'].map((key) => toLeftToRightKey(key))).toEqual([
      'ArrowLeft',
      'ArrowRight',
      'Home',
    ]);
  });

  it('on a right-to-left page: swaps only the left and right arrows', () => {
    document.dir = 'rtl';

    expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'Home'].map((key) => toLeftToRightKey(key))).toEqual([
      'ArrowRight',
      'ArrowLeft',
      'ArrowUp',
      'Home',
    ]);
  });

  it('in a text that is mirrored although the page is not: swaps the arrows', () => {
    expect(toLeftToRightKey('ArrowLeft', true)).toBe('ArrowRight');
  });
});
