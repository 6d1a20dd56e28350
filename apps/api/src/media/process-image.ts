import { IMAGE_WIDTHS, type ImageMeta, LIMITS } from '@safarnama/contracts';
import type { Metadata, OutputInfo, Sharp, SharpOptions, WebpOptions } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { AppError, unavailable } from '../http/app-error.js';
import { offLoopCpuShares } from '../lib/cpu-shares.js';
import { createJobQueue } from './job-queue.js';
import { hasMoreScans } from './jpeg-scans.js';
import { MAX_PENDING, pictureQueue } from './picture-queue.js';
import { sharp } from './sharp.js';
import { invalidImage, parseFile, type UploadedImage } from './uploaded-image.js';

/** `photo` keeps the proportions; `avatar` is cropped to a square. */
export type ImageVariant = 'photo' | 'avatar';

/** A picture encoded as WebP in one width. */
interface ImageFile {
  /** Pixels. */
  width: number;
  bytes: Buffer;
}

interface ProcessedImage {
  meta: ImageMeta;
  /** Narrowest first, at least one. */
  files: ImageFile[];
}

const CONCURRENCY = 2;
const queue = createJobQueue(CONCURRENCY, MAX_PENDING);
/**
 * Large pictures are processed one at a time: decoding a still takes 4 bytes of memory a pixel, AVIF up to 30, and an
 * animation takes seconds of CPU time.
 */
const largeQueue = createJobQueue(1, MAX_PENDING);
/** Pixels from which a still is large. An animation of more, over all frames, has one width. */
const LARGE_PIXELS = 25_000_000;
/** Pixels from which an animation is large: fewer, since each of its widths encodes all frames. */
const LARGE_ANIMATION_PIXELS = 5_000_000;
/**
 * Seconds for one still, without its time in the queue. A still of 50 megapixels takes less than one second, an AVIF of
 * the maximum size 1.6.
 */
const STILL_LIMIT_S = 2;
/**
 * Seconds for one animation. On an idle machine, one of 50 megapixels takes 3.3 when filmed, and 4.6 in the worst case.
 * See decision 038.
 */
const ANIMATION_LIMIT_S = 10;
/**
 * Decides whether a timeout causes a 400 or a 503. sharp stops by wall clock, and a process cannot measure the
 * CPU time of one picture, only that of all work outside the event loop. A picture that used this share of its time
 * limit is too costly: 400. With less, other work had the CPU and a retry may succeed: 503. The remaining tenth allows
 * for measurement errors. A picture built to be costly gains nothing, since each attempt has the same time limit.
 */
const FULL_CPU_SHARE = 0.9;
/** Seconds for `Retry-After`; the machine has been too busy for the whole time limit. */
const BUSY_RETRY_S = 5;
/** Each frame costs 0.1 ms in addition to its pixels. */
const MAX_FRAMES = 2_000;
/** Maximum of a JPEG. A single row of a PNG can hold all 50 megapixels, and several rows are in memory at a time. */
const MAX_SIDE = 65_535;
/**
 * Decoding AVIF cannot be interrupted, takes up to 30 bytes of memory a pixel, and as measured 35 ms of CPU time a
 * megapixel and 0.2 s a megabyte. Cameras write up to 12 megapixels, and the web app uploads a large AVIF as WebP.
 * Pixels with 10 or 12 bits a channel cost twice as much. See decision 036.
 */
const MAX_AVIF_PIXELS = 12_500_000;
const MAX_AVIF_BYTES = 3_000_000;
/** Widths of an animation differ by at least this factor. */
const ANIMATION_STEP = 1.5;
/** Progressive JPEGs usually have 10. */
const MAX_JPEG_SCANS = 40;
/** Side of an avatar, in pixels. */
const AVATAR_SIZE = 256;
/** Limit of the WebP format, in pixels. */
const MAX_WEBP_SIDE = 16_383;
/** Maximum that thumbhash accepts, in pixels. */
const THUMBHASH_SIDE = 100;
/** Effort 4, the default, takes twice as long for files of the same size. */
const STILL_OPTIONS: WebpOptions = { quality: 80, effort: 2 };
const ANIMATION_OPTIONS: WebpOptions = { quality: 75, effort: 0 };

const INPUT_OPTIONS: SharpOptions = { limitInputPixels: LIMITS.imagePixels, failOn: 'error' };

/** A picture that is not processed; `code` and `message` are those of the response. */
class PictureRefusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'PictureRefusal';
    this.code = code;
  }
}

const TOO_SLOW = 'picture_too_slow';
const tooSlow = () =>
  new PictureRefusal(TOO_SLOW, 'The picture takes too long to process. Please use a smaller one.');

/** Decoded pixels, upright and in sRGB. */
interface RawImage {
  data: Buffer;
  info: OutputInfo;
}

interface Size {
  width: number;
  height: number;
}

/** Returns the widths to encode: never enlarged, each once. */
function widthsFor(variant: ImageVariant, { width, height }: Size): number[] {
  if (variant === 'avatar') return [Math.min(AVATAR_SIZE, width, height)];
  const widest = Math.min(width, Math.max(1, Math.floor((width * MAX_WEBP_SIDE) / height)));
  return [...new Set(IMAGE_WIDTHS.map((targetWidth) => Math.min(targetWidth, widest)))];
}

/**
 * Returns fewer widths for an animation, since each decodes and encodes all frames: those close to a larger one are
 * left out.
 *
 * @param widestOnly - leaves out all but the largest width.
 */
function animationWidthsFor(variant: ImageVariant, size: Size, widestOnly: boolean): number[] {
  const widths = widthsFor(variant, size);
  const widest = widths.at(-1) ?? size.width;
  return widths.filter((width) => width === widest || (!widestOnly && width * ANIMATION_STEP <= widest));
}

/** Returns the remaining seconds; throws when none remain. */
type Deadline = () => number;

function createDeadline(seconds: number): Deadline {
  const end = performance.now() + seconds * 1000;
  return () => {
    const remaining = Math.ceil((end - performance.now()) / 1000);
    if (remaining <= 0) throw tooSlow();
    return remaining;
  };
}

/** Scales to a width; an avatar is cropped to a square. */
function resizeTo(image: Sharp, variant: ImageVariant, width: number): Sharp {
  if (variant === 'avatar') return image.resize({ width, height: width, fit: 'cover' });
  return image.resize({ width, height: MAX_WEBP_SIDE, fit: 'inside', withoutEnlargement: true });
}

async function encode(image: Sharp, options: WebpOptions): Promise<ImageFile> {
  const { data, info } = await image.webp(options).toBuffer({ resolveWithObject: true });
  return { width: info.width, bytes: data };
}

function decode(image: Sharp): Promise<RawImage> {
  return image.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
}

function fromRaw({ data, info }: RawImage): Sharp {
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } });
}

async function computeThumbhash(raw: RawImage): Promise<string> {
  const small = fromRaw(raw).resize({
    width: THUMBHASH_SIDE,
    height: THUMBHASH_SIDE,
    fit: 'inside',
    withoutEnlargement: true,
  });
  const { data, info } = await decode(small.ensureAlpha());
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

/** Decodes once, to the largest width, and scales the others from that. */
async function processStill(
  bytes: Buffer,
  variant: ImageVariant,
  { autoOrient: size }: Metadata,
  timeLeft: Deadline,
): Promise<ProcessedImage> {
  const widths = widthsFor(variant, size);
  const upright = sharp(bytes, INPUT_OPTIONS).autoOrient().timeout({ seconds: timeLeft() });
  const raw = await decode(resizeTo(upright, variant, widths.at(-1) ?? size.width));

  const files: ImageFile[] = [];
  for (const width of widths) {
    const smaller = fromRaw(raw).resize({ width, withoutEnlargement: true });
    files.push(await encode(smaller.timeout({ seconds: timeLeft() }), STILL_OPTIONS));
  }
  const { width, height } = size;
  return { meta: { width, height, thumbhash: await computeThumbhash(raw) }, files };
}

/** Decodes the file for each width: all frames decoded would take 200 MB. */
async function processAnimation(
  bytes: Buffer,
  variant: ImageVariant,
  { width, height, pageHeight = height }: Metadata,
  timeLeft: Deadline,
): Promise<ProcessedImage> {
  const size = { width, height: pageHeight };
  const files: ImageFile[] = [];
  for (const targetWidth of animationWidthsFor(variant, size, width * height > LARGE_PIXELS)) {
    const frames = sharp(bytes, { ...INPUT_OPTIONS, animated: true }).timeout({ seconds: timeLeft() });
    files.push(await encode(resizeTo(frames, variant, targetWidth), ANIMATION_OPTIONS));
  }
  const firstFrame = sharp(bytes, INPUT_OPTIONS).timeout({ seconds: timeLeft() });
  const raw = await decode(resizeTo(firstFrame, variant, Math.min(width, AVATAR_SIZE)));
  return { meta: { ...size, thumbhash: await computeThumbhash(raw) }, files };
}

const readMetadata = ({ bytes, format }: UploadedImage): Promise<Metadata> =>
  sharp(bytes, { ...INPUT_OPTIONS, animated: format === 'gif' || format === 'webp' }).metadata();

/** Checks the limits that the headers show, the pixels of all frames included. */
async function inspect(image: UploadedImage): Promise<Metadata> {
  const { bytes, format } = image;
  if (format === 'jpeg' && hasMoreScans(bytes, MAX_JPEG_SCANS)) throw tooSlow();
  const metadata = await readMetadata(image);
  const { width, height, pages = 1, pageHeight = height, depth } = metadata;
  if (pages > MAX_FRAMES) throw tooSlow();
  if (Math.max(width, pageHeight) > MAX_SIDE)
    throw new PictureRefusal('picture_too_wide', 'A picture must be at most 65,535 pixels wide and high');
  const isDeep = depth !== 'uchar';
  const isLargeAvif = width * height > MAX_AVIF_PIXELS / (isDeep ? 2 : 1) || bytes.length > MAX_AVIF_BYTES;
  if (format === 'avif' && isLargeAvif) {
    throw isDeep
      ? new PictureRefusal(
          'picture_avif_too_deep',
          'AVIF pictures with more than 8 bits can have at most 6.25 megapixels and 3 MB. Please use JPEG or WebP.',
        )
      : new PictureRefusal(
          'picture_avif_too_large',
          'AVIF pictures can have at most 12.5 megapixels and 3 MB. Please use JPEG or WebP.',
        );
  }
  return metadata;
}

const isAnimated = ({ format }: UploadedImage, { pages = 1 }: Metadata) => pages > 1 && format !== 'avif';

/** The height of an animation is that of all its frames. */
const isLarge = (image: UploadedImage, metadata: Metadata) =>
  image.format === 'avif' ||
  metadata.width * metadata.height > (isAnimated(image, metadata) ? LARGE_ANIMATION_PIXELS : LARGE_PIXELS);

/** Whether a file is a picture that is processed one at a time with the other large ones. */
export async function isLargePicture(bytes: Buffer): Promise<boolean> {
  try {
    const image = parseFile(bytes, 'picture');
    return isLarge(image, await readMetadata(image));
  } catch {
    // It will be rejected without having been processed.
    return false;
  }
}

/** @throws AppError 503 when the time limit passed because other work used the CPU. */
async function processWithinLimits(
  image: UploadedImage,
  metadata: Metadata,
  variant: ImageVariant,
): Promise<ProcessedImage> {
  const [process, limitS] = isAnimated(image, metadata)
    ? [processAnimation, ANIMATION_LIMIT_S]
    : [processStill, STILL_LIMIT_S];
  const cpuUsage = offLoopCpuShares.begin();
  try {
    return await process(image.bytes, variant, metadata, createDeadline(limitS));
  } catch (error) {
    if (isTimeout(error) && cpuUsage.usedMs() < limitS * 1000 * FULL_CPU_SHARE) {
      throw unavailable(
        'server_busy',
        'The server is too busy to read the picture. Please try again in a moment.',
        BUSY_RETRY_S,
      );
    }
    throw error;
  } finally {
    cpuUsage.end();
  }
}

const isTimeout = (error: unknown) =>
  error instanceof PictureRefusal
    ? error.code === TOO_SLOW
    : error instanceof Error && error.message.includes('timeout');

/** Returns the reason why a picture could not be processed. Recognizes the errors of sharp by their messages. */
function explain(error: unknown): PictureRefusal {
  if (error instanceof PictureRefusal) return error;
  if (error instanceof Error && error.message.includes('pixel limit'))
    return new PictureRefusal('picture_too_many_pixels', 'A picture must have at most 50 megapixels');
  if (isTimeout(error)) return tooSlow();
  return new PictureRefusal(
    'picture_damaged',
    "The picture is damaged and can't be opened. Please choose another one.",
  );
}

/**
 * Encodes the files that are served: WebP, upright, in sRGB, without metadata, in several widths. Animated GIF and WebP
 * stay animated. Runs outside the event loop, two pictures at a time.
 *
 * @param field - name of the body's field, for the error.
 * @throws AppError 400 for a picture that is damaged, too large in pixels or too costly, 503 when the queue is full or
 *   the machine is too busy.
 */
export async function processImage(
  image: UploadedImage,
  variant: ImageVariant,
  field: string,
): Promise<ProcessedImage> {
  const rejectAsInvalid = (error: unknown) => {
    if (error instanceof AppError) throw error;
    const { code, message } = explain(error);
    throw invalidImage(code, message, field);
  };
  const metadata = await inspect(image).catch(rejectAsInvalid);
  return pictureQueue.run((begin) => {
    const run = () =>
      queue.run(() => {
        begin();
        return processWithinLimits(image, metadata, variant).catch(rejectAsInvalid);
      });
    return isLarge(image, metadata) ? largeQueue.run(run) : run();
  });
}
