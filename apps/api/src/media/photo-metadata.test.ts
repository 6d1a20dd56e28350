import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { useDatabase } from '../../test/mongo.js';
import { buildPicture } from '../../test/pictures.js';
import { signIn } from '../../test/sign-in.js';
import { createUpload, sendBytes } from '../../test/uploads.js';
import { UploadModel } from './upload.model.js';

useDatabase();
const app = useApp();

const FORMATS = ['jpeg', 'png', 'webp', 'avif'] as const;
const CAMERAS = [
  ['Apple', 'iPhone 15 Pro'],
  ['samsung', 'SM-S918B'],
  ['Google', 'Pixel 8'],
  ['Canon', 'Canon EOS R6'],
  ['NIKON CORPORATION', 'NIKON Z 6'],
] as const;
const WIDTHS = [320, 960, 1600];
/** Blocks that a WebP needs for display. All others, such as `EXIF` and `XMP `, contain metadata. */
const PICTURE_BLOCKS = ['VP8 ', 'VP8L', 'VP8X', 'ALPH'];
const TRACES = ['Exif', 'GPS', '2024:03:12', 'xmpmeta', 'adobe.com', '15,20', 'MM\0*', 'II*\0'];

/** Builds a photo of Hampi with its position in EXIF and XMP. */
function buildPhoto(make: string, model: string, format: (typeof FORMATS)[number]): Promise<Buffer> {
  return buildPicture(1_700, 900)
    .withExif({
      IFD0: { Make: make, Model: model },
      IFD2: { DateTimeOriginal: '2024:03:12 06:40:10' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '15/1 20/1 600/100',
        GPSLongitudeRef: 'E',
        GPSLongitude: '76/1 27/1 3600/100',
      },
    })
    .withXmp(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="15,20.1N"/></rdf:RDF></x:xmpmeta>`,
    )
    .toFormat(format)
    .toBuffer();
}

/** Lists the names of the blocks of a WebP. */
function listBlocks(webp: Buffer): string[] {
  const blocks: string[] = [];
  for (let at = 12; at < webp.length; at += 8 + Math.ceil(webp.readUInt32LE(at + 4) / 2) * 2)
    blocks.push(webp.toString('latin1', at, at + 4));
  return blocks;
}

describe('an uploaded photo with its position and date', () => {
  it.each(CAMERAS)(
    'by %s: is stored without a byte of EXIF, GPS or XMP, in every format',
    async (make, model) => {
      const me = await signIn(app);

      for (const format of FORMATS) {
        const photo = await buildPhoto(make, model, format);
        expect(TRACES.filter((trace) => photo.includes(trace)).length).toBeGreaterThanOrEqual(2);
        const upload = await sendBytes(me, await createUpload(me, photo.length), 0, photo);

        for (const width of WIDTHS) {
          const { body, type } = await me.agent
            .get(`${upload.headers['upload-media']}?w=${width}`)
            .buffer(true);
          expect(type).toBe('image/webp');
          expect(listBlocks(body).filter((block) => !PICTURE_BLOCKS.includes(block))).toEqual([]);
          expect([...TRACES, make, model].filter((trace) => body.includes(trace))).toEqual([]);
        }
      }

      // The parts of the originals are no longer listed.
      const uploads = await UploadModel.find().lean();
      expect(uploads.map(({ parts }) => parts)).toEqual(FORMATS.map(() => []));
    },
  );
});
