import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import sharp, { type Sharp } from 'sharp';
import { thumbHashToApproximateAspectRatio, thumbHashToAverageRGBA } from 'thumbhash';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildGif, buildJpegWithScans, buildPicture, toDataUrl } from '../../test/pictures.js';
import { AppError } from '../http/app-error.js';
import { pictureQueue } from './picture-queue.js';
import { type ImageVariant, processImage } from './process-image.js';
import { parseDataUrl } from './uploaded-image.js';

const process = (bytes: Buffer, variant: ImageVariant = 'photo') =>
  processImage(parseDataUrl(toDataUrl(bytes), 'blogImage'), variant, 'blogImage');

/** Reads a flat picture that takes seconds to encode. */
const readFixture = (name: string) => readFile(new URL(`../../test/fixtures/${name}`, import.meta.url));

async function catchRejection(bytes: Buffer): Promise<AppError> {
  const error: unknown = await process(bytes).catch((reason: unknown) => reason);
  if (!(error instanceof AppError)) throw new Error('The picture was accepted');
  return error;
}

/** Reads the left, middle and right colour of the middle row: `red`, `green`, `blue` or `dark`. */
async function readColours(bytes: Buffer): Promise<string[]> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const row = Math.floor(info.height / 2) * info.width;
  return [0.1, 0.5, 0.9].map((part) => {
    const at = (row + Math.floor(info.width * part)) * 3;
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    return red > 150 ? 'red' : green > 150 ? 'green' : blue > 150 ? 'blue' : 'dark';
  });
}

/** Builds 300 x 200 pixels: left third red, middle green, right blue. */
function buildStripes(): Sharp {
  const stripe = (background: string, left: number) => ({
    input: { create: { width: 100, height: 200, channels: 3 as const, background } },
    left,
    top: 0,
  });
  return sharp({ create: { width: 300, height: 200, channels: 3, background: '#000' } }).composite([
    stripe('#f00', 0),
    stripe('#0f0', 100),
    stripe('#00f', 200),
  ]);
}

describe('processImage', () => {
  it.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
    'with a %s: returns WebP in three widths',
    async (format) => {
      const original = await buildPicture(1680, 840).toFormat(format).toBuffer();

      const { meta, files } = await process(original);

      expect(files.map(({ width }) => width)).toEqual([320, 960, 1600]);
      for (const { width, bytes } of files) {
        expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height: width / 2 });
      }
      expect(meta).toMatchObject({ width: 1680, height: 840 });
      expect(thumbHashToApproximateAspectRatio(Buffer.from(meta.thumbhash, 'base64'))).toBeCloseTo(2, 0);
    },
  );

  it.each([
    [200, [200]],
    [320, [320]],
    [700, [320, 700]],
    [1200, [320, 960, 1200]],
  ])('with a picture %i pixels wide: enlarges nothing and returns each width once', async (width, widths) => {
    const { files } = await process(await buildPicture(width, 50).png().toBuffer());

    expect(files.map((file) => file.width)).toEqual(widths);
  });

  it.each([
    [1, 300, 200, ['red', 'green', 'blue']],
    [2, 300, 200, ['blue', 'green', 'red']],
    [3, 300, 200, ['blue', 'green', 'red']],
    [6, 200, 300, ['green', 'green', 'green']],
    [8, 200, 300, ['green', 'green', 'green']],
  ])('with EXIF orientation %i: rotates the picture upright', async (orientation, width, height, colours) => {
    const turned = await buildStripes().jpeg({ quality: 95 }).withMetadata({ orientation }).toBuffer();

    const { meta, files } = await process(turned);

    expect(meta).toMatchObject({ width, height });
    const bytes = files[0]?.bytes ?? Buffer.alloc(0);
    expect(await sharp(bytes).metadata()).toMatchObject({ width, height });
    expect(await readColours(bytes)).toEqual(colours);
  });

  it('with location, camera and owner in the metadata: removes them', async () => {
    const original = await buildPicture(400, 300)
      .withExif({
        IFD0: { Make: 'Secret Camera', Copyright: 'Asha of Jaipur' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '26/1 54/1 0/1', GPSLongitude: '75/1 48/1 0/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>Asha of Jaipur</note></x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    expect(original.includes('Secret Camera')).toBe(true);

    const { files } = await process(original);

    for (const { bytes } of files) {
      const { exif, xmp, iptc, icc } = await sharp(bytes).metadata();
      expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined]);
      expect(bytes.includes('Secret Camera') || bytes.includes('Asha')).toBe(false);
    }
  });

  it('with transparency: keeps it in every width and in the thumbhash', async () => {
    const clear = sharp({ create: { width: 1000, height: 500, channels: 4, background: '#ff000080' } });

    const { meta, files } = await process(await clear.png().toBuffer());

    for (const { bytes } of files) {
      const { channels } = await sharp(bytes).stats();
      expect(channels).toHaveLength(4);
      expect(channels[3]?.mean).toBeCloseTo(128, -1);
    }
    expect(thumbHashToAverageRGBA(Buffer.from(meta.thumbhash, 'base64')).a).toBeCloseTo(0.5, 1);
  });

  it.each([
    ['grey', (picture: Sharp) => picture.toColourspace('b-w').png()],
    ['16 bits deep', (picture: Sharp) => picture.toColourspace('rgb16').png()],
    ['CMYK', (picture: Sharp) => picture.toColourspace('cmyk').jpeg()],
    ['with a palette', (picture: Sharp) => picture.png({ palette: true })],
    ['progressive', (picture: Sharp) => picture.jpeg({ progressive: true })],
  ])('with a %s picture: keeps the colours', async (_kind, format) => {
    const original = await format(
      sharp({ create: { width: 400, height: 300, channels: 3, background: '#808080' } }),
    ).toBuffer();

    const { files } = await process(original);

    const { channels } = await sharp(files[0]?.bytes).stats();
    expect(channels.slice(0, 3).map(({ mean }) => Math.abs(mean - 128) < 16)).toEqual([true, true, true]);
  });

  it.each(['gif', 'webp'] as const)('with an animated %s: keeps frames, delays and loops', async (format) => {
    const gif = buildGif({ width: 400, height: 200, frames: 5, delayMs: 120 });
    const original = format === 'gif' ? gif : await sharp(gif, { animated: true }).webp().toBuffer();

    const { meta, files } = await process(original);

    expect(meta).toMatchObject({ width: 400, height: 200 });
    expect(files.map(({ width }) => width)).toEqual([400]);
    for (const { width, bytes } of files) {
      const animation = await sharp(bytes, { animated: true }).metadata();
      expect(animation).toMatchObject({ format: 'webp', pages: 5, width, pageHeight: width / 2, loop: 0 });
      expect(animation.delay).toEqual([120, 120, 120, 120, 120]);
    }
  });

  it('with an animation slightly wider than a standard width: leaves that width out', async () => {
    const { files } = await process(buildGif({ width: 1000, height: 20, frames: 2 }));

    expect(files.map(({ width }) => width)).toEqual([320, 1000]);
  });

  it('with an animation of more than 25 megapixels over all frames: returns its largest width alone', async () => {
    const { files } = await process(buildGif({ width: 1000, height: 1000, frames: 26 }));

    expect(files.map(({ width }) => width)).toEqual([1000]);
  });

  it('with a tall strip: fits it into the limits of WebP', async () => {
    const { meta, files } = await process(await buildPicture(400, 20_000).png().toBuffer());

    expect(meta).toMatchObject({ width: 400, height: 20_000 });
    expect(files.map(({ width }) => width)).toEqual([320, 327]);
  });

  it.each([
    [1, 1],
    [1, 20_000],
    [20_000, 1],
  ])('with %i x %i pixels: accepts the picture', async (width, height) => {
    const { meta, files } = await process(await buildPicture(width, height).png().toBuffer());

    expect(meta).toMatchObject({ width, height });
    expect(files.length).toBeGreaterThan(0);
  });
});

describe('processImage for a profile', () => {
  it.each([
    [800, 400, 256],
    [400, 800, 256],
    [100, 300, 100],
  ])('with %i x %i pixels: returns one square of %i', async (width, height, side) => {
    const { meta, files } = await process(await buildPicture(width, height).jpeg().toBuffer(), 'avatar');

    expect(files.map((file) => file.width)).toEqual([side]);
    expect(await sharp(files[0]?.bytes).metadata()).toMatchObject({
      format: 'webp',
      width: side,
      height: side,
    });
    expect(meta).toMatchObject({ width, height });
  });

  it('with a wide picture: keeps the middle', async () => {
    const { files } = await process(await buildStripes().png().toBuffer(), 'avatar');

    expect((await readColours(files[0]?.bytes ?? Buffer.alloc(0)))[1]).toBe('green');
  });

  it('with an animation: stays animated', async () => {
    const { files } = await process(buildGif({ width: 400, height: 200, frames: 3 }), 'avatar');

    const { pages, width, pageHeight } = await sharp(files[0]?.bytes, { animated: true }).metadata();
    expect([pages, width, pageHeight]).toEqual([3, 200, 200]);
  });
});

// Building the large pictures takes long on a busy machine.
describe('processImage, rejected pictures', { timeout: 60_000 }, () => {
  const DAMAGED = {
    status: 400,
    code: 'invalid_image',
    message: "The picture is damaged and can't be opened. Please choose another one.",
  };

  it.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
    'with a %s truncated halfway: throws 400',
    async (format) => {
      const whole = await sharp({
        create: {
          width: 240,
          height: 160,
          channels: 3,
          background: '#888',
          noise: { type: 'gaussian', mean: 128, sigma: 30 },
        },
      })
        .toFormat(format)
        .toBuffer();

      expect(await catchRejection(whole.subarray(0, whole.length / 2))).toMatchObject(DAMAGED);
    },
  );

  it('with garbage after the header: throws 400 with the field', async () => {
    const garbage = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(5000, 7)]);

    const error = await catchRejection(garbage);

    expect(error).toMatchObject(DAMAGED);
    expect(error.details.fields).toEqual([
      { field: 'blogImage', code: 'picture_damaged', message: DAMAGED.message },
    ]);
  });

  it.each([
    [
      '64 megapixels in 200 kB of PNG',
      () =>
        sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#f00' } })
          .png({ compressionLevel: 1 })
          .toBuffer(),
    ],
    [
      'more than 50 megapixels over all frames',
      async () => buildGif({ width: 1000, height: 1000, frames: 51 }),
    ],
  ])('with %s: throws 400 after reading only the headers', async (_name, build) => {
    const bomb = await build();
    const start = performance.now();

    const error = await catchRejection(bomb);

    expect(error).toMatchObject({ status: 400, message: 'A picture must have at most 50 megapixels' });
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it.each([
    ['a JPEG with 800 scans of 49 megapixels', () => buildJpegWithScans(7000, 800)],
    ['a GIF of 100,000 tiny frames', () => buildGif({ width: 1, height: 1, frames: 100_000 })],
  ])('with %s: throws 400 within 2 s', async (_name, build) => {
    const bomb = build();
    const start = performance.now();

    const error = await catchRejection(bomb);

    expect(error).toMatchObject({
      status: 400,
      message: 'The picture takes too long to process. Please use a smaller one.',
    });
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it.each([
    ['a marker without a length', [0xff, 0x01]],
    ['a length of 0', [0xff, 0xfe, 0, 0]],
    ['a length of 1', [0xff, 0xec, 0, 1]],
    ['a byte after a segment', [0xff, 0xfe, 0, 2, 0]],
    ['fill bytes before a zero', [0xff, 0xff, 0]],
  ])('with a JPEG of 800 scans and, after the first, %s: throws 400', async (_name, inserted) => {
    expect(await catchRejection(buildJpegWithScans(64, 800, inserted))).toMatchObject({
      status: 400,
      message: 'The picture takes too long to process. Please use a smaller one.',
    });
  });

  it('with an AVIF of 36 megapixels in 1 kB, half a gigabyte decoded: throws 400 after reading only the headers', async () => {
    const bomb = await readFixture('36-megapixels.avif');
    const start = performance.now();

    const error = await catchRejection(bomb);

    expect(error).toMatchObject({
      status: 400,
      message: 'AVIF pictures can have at most 12.5 megapixels and 3 MB. Please use JPEG or WebP.',
    });
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it('with an AVIF of more than 3 MB: throws 400 after reading only the headers', async () => {
    const picture = await buildPicture(64, 48).avif({ effort: 0 }).toBuffer();

    expect(await catchRejection(Buffer.concat([picture, Buffer.alloc(3_000_000)]))).toMatchObject({
      status: 400,
      message: 'AVIF pictures can have at most 12.5 megapixels and 3 MB. Please use JPEG or WebP.',
    });
    expect((await process(Buffer.concat([picture, Buffer.alloc(1_000_000)]))).meta.width).toBe(64);
  });

  it.each([
    ['wider', 200_000, 1],
    ['taller', 1, 200_000],
  ])('with a picture that is %s than a JPEG can be: throws 400', async (_name, width, height) => {
    const error = await catchRejection(await buildPicture(width, height).png().toBuffer());

    expect(error).toMatchObject({
      status: 400,
      message: 'A picture must be at most 65,535 pixels wide and high',
    });
  });

  it('with an AVIF of 13 megapixels and 12 bits: throws 400 after reading only the headers', async () => {
    const deep = await readFixture('13-megapixels-12-bit.avif');

    expect(await catchRejection(deep)).toMatchObject({
      status: 400,
      message:
        'AVIF pictures with more than 8 bits can have at most 6.25 megapixels and 3 MB. Please use JPEG or WebP.',
    });
  });

  it('with a JPEG of 10 scans, as cameras and editors write it: accepts it', async () => {
    const { meta } = await process(buildJpegWithScans(400, 10));

    expect(meta).toMatchObject({ width: 400, height: 400 });
  });

  it('with a JPEG of 10 scans before appended data, as in motion photos: accepts it', async () => {
    const photo = Buffer.concat([buildJpegWithScans(400, 10), buildJpegWithScans(64, 800)]);

    expect((await process(photo)).meta).toMatchObject({ width: 400, height: 400 });
  });
});

describe('processImage, stopped by the time limit', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** Makes the clock advance by 5 s, or as much as given, each time it is read. */
  function advanceClockOnRead(ms = 5_000): void {
    const now = performance.now.bind(performance);
    let passed = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      passed += ms;
      return now() + passed;
    });
  }

  /** Makes the CPU time advance by 5 s each time it is read. */
  function advanceCpuTimeOnRead(): void {
    const { cpuUsage } = globalThis.process;
    let passed = 0;
    vi.spyOn(globalThis.process, 'cpuUsage').mockImplementation((since) => {
      passed += 5_000_000;
      const { user, system } = cpuUsage(since);
      return { user: user + passed, system };
    });
  }

  it.each(['jpeg', 'avif', 'gif'] as const)(
    'with a %s while other work used the CPU: throws 503, so that it can be sent again',
    async (format) => {
      const picture = await buildPicture(40, 30).toFormat(format).toBuffer();
      advanceClockOnRead();

      const error = await catchRejection(picture);

      expect(error).toMatchObject({
        status: 503,
        code: 'server_busy',
        message: 'The server is too busy to read the picture. Please try again in a moment.',
        details: { headers: { 'Retry-After': '5' } },
      });
      vi.restoreAllMocks();
      await expect(process(picture)).resolves.toBeDefined();
    },
  );

  it('with an animation that takes 4 s: accepts it, unlike a still', async () => {
    const animation = buildGif({ width: 40, height: 30, frames: 2 });
    advanceClockOnRead(2_000);

    expect((await process(animation)).meta).toMatchObject({ width: 40, height: 30 });
    const error = await catchRejection(await buildPicture(40, 30).gif().toBuffer());

    expect(error).toMatchObject({ status: 503, code: 'server_busy' });
  });

  it('with a picture that used the CPU all the time: throws 400', async () => {
    const picture = await buildPicture(40, 30).jpeg().toBuffer();
    advanceClockOnRead();
    advanceCpuTimeOnRead();

    const error = await catchRejection(picture);

    expect(error).toMatchObject({
      status: 400,
      code: 'invalid_image',
      message: 'The picture takes too long to process. Please use a smaller one.',
    });
    expect(error.details.fields).toMatchObject([{ field: 'blogImage', message: error.message }]);
  });

  it('after a timeout: does not count as a rejection by a full queue', async () => {
    const events: string[] = [];
    const end = pictureQueue.subscribe({
      started: () => events.push('started'),
      finished: () => events.push('finished'),
      rejected: () => events.push('rejected'),
    });
    advanceClockOnRead();

    await catchRejection(await buildPicture(40, 30).jpeg().toBuffer());
    end();

    expect(events).toEqual(['started', 'finished']);
  });
});

describe('processImage, many pictures at once', () => {
  it('queues pictures, rejects those beyond the limit with 503, and keeps the event loop free', async () => {
    const picture = await buildPicture(400, 300).jpeg().toBuffer();
    let longestPause = 0;
    let last = performance.now();
    const watch = setInterval(() => {
      longestPause = Math.max(longestPause, performance.now() - last);
      last = performance.now();
    }, 5);

    const results = await Promise.allSettled(Array.from({ length: 100 }, () => process(picture)));
    clearInterval(watch);

    const rejections = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(rejections.length).toBeGreaterThan(0);
    for (const reason of rejections) expect(reason).toMatchObject({ status: 503, code: 'uploads_busy' });
    expect(results.length - rejections.length).toBeGreaterThanOrEqual(66);
    expect(longestPause).toBeLessThan(500);
    await delay(0);
    await expect(process(picture)).resolves.toBeDefined();
  });
});
