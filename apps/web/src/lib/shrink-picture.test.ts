import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readImage } from './read-image.ts';
import { shrinkPicture } from './shrink-picture.ts';

/** What the fake browser decodes and encodes; jsdom can do neither. */
const browser = { width: 0, height: 0, alpha: 255, canWriteWebp: true, encodedBytes: 500_000 };
const drawn: { width: number; height: number; type: string | undefined }[] = [];

class FakeCanvas {
  width: number;
  height: number;
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }
  getContext() {
    return {
      drawImage: () => undefined,
      getImageData: () => ({ data: Uint8ClampedArray.from([0, 0, 0, browser.alpha]) }),
    };
  }
  async convertToBlob({ type }: { type: string }): Promise<Blob> {
    const written = type === 'image/webp' && !browser.canWriteWebp ? 'image/png' : type;
    drawn.push({ width: this.width, height: this.height, type: written });
    return new Blob([new Uint8Array(browser.encodedBytes)], { type: written });
  }
}

beforeEach(() => {
  Object.assign(browser, {
    width: 4000,
    height: 3000,
    alpha: 255,
    canWriteWebp: true,
    encodedBytes: 500_000,
  });
  drawn.length = 0;
  vi.stubGlobal('OffscreenCanvas', FakeCanvas);
  vi.stubGlobal('createImageBitmap', async () => ({ ...browser, close: () => undefined }));
});

const HEAD = new Uint8Array(32);
const SIGNATURES = {
  jpeg: [0xff, 0xd8, 0xff],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
} as const;

function picture(bytes: number, format: keyof typeof SIGNATURES = 'jpeg'): File {
  const content = new Uint8Array(bytes);
  content.set(SIGNATURES[format]);
  return new File([content], `घाट.${format}`, { type: `image/${format}` });
}

describe('shrinkPicture', () => {
  it('with a large photo: makes its longer side 2560 pixels', async () => {
    const shrunk = await shrinkPicture(picture(3_000_000), HEAD, 'jpeg');

    expect(shrunk).toMatchObject({ size: 500_000, type: 'image/jpeg' });
    expect(drawn).toEqual([{ width: 2560, height: 1920, type: 'image/jpeg' }]);
  });

  it('with a small photo: returns it unchanged; with many bytes for its size: encodes it again', async () => {
    Object.assign(browser, { width: 1600, height: 900 });
    const small = picture(900_000);

    expect(await shrinkPicture(small, HEAD, 'jpeg')).toBe(small);
    await shrinkPicture(picture(2_000_000), HEAD, 'jpeg');

    expect(drawn).toEqual([{ width: 1600, height: 900, type: 'image/jpeg' }]);
  });

  it.each(['Exif\0\0MM', 'EXIF\x08\0\0\0II', 'eXIf', '<x:xmpmeta '])(
    'with a small photo that has metadata, such as its position (%j): encodes it again, even if the result is larger',
    async (start) => {
      Object.assign(browser, { width: 1600, height: 900, encodedBytes: 950_000 });
      const photo = new File([picture(800_000), start, new Uint8Array(100)], 'घाट.jpg', {
        type: 'image/jpeg',
      });

      expect(await shrinkPicture(photo, HEAD, 'jpeg')).toMatchObject({ size: 950_000 });
    },
  );

  it('with an avatar: makes its shorter side 512 pixels, since the server crops it to a square', async () => {
    Object.assign(browser, { width: 2000, height: 1000, encodedBytes: 40_000 });

    expect(await shrinkPicture(picture(900_000), HEAD, 'jpeg', 'avatar')).toMatchObject({ size: 40_000 });

    expect(drawn).toEqual([{ width: 1024, height: 512, type: 'image/jpeg' }]);
  });

  it('with a result that is larger, or content that cannot be decoded: returns the original', async () => {
    const photo = picture(1_200_000);
    browser.encodedBytes = 1_300_000;
    expect(await shrinkPicture(photo, HEAD, 'jpeg')).toBe(photo);

    vi.stubGlobal('createImageBitmap', async () => {
      throw new DOMException('The source image could not be decoded');
    });
    expect(await shrinkPicture(photo, HEAD, 'jpeg')).toBe(photo);
  });

  it('with a large AVIF: returns the result even if it has more bytes', async () => {
    const original = new Blob([new Uint8Array(800_000)], { type: 'image/avif' });
    browser.encodedBytes = 900_000;

    expect(await shrinkPicture(original, HEAD, 'avif')).toMatchObject({ size: 900_000, type: 'image/webp' });
  });

  it('with a PNG: keeps its transparency, even in a browser that cannot write WebP', async () => {
    expect((await shrinkPicture(picture(3_000_000, 'png'), HEAD, 'png')).type).toBe('image/webp');

    browser.canWriteWebp = false;
    expect((await shrinkPicture(picture(3_000_000, 'png'), HEAD, 'png')).type).toBe('image/jpeg');
    browser.alpha = 0;
    expect((await shrinkPicture(picture(3_000_000, 'png'), HEAD, 'png')).type).toBe('image/png');
  });

  it.each([
    ['a GIF', 'gif', 'GIF89a'],
    ['an animated WebP', 'webp', 'RIFF....WEBPVP8X....\u0002'],
    ['an animated PNG', 'png', '\u0089PNG....acTL....IDAT'],
    ['an AVIF sequence', 'avif', '....ftypavis'],
  ] as const)('with %s: returns it unchanged', async (_name, format, content) => {
    const original = new Blob([new Uint8Array(3_000_000)]);
    const head = Uint8Array.from([...content].map((letter) => letter.charCodeAt(0)));

    expect(await shrinkPicture(original, head, format)).toBe(original);
  });
});

describe('readImage: in a browser that can shrink pictures', () => {
  it('with a photo over the limit that becomes small enough: accepts it', async () => {
    expect(await readImage(picture(15_000_000))).toMatch(/^data:image\/jpeg;base64,/);
  });

  it('with HEIC: accepts it where the browser decodes it', async () => {
    expect(await readImage(new File(['x'], 'ghat.heic', { type: 'image/heic' }))).toMatch(
      /^data:image\/jpeg;base64,/,
    );
  });
});
