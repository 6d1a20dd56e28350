import type { PictureFormat } from '@safarnama/contracts';
import { hasMetadata } from './picture-metadata.ts';

/** How a picture is used. The server crops an avatar to a square. */
export type PictureVariant = 'photo' | 'avatar';

/**
 * Maximum longer side of an uploaded photo, in pixels. The largest stored width is 1600, so this allows for zooming.
 */
const MAX_SIDE = 2560;
/** Maximum shorter side of an uploaded avatar, in pixels: twice the side of the stored square. */
const MAX_AVATAR_SIDE = 512;
/** A picture within the maximum side and up to this size is uploaded as it is. */
const SMALL_BYTES = 1_000_000;
/**
 * At 2560 pixels, compression artefacts of this quality are not visible, and a photo takes about a fifth of the bytes
 * that a camera writes. The server encodes every picture again, so that a higher quality would be lost there.
 */
const QUALITY = 0.85;
/** Side, in pixels, of the copy that is searched for transparency. */
const SAMPLE_SIDE = 64;
const WEBP_ANIMATION_FLAG = 2;

/** Null for content that was not recognized; the server rejects it. */
type SniffedFormat = PictureFormat | 'heic' | null;

/**
 * Makes a picture smaller: a photo at most `MAX_SIDE` pixels on its longer side, an avatar at most `MAX_AVATAR_SIDE` on
 * its shorter side. The result is rotated according to its metadata, without these metadata (such as the location), and
 * with its transparency. The browser decodes and encodes outside the main thread.
 *
 * @param head - the first `PICTURE_HEAD_BYTES` of the file.
 * @returns a JPEG, WebP or PNG; the original when it is animated or cannot be decoded. A picture without metadata is also
 *   returned as it is when it is small already or the result is not smaller, except for HEIC and for AVIF above the
 *   maximum side, which the server may reject.
 */
export async function shrinkPicture(
  original: Blob,
  head: Uint8Array,
  format: SniffedFormat,
  variant: PictureVariant = 'photo',
): Promise<Blob> {
  if (format === null || isAnimated(head, format)) return original;
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(original, { imageOrientation: 'from-image' });
  } catch {
    return original;
  }
  try {
    const { width, height } = bitmap;
    const [side, maxSide] =
      variant === 'avatar' ? [Math.min(width, height), MAX_AVATAR_SIDE] : [Math.max(width, height), MAX_SIDE];
    let mustConvert = format === 'heic' || (format === 'avif' && side > maxSide);
    if (!mustConvert && side <= maxSide && original.size <= SMALL_BYTES) {
      if (!(await hasMetadata(original))) return original;
      mustConvert = true;
    }
    const shrunk = await encode(drawBitmap(bitmap, Math.min(1, maxSide / side)), format);
    if (mustConvert || shrunk.size < original.size) return shrunk;
    return (await hasMetadata(original)) ? shrunk : original;
  } catch {
    // The device cannot hold a canvas of this size.
    return original;
  } finally {
    bitmap.close();
  }
}

type Canvas = OffscreenCanvas | HTMLCanvasElement;

function createCanvas(width: number, height: number): Canvas {
  if (typeof OffscreenCanvas === 'function') return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement('canvas'), { width, height });
}

function drawBitmap(bitmap: ImageBitmap, scale: number): Canvas {
  return drawScaled(bitmap, Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
}

function drawScaled(source: CanvasImageSource, width: number, height: number): Canvas {
  const canvas = createCanvas(Math.max(1, width), Math.max(1, height));
  const context = contextOf(canvas);
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function contextOf(canvas: Canvas): OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D {
  const context = canvas.getContext('2d') as
    | OffscreenCanvasRenderingContext2D
    | CanvasRenderingContext2D
    | null;
  if (context === null) throw new Error('This browser cannot draw a canvas of this size');
  return context;
}

/**
 * JPEG for formats without transparency; otherwise WebP. In a browser that cannot write WebP, PNG for a picture with
 * transparency, JPEG for any other.
 */
async function encode(canvas: Canvas, format: SniffedFormat): Promise<Blob> {
  if (format === 'jpeg' || format === 'heic') return toBlob(canvas, 'image/jpeg');
  const webp = await toBlob(canvas, 'image/webp');
  if (webp.type === 'image/webp' || hasTransparency(canvas)) return webp;
  return toBlob(canvas, 'image/jpeg');
}

async function toBlob(canvas: Canvas, type: string): Promise<Blob> {
  if (canvas instanceof HTMLCanvasElement) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
    if (blob === null) throw new Error('This browser cannot encode the picture');
    return blob;
  }
  return canvas.convertToBlob({ type, quality: QUALITY });
}

function hasTransparency(canvas: Canvas): boolean {
  const sample = drawScaled(canvas, SAMPLE_SIDE, SAMPLE_SIDE);
  const { data } = contextOf(sample).getImageData(0, 0, SAMPLE_SIDE, SAMPLE_SIDE);
  return data.some((value, index) => index % 4 === 3 && value < 255);
}

/** Whether the picture is animated: drawing it would keep only its first frame. */
function isAnimated(head: Uint8Array, format: SniffedFormat): boolean {
  const text = new TextDecoder('latin1').decode(head);
  if (format === 'gif') return true;
  if (format === 'webp')
    return text.slice(12, 16) === 'VP8X' && ((head[20] ?? 0) & WEBP_ANIMATION_FLAG) !== 0;
  // In an animated PNG, this chunk precedes the pixels.
  if (format === 'png') return text.includes('acTL') && !text.split('acTL')[0]?.includes('IDAT');
  return format === 'avif' && text.slice(8, 12) === 'avis';
}
