import { describe, expect, it } from 'vitest';
import { pickByHash } from './pick.ts';
import { averageColor, pictureSrcSet, pictureUrl } from './pictures.ts';
import { thumbhashUrl } from './thumbhash.ts';

describe('pictures', () => {
  it('a stored one: has three widths; a data URL is used as it is', () => {
    expect(pictureSrcSet('/media/k')).toBe('/media/k?w=320 320w, /media/k?w=960 960w, /media/k?w=1600 1600w');
    expect(pictureUrl('https://api.example/media/k', 960)).toBe('https://api.example/media/k?w=960');
    expect(pictureUrl('data:image/png;base64,AA', 320)).toBe('data:image/png;base64,AA');
    expect(pictureSrcSet('')).toBeUndefined();
  });

  it('a thumbhash: gives its average colour, anything else none', () => {
    // Full luminance, both colour axes in their middle: white.
    const white = btoa(
      String.fromCharCode(
        ...[63 | (32 << 6) | (32 << 12)].flatMap((n) => [n & 255, (n >> 8) & 255, n >> 16]),
      ),
    );

    expect(averageColor(white)).toMatch(/^rgb\(2\d\d 2\d\d 2\d\d\)$/);
    expect(averageColor('not base64!')).toBeUndefined();
    expect(averageColor('')).toBeUndefined();
  });

  it('a thumbhash: becomes a small picture, anything else none', () => {
    expect(thumbhashUrl('JygGLIZ9eYmPd4hEeGeIiXDICA==')).toMatch(/^data:image\/png;base64,/);
    expect(thumbhashUrl('not base64!')).toBeUndefined();
    expect(thumbhashUrl('AAAA')).toBeUndefined();
  });

  it('a stand-in: is always the same for the same id, and all are used', () => {
    const choices = ['ghats', 'hills', 'dunes'];
    const ids = Array.from({ length: 60 }, (_, index) => index.toString(16).padStart(24, '0'));

    expect(ids.map((id) => pickByHash(id, choices))).toEqual(ids.map((id) => pickByHash(id, choices)));
    expect(new Set(ids.map((id) => pickByHash(id, choices))).size).toBe(3);
    expect(pickByHash('x', [])).toBeUndefined();
  });
});
