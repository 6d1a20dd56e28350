import { IMAGE_WIDTHS, type ImageMeta, LIMITS } from '@safarnama/contracts';
import sharp, {
  type Metadata,
  type OutputInfo,
  type Sharp,
  type SharpOptions,
  type WebpOptions,
} from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { invalidImage, type UploadedImage } from './data-url.js';
import { createJobQueue } from './job-queue.js';
import { countJpegScans } from './jpeg-scans.js';

/** A picture as it was sent, or cut to a square for a face. */
export type ImageVariant = 'photo' | 'avatar';

/** One picture in one width, WebP. */
export interface ImageFile {
  /** Pixels. */
  width: number;
  bytes: Buffer;
}

export interface ProcessedImage {
  meta: ImageMeta;
  /** Narrowest first, at least one. */
  files: ImageFile[];
}

// Pictures leave cores to everything else: one thread each, and no memory kept for a next one, which is another.
sharp.concurrency(1);
sharp.cache(false);

const CONCURRENCY = 2;
const MAX_WAITING = 64;
const queue = createJobQueue(CONCURRENCY, MAX_WAITING);

/** Seconds for one step. A still of 50 megapixels takes under one; each frame of an animation is coded anew. */
const TIME_LIMIT_S = { still: 2, animation: 4 } as const;
/** Usual progressive pictures have 10. */
const MAX_JPEG_SCANS = 40;
/** Side of an avatar, in pixels. */
const AVATAR_SIZE = 256;
/** The format's own limit. */
const MAX_WEBP_SIDE = 16_383;
/** thumbhash takes no more. */
const THUMBHASH_SIDE = 100;
/** Effort 4, the default, takes twice as long for a file as large. */
const STILL: WebpOptions = { quality: 80, effort: 2 };
const ANIMATION: WebpOptions = { quality: 75, effort: 0 };

const INPUT: SharpOptions = { limitInputPixels: LIMITS.imagePixels, failOn: 'error' };

/** Pixels of one step that are decoded, upright and in sRGB. */
interface RawImage {
  data: Buffer;
  info: OutputInfo;
}

interface Size {
  width: number;
  height: number;
}

/** The widths to keep: never enlarged, each once. */
function widthsFor(width: number): number[] {
  return [...new Set(IMAGE_WIDTHS.map((wanted) => Math.min(wanted, width)))];
}

function isAnimated({ format, pages = 1 }: Metadata): boolean {
  return pages > 1 && (format === 'gif' || format === 'webp');
}

/** Size of one upright frame. */
function sizeOf(metadata: Metadata): Size {
  const { width, height } = metadata.autoOrient;
  return { width, height: isAnimated(metadata) ? (metadata.pageHeight ?? height) : height };
}

/** Cuts or scales to one of the stored sizes. */
function resizeTo(image: Sharp, variant: ImageVariant, size: Size, width: number): Sharp {
  if (variant === 'photo') {
    return image.resize({ width, height: MAX_WEBP_SIDE, fit: 'inside', withoutEnlargement: true });
  }
  const side = Math.min(AVATAR_SIZE, size.width, size.height);
  return image.resize({ width: side, height: side, fit: 'cover' });
}

async function thumbhashOf(image: Sharp): Promise<string> {
  const { data, info } = await image
    .resize({ width: THUMBHASH_SIDE, height: THUMBHASH_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

async function encode(image: Sharp, options: WebpOptions): Promise<ImageFile> {
  const { data, info } = await image.webp(options).toBuffer({ resolveWithObject: true });
  return { width: info.width, bytes: data };
}

function fromRaw({ data, info }: RawImage): Sharp {
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } });
}

/** Decodes once, to the largest width that is kept, and makes the others from that. */
async function processStill(bytes: Buffer, variant: ImageVariant, size: Size): Promise<ProcessedImage> {
  const widths = variant === 'photo' ? widthsFor(size.width) : [AVATAR_SIZE];
  const upright = sharp(bytes, INPUT).autoOrient().timeout({ seconds: TIME_LIMIT_S.still });
  const raw = await resizeTo(upright, variant, size, widths.at(-1) ?? size.width)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });

  const files: ImageFile[] = [];
  for (const width of widths) {
    files.push(await encode(fromRaw(raw).resize({ width, withoutEnlargement: true }), STILL));
  }
  return { meta: { ...size, thumbhash: await thumbhashOf(fromRaw(raw)) }, files };
}

/** Each width comes from the file anew: all frames decoded would be 200 MB. */
async function processAnimation(bytes: Buffer, variant: ImageVariant, size: Size): Promise<ProcessedImage> {
  const files: ImageFile[] = [];
  for (const width of variant === 'photo' ? widthsFor(size.width) : [AVATAR_SIZE]) {
    const frames = sharp(bytes, { ...INPUT, animated: true }).timeout({ seconds: TIME_LIMIT_S.animation });
    files.push(await encode(resizeTo(frames, variant, size, width), ANIMATION));
  }
  const first = resizeTo(
    sharp(bytes, INPUT).timeout({ seconds: TIME_LIMIT_S.still }),
    variant,
    size,
    AVATAR_SIZE,
  );
  const raw = await first.raw().toBuffer({ resolveWithObject: true });
  return { meta: { ...size, thumbhash: await thumbhashOf(fromRaw(raw)) }, files };
}

async function processNow({ bytes, format }: UploadedImage, variant: ImageVariant): Promise<ProcessedImage> {
  if (format === 'jpeg' && countJpegScans(bytes) > MAX_JPEG_SCANS) throw new Error('timeout: too many scans');
  // All frames count towards the pixel limit, which this call checks already, on the header alone.
  const metadata = await sharp(bytes, { ...INPUT, animated: true }).metadata();
  const size = sizeOf(metadata);
  return isAnimated(metadata) ? processAnimation(bytes, variant, size) : processStill(bytes, variant, size);
}

/** What went wrong with the pixels, as a sentence for the person who sent them. */
function sentenceFor(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (message.includes('pixel limit')) return 'A picture may have at most 50 megapixels';
  if (message.includes('timeout')) return 'The picture takes too long to read: please send a smaller one';
  return 'The picture is damaged and cannot be read';
}

/**
 * Makes the files that are served: upright, without metadata, in sRGB, in the widths that are kept. Animated GIF and
 * WebP stay animated. Runs outside the event loop, two pictures at a time.
 *
 * @param field - the member of the body that held the picture, for the error.
 * @throws AppError 400 for a picture that is damaged, too large in pixels or too costly, 503 when too many wait.
 */
export function processImage(
  image: UploadedImage,
  variant: ImageVariant,
  field: string,
): Promise<ProcessedImage> {
  return queue.run(async () => {
    try {
      return await processNow(image, variant);
    } catch (error) {
      throw invalidImage(sentenceFor(error), field);
    }
  });
}
