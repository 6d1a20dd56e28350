import { describe, expect, it } from 'vitest';
import { IMAGE_TOO_LARGE, ONLY_IMAGES, readImage } from './read-image.ts';

describe('readImage', () => {
  it('a picture: is read as a data URL', async () => {
    const file = new File([new Uint8Array([1, 2, 3])], 'a.png', { type: 'image/png' });

    expect(await readImage(file)).toBe('data:image/png;base64,AQID');
  });

  it('another file, or one that is too large: is refused with its sentence', async () => {
    const text = new File(['x'], 'a.txt', { type: 'text/plain' });
    const large = new File([new Uint8Array(10_000_001)], 'a.png', { type: 'image/png' });

    await expect(readImage(text)).rejects.toThrow(ONLY_IMAGES);
    await expect(readImage(large)).rejects.toThrow(IMAGE_TOO_LARGE);
    expect(ONLY_IMAGES).toBe('Only image files are allowed');
  });
});
