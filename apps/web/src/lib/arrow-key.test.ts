import { afterEach, describe, expect, it } from 'vitest';
import { toLeftToRightKey } from './arrow-key.ts';

afterEach(() => {
  document.dir = '';
});

describe('toLeftToRightKey', () => {
  it('on a left-to-right page: returns the key', () => {
    expect(['ArrowLeft', 'ArrowRight', 'Home'].map(toLeftToRightKey)).toEqual([
      'ArrowLeft',
      'ArrowRight',
      'Home',
    ]);
  });

  it('on a right-to-left page: swaps only the left and right arrows', () => {
    document.dir = 'rtl';

    expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'Home'].map(toLeftToRightKey)).toEqual([
      'ArrowRight',
      'ArrowLeft',
      'ArrowUp',
      'Home',
    ]);
  });
});
