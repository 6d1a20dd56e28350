import { describe, expect, it } from 'vitest';
import { pickByHash } from './pick.ts';
import { averageColor, pictureSrcSet, pictureUrl } from './pictures.ts';

describe('pictureSrcSet and pictureUrl', () => {
  it('with a stored picture: offer three widths; with a data URL: leave it unchanged', () => {
    expect(pictureSrcSet('/media/k')).toBe('/media/k?w=320 320w, /media/k?w=960 960w, /media/k?w=1600 1600w');
    expect(pictureUrl('https://api.example/media/k', 960)).toBe('https://api.example/media/k?w=960');
    expect(pictureUrl('data:image/png;base64,AA', 320)).toBe('data:image/png;base64,AA');
    expect(pictureSrcSet('')).toBeUndefined();
  });
});

describe('averageColor', () => {
  it('with a thumbhash: returns its average colour, with anything else: undefined', () => {
    // Full luminance with both colour axes at their centre is white.
    const white = btoa(
      String.fromCharCode(
        ...[63 | (32 << 6) | (32 << 12)].flatMap((n) => [n & 255, (n >> 8) & 255, n >> 16]),
      ),
    );

    expect(averageColor(white)).toMatch(/^rgb\(2\d\d 2\d\d 2\d\d\)$/);
    expect(averageColor('not base64!')).toBeUndefined();
    expect(averageColor('')).toBeUndefined();
  });
});

describe('pickByHash', () => {
  it('with the same key: returns the same choice, and uses all choices over many keys', () => {
    const choices = ['ghats', 'hills', 'dunes'];
    const ids = Array.from({ length: 60 }, (_, index) => index.toString(16).padStart(24, '0'));

    expect(ids.map((id) => pickByHash(id, choices))).toEqual(ids.map((id) => pickByHash(id, choices)));
    expect(new Set(ids.map((id) => pickByHash(id, choices))).size).toBe(3);
    expect(pickByHash('x', [])).toBeUndefined();
  });
});
