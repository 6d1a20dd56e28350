import { LIMITS } from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';
import { buildPicture, toDataUrl } from '../../test/pictures.js';
import { AppError } from '../http/app-error.js';
import { parseDataUrl } from './uploaded-image.js';

function catchRejection(image: string): AppError {
  try {
    parseDataUrl(image, 'profilePic');
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('The picture was accepted');
}

/** Builds the first bytes of an ISO media file with these brands. */
function buildIsoMedia(...brands: string[]): Buffer {
  const box = Buffer.concat([
    Buffer.from('ftyp'),
    Buffer.from(brands[0] ?? ''),
    Buffer.alloc(4),
    Buffer.from(brands.join('')),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(box.length + 4);
  return Buffer.concat([length, box, Buffer.alloc(100)]);
}

const text = (content: string) => toDataUrl(Buffer.from(content));

describe('parseDataUrl', () => {
  it.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
    'with a %s that is declared as another type: detects the format by content',
    async (format) => {
      const bytes = await buildPicture(20, 10).toFormat(format).toBuffer();

      expect(parseDataUrl(toDataUrl(bytes, 'image/bmp'), 'image')).toEqual({ bytes, format });
    },
  );

  it('without a media type, or with a file name: accepts the picture', async () => {
    const bytes = await buildPicture(20, 10).png().toBuffer();
    const base64 = bytes.toString('base64');

    expect(parseDataUrl(`data:;base64,${base64}`, 'image').format).toBe('png');
    expect(parseDataUrl(`DATA:image/png;name=a.png;base64,${base64}`, 'image').format).toBe('png');
  });

  it('with AVIF that also has a generic brand: detects AVIF', () => {
    expect(parseDataUrl(toDataUrl(buildIsoMedia('mif1', 'avif', 'miaf')), 'image').format).toBe('avif');
  });

  it.each([
    [
      'HEIC',
      toDataUrl(buildIsoMedia('heic', 'mif1', 'heic')),
      "HEIC pictures can't be opened. Please use JPEG or PNG.",
    ],
    [
      'HEIC by its second brand',
      toDataUrl(buildIsoMedia('mif1', 'heix')),
      "HEIC pictures can't be opened. Please use JPEG or PNG.",
    ],
    [
      'SVG',
      text('<?xml version="1.0"?><!-- a --><svg xmlns="http://www.w3.org/2000/svg"/>'),
      'SVG pictures are not accepted. Please use JPEG or PNG.',
    ],
    [
      'SVG without an XML declaration',
      text('<svg onload="alert(1)"></svg>'),
      'SVG pictures are not accepted. Please use JPEG or PNG.',
    ],
    ['text', text('नमस्ते'), 'A picture must be a PNG, JPEG, WebP, GIF or AVIF file'],
    [
      'HTML',
      text('<!doctype html><script>alert(1)</script>'),
      'A picture must be a PNG, JPEG, WebP, GIF or AVIF file',
    ],
    ['PDF', text('%PDF-1.7'), 'A picture must be a PNG, JPEG, WebP, GIF or AVIF file'],
    ['TIFF', text('II*\0\x08\0\0\0'), 'A picture must be a PNG, JPEG, WebP, GIF or AVIF file'],
    [
      'MP4',
      toDataUrl(buildIsoMedia('isom', 'mp42')),
      'A picture must be a PNG, JPEG, WebP, GIF or AVIF file',
    ],
    ['no bytes', 'data:image/png;base64,', 'A picture must be a PNG, JPEG, WebP, GIF or AVIF file'],
    ['three letters', text('GIF'), 'A picture must be a PNG, JPEG, WebP, GIF or AVIF file'],
    ['no base64', 'data:image/svg+xml,%3Csvg/%3E', 'A picture must be sent as a base64 data URL'],
    ['no comma', 'data:image/png;base64', 'A picture must be sent as a base64 data URL'],
    ['an invalid character', 'data:image/png;base64,iVBORw0KGgo*', 'The picture is not valid base64'],
    ['the URL-safe alphabet', 'data:image/png;base64,iVBORw0KGgo-_A==', 'The picture is not valid base64'],
    ['a line break', 'data:image/png;base64,iVBO\nRw0KGgo', 'The picture is not valid base64'],
    ['missing padding', 'data:image/png;base64,iVBORw0KGg', 'The picture is not valid base64'],
    ['padding inside', 'data:image/png;base64,iV==Rw0KGgo=', 'The picture is not valid base64'],
  ])('with %s: throws 400 with the reason', (_name, image, message) => {
    const error = catchRejection(image);

    expect(error).toMatchObject({ status: 400, code: 'invalid_image', message });
    expect(error.details.fields).toMatchObject([{ field: 'profilePic', message }]);
  });

  it('with exactly 10 MB: accepts it; with one byte more: throws 413, whatever the content', () => {
    const largest = Buffer.alloc(LIMITS.imageBytes);
    largest.write('GIF89a');

    expect(parseDataUrl(toDataUrl(largest), 'image').bytes).toHaveLength(LIMITS.imageBytes);
    for (const extra of [1, 2, 3]) {
      expect(catchRejection(toDataUrl(Buffer.alloc(LIMITS.imageBytes + extra)))).toMatchObject({
        status: 413,
        code: 'picture_too_large',
        message: 'A picture must be at most 10 MB',
      });
    }
    expect(catchRejection(`data:image/png;base64,${'*'.repeat(14_000_000)}`).status).toBe(413);
  });
});
