import { afterEach, describe, expect, it } from 'vitest';
import { toLeftToRightKey } from './arrow-key.ts';

afterEach(() => {
  document.dir = '';
});

describe('toLeftToRightKey', () => {
  it('on a page from left to right: returns the key', () => {
    expect(['ArrowLeft', 'ArrowRight', 'Home'].map(toLeftToRightKey)).toEqual([
      'ArrowLeft',
      'ArrowRight',
      'Home',
    ]);
  });

  it('on a page from right to left: exchanges the arrows to the sides only', () => {
    document.dir = 'rtl';

    expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'Home'].map(toLeftToRightKey)).toEqual([
      'ArrowRight',
      'ArrowLeft',
      'ArrowUp',
      'Home',
    ]);
  });
});
