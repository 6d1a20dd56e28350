import { describe, expect, it } from 'vitest';
import { thumbhashUrl } from './thumbhash.ts';

describe('thumbhashUrl', () => {
  it('with a thumbhash: returns a small picture; with anything else: returns undefined', () => {
    expect(thumbhashUrl('JygGLIZ9eYmPd4hEeGeIiXDICA==')).toMatch(/^data:image\/png;base64,/);
    expect(thumbhashUrl('not base64!')).toBeUndefined();
    expect(thumbhashUrl('AAAA')).toBeUndefined();
  });
});
