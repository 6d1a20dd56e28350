import { dataUrlBytes, PICTURE_REFUSALS } from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';
import { formatBytes, IMAGE_STRINGS, readImage } from './read-image.ts';

/** The beginning of an ISO media file with these brands. */
function isoMedia(...brands: string[]): Uint8Array<ArrayBuffer> {
  const text = `ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}`;
  return Uint8Array.from([0, 0, 0, text.length + 4, ...[...text].map((letter) => letter.charCodeAt(0))]);
}

describe('readImage', () => {
  it('with a picture: returns a data URL', async () => {
    const file = new File([new Uint8Array([1, 2, 3])], 'a.png', { type: 'image/png' });

    expect(await readImage(file)).toBe('data:image/png;base64,AQID');
  });

  it('with a file that is not a picture, or one that is too large: throws the matching message', async () => {
    const text = new File(['x'], 'a.txt', { type: 'text/plain' });
    const large = new File([new Uint8Array(10_000_001)], 'a.png', { type: 'image/png' });
    const fits = new File([new Uint8Array(10_000_000)], 'a.png', { type: 'image/png' });

    await expect(readImage(text)).rejects.toThrow(IMAGE_STRINGS.onlyImages);
    await expect(readImage(large)).rejects.toThrow('The picture must be at most 10 MB');
    expect(dataUrlBytes(await readImage(fits))).toBe(10_000_000);
    expect(IMAGE_STRINGS.onlyImages).toBe('Only image files are allowed');
  });

  it.each([
    ['HEIC by its type', new File(['x'], 'ghat.heic', { type: 'image/heic' }), PICTURE_REFUSALS.heic],
    ['HEIC without a type', new File(['x'], 'घाट.HEIC'), PICTURE_REFUSALS.heic],
    [
      'HEIC with the type of JPEG',
      new File([isoMedia('mif1', 'heic')], 'a.jpg', { type: 'image/jpeg' }),
      PICTURE_REFUSALS.heic,
    ],
    ['SVG by its type', new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }), PICTURE_REFUSALS.svg],
    [
      'SVG with the type of PNG',
      new File(['<?xml?>\n<svg xmlns="x">'], 'a.png', { type: 'image/png' }),
      PICTURE_REFUSALS.svg,
    ],
  ])('with %s: throws the message for its format', async (_name, file, message) => {
    await expect(readImage(file)).rejects.toThrow(message);
  });

  it('with AVIF, which shares the container of HEIC: accepts it', async () => {
    const file = new File([isoMedia('avif', 'mif1', 'miaf')], 'a.avif', { type: 'image/avif' });

    expect(await readImage(file)).toMatch(/^data:image\/avif;base64,/);
  });
});

describe('formatBytes', () => {
  it('with any size: uses bytes, kB or MB', () => {
    expect([0, 1, 999, 1_000, 64_400, 999_499, 999_500, 10_000_000].map(formatBytes)).toEqual([
      '0 bytes',
      '1 byte',
      '999 bytes',
      '1 kB',
      '64 kB',
      '999 kB',
      '1.0 MB',
      '10.0 MB',
    ]);
  });
});
