import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { distanceInKm } from '@safarnama/places/distance';
import exifReader from 'exifreader';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readBytes } from '../../../../lib/read-image.ts';
import {
  drawPlainPicture,
  takePhoto,
  takeRawPhoto,
  takeXmpPhoto,
  withExifBlock,
} from '../../../../testing/photos.ts';
import { findNearestPlaces } from './nearest-place.ts';
import { readPhoto } from './read-photo.ts';

const APPLE = { make: 'Apple', model: 'iPhone 15 Pro' };
const SAMSUNG = { make: 'samsung', model: 'SM-S918B' };
const PIXEL = { make: 'Google', model: 'Pixel 8' };
const CANON = { make: 'Canon', model: 'Canon EOS R6' };
const NIKON = { make: 'NIKON CORPORATION', model: 'NIKON Z 6' };
const SONY = { make: 'SONY', model: 'ILCE-7M4' };
const DATE = '2024:03:12 06:40:10';

const at = (lat: number, lon: number, date = DATE) => ({ lat, lon, date });

/** Twenty photos as cameras of these makers write them; byte order, fractions and container differ. */
const PHOTOS: [description: string, place: string, photo: () => Promise<File>][] = [
  ['Apple JPEG', 'Taj Mahal', () => takeRawPhoto({ ...APPLE, ...at(27.1751, 78.0421) })],
  ['Apple JPEG, southern India', 'Munnar', () => takeRawPhoto({ ...APPLE, ...at(10.0889, 77.0595) })],
  ['Apple HEIC', 'Pangong Tso', () => takePhoto('heic', { ...APPLE, ...at(33.73, 78.63) })],
  ['Apple HEIC, a city', 'Jaipur', () => takePhoto('heic', { ...APPLE, ...at(26.909, 75.79) })],
  ['Samsung JPEG', 'Kaza', () => takePhoto('jpeg', { ...SAMSUNG, ...at(32.2276, 78.0719) })],
  ['Samsung WebP', 'Puri', () => takePhoto('webp', { ...SAMSUNG, ...at(19.8, 85.825) })],
  ['Samsung PNG', 'Gangtok', () => takePhoto('png', { ...SAMSUNG, ...at(27.335, 88.617) })],
  ['Pixel JPEG', 'Leh', () => takeRawPhoto({ ...PIXEL, ...at(34.1642, 77.5848) })],
  [
    'Pixel JPEG, GPS first',
    'Port Blair',
    () => takeRawPhoto({ ...PIXEL, ...at(11.667, 92.7359) }, { isGpsFirst: true }),
  ],
  ['Pixel WebP', 'Ziro', () => takePhoto('webp', { ...PIXEL, ...at(27.59, 93.83) })],
  [
    'Canon JPEG',
    'Jaisalmer',
    () => takeRawPhoto({ ...CANON, ...at(26.915, 70.93), style: 'minutes' }, { isLittle: true }),
  ],
  ['Canon XMP', 'Hampi', () => takeXmpPhoto({ ...at(15.3353, 76.4615), date: '2024-03-12T06:40:10+05:30' })],
  ['Canon PNG', 'Ooty', () => takePhoto('png', { ...CANON, ...at(11.4064, 76.6932), style: 'minutes' })],
  ['Nikon JPEG', 'Rameswaram', () => takeRawPhoto({ ...NIKON, ...at(9.28, 79.31), style: 'minutes' })],
  [
    'Nikon JPEG, decimal degrees',
    'Kanyakumari',
    () => takeRawPhoto({ ...NIKON, ...at(8.088, 77.538), style: 'degrees' }),
  ],
  ['Nikon WebP', 'Ajanta', () => takePhoto('webp', { ...NIKON, ...at(20.5519, 75.7033), style: 'minutes' })],
  ['Sony JPEG', 'Golden Temple', () => takeRawPhoto({ ...SONY, ...at(31.62, 74.8765) }, { isLittle: true })],
  [
    'Sony JPEG, GPS first',
    'Varanasi',
    () => takeRawPhoto({ ...SONY, ...at(25.32, 82.99) }, { isLittle: true, isGpsFirst: true }),
  ],
  ['Sony HEIC', 'Gateway of India', () => takePhoto('heic', { ...SONY, ...at(18.922, 72.8347) })],
  ['Sony PNG', 'Cherrapunji', () => takePhoto('png', { ...SONY, ...at(25.27, 91.732), style: 'degrees' })],
];

/** The towns and the places of our own list in the gazetteer of the API. */
const gazetteer = readFileSync(join(process.cwd(), '../../packages/places/data/gazetteer.tsv'), 'utf8')
  .split('\n')
  .map((line) => line.split('\t'))
  .filter(([, , , , , , id]) => id !== undefined && id !== '')
  .map(([, name = '', , lat, lon, , id, , , otherNames = '']) => ({
    id,
    name,
    names: [name, ...otherNames.split('|')],
    lat: Number(lat),
    lon: Number(lon),
  }));

describe('readPhoto and findNearestPlaces', () => {
  it.each(PHOTOS)(
    '%s: finds %s, which the gazetteer places within 30 km, and the day',
    async (_, name, take) => {
      const { position, takenOn } = await readPhoto(await take());

      expect(takenOn).toBe('2024-03-12');
      const places = position ? findNearestPlaces(position) : [];
      const matches = places.map(({ _id }) => gazetteer.find(({ id }) => id === _id));
      expect(matches.map((place) => place?.name)).toEqual(places.map((place) => place.name));
      expect(matches.flatMap((place) => place?.names)).toContain(name);
      for (const place of matches)
        expect(position && place && distanceInKm(position, place)).toBeLessThan(30);
    },
  );

  it.each([
    ['in the future', '2999:01:01 00:00:00'],
    ['before 1900', '1899:12:31 00:00:00'],
    ['that no calendar has', '2024:02:30 00:00:00'],
  ])('with a day %s: returns no day', async (_, date) => {
    const photo = await takeRawPhoto({ ...APPLE, ...at(27.1751, 78.0421, date) });

    expect((await readPhoto(photo)).takenOn).toBeNull();
  });

  it('with a photo without metadata: returns no position and no date', async () => {
    expect(await readPhoto(await drawPlainPicture())).toEqual({ position: null, takenOn: null });
  });

  it.each([
    ['cut off', (tiff: Buffer, cut: number) => tiff.subarray(0, cut)],
    ['with a wrong byte', (tiff: Buffer, at: number) => Buffer.from(tiff).fill(0xff, at, at + 1)],
    [
      'with zeros',
      (tiff: Buffer, at: number) => Buffer.from(tiff).fill(0, at, Math.min(at + 8, tiff.length)),
    ],
  ])('EXIF %s: is never an error, and yields a valid day or none', async (_, breakBlock) => {
    const photo = await takeRawPhoto({ ...APPLE, ...at(15.3353, 76.4615) });
    const bytes = Buffer.from(await readBytes(photo));
    const tiff = bytes.subarray(bytes.indexOf('Exif') + 6, bytes.indexOf('Exif') + 4 + bytes.readUInt16BE(4));

    for (let index = 0; index < tiff.length; index += 3) {
      const { position, takenOn } = await readPhoto(await withExifBlock(breakBlock(tiff, index)));
      if (position) findNearestPlaces(position);
      expect(takenOn ?? '2024-03-12').toMatch(/^\d{4}-\d\d-\d\d$/);
    }
  });

  it.each(['image/jpeg', 'image/webp'])(
    'with an EXIF block of 20 MB in %s that takes a minute to read: limits what the reader gets',
    async (type) => {
      const size = 20_000_000;
      const bomb = Buffer.alloc(size, 'A');
      bomb.write('\xff\xd8\xff\xe1\xff\xffExif\0\0II*\0', 'latin1');
      const tiff = bomb.indexOf('II*');
      bomb.writeUInt32LE(8, tiff + 4);
      const entryCount = 5_000;
      bomb.writeUInt16LE(entryCount, tiff + 8);
      for (let entry = 0; entry < entryCount; entry += 1) {
        const at = tiff + 10 + entry * 12;
        // A pointer to the GPS block, then pointers that claim 100,000 values each.
        bomb.writeUInt16LE(entry === 0 ? 0x8825 : 0x8769, at);
        bomb.writeUInt16LE(entry % 2 === 0 ? 4 : 2, at + 2);
        bomb.writeUInt32LE(entry === 0 ? 1 : 100_000, at + 4);
        bomb.writeUInt32LE(8, at + 8);
      }
      const load = vi.spyOn(exifReader, 'load');
      onTestFinished(() => load.mockRestore());

      await readPhoto(new File([bomb], 'bomb', { type }));

      expect(load.mock.calls.map(([block]) => (block as unknown as ArrayBuffer).byteLength)).toEqual([
        65_536,
      ]);
    },
  );

  it('with the start of XMP a million times: finds no metadata', async () => {
    const photo = new File(['<x:xmpmeta'.repeat(1_000_000)], 'a.webp', { type: 'image/webp' });

    // A search that restarted at each of them would exceed the timeout of the test.
    expect(await readPhoto(photo)).toEqual({ position: null, takenOn: null });
  });

  it('with XMP that declares entities: does not read it', async () => {
    const xmp =
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><!ENTITY a "&b;&b;"><rdf:Description exif:GPSLatitude="15,20N" exif:GPSLongitude="76,27E"/></x:xmpmeta>';

    expect(await readPhoto(new File([xmp], 'a.webp', { type: 'image/webp' }))).toEqual({
      position: null,
      takenOn: null,
    });
  });

  it.each([
    ['Lahore', 31.5497, 74.3436],
    ['Kathmandu', 27.7172, 85.324],
    ['Colombo', 6.9271, 79.8612],
    ['Dhaka', 23.8103, 90.4125],
    ['London', 51.5074, -0.1278],
    ['Sydney', -33.8688, 151.2093],
    ['the Arabian Sea', 15.3, 73.3],
    ['the Bay of Bengal', 15, 88],
    ['the position 0, 0', 0, 0],
  ])('at %s: finds no place', (_, lat, lon) => {
    expect(findNearestPlaces({ lat, lon })).toEqual([]);
  });
});
