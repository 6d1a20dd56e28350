import sharp from 'sharp';

/** The way in which a manufacturer writes a coordinate as three fractions. */
type Style = 'seconds' | 'minutes' | 'degrees';

interface PhotoOptions {
  make: string;
  model: string;
  lat: number;
  lon: number;
  /** In the format of EXIF: `2024:03:12 06:40:10`. */
  date?: string;
  style?: Style;
}

/** Denominator of fractions in hundredths. */
const HUNDREDTHS = 100;
/** Denominator of degrees, precise to about 10 centimetres. */
const FINE = 1_000_000;

function toFractions(value: number, style: Style): [number, number][] {
  const size = Math.abs(value);
  if (style === 'degrees')
    return [
      [Math.round(size * FINE), FINE],
      [0, 1],
      [0, 1],
    ];
  const degrees = Math.floor(size);
  const minutes = (size - degrees) * 60;
  if (style === 'minutes')
    return [
      [degrees, 1],
      [Math.round(minutes * FINE), FINE],
      [0, HUNDREDTHS],
    ];
  const seconds = Math.round((minutes % 1) * 60 * HUNDREDTHS);
  return [
    [degrees, 1],
    [Math.floor(minutes), 1],
    [seconds, HUNDREDTHS],
  ];
}

const latRef = (lat: number) => (lat < 0 ? 'S' : 'N');
const lonRef = (lon: number) => (lon < 0 ? 'W' : 'E');

const draw = () => sharp({ create: { width: 60, height: 40, channels: 3, background: '#e8a13a' } });

const toFile = (bytes: Uint8Array, name: string, type: string) =>
  new File([new Uint8Array(bytes)], name, { type });

/** Creates a photo in a format for which sharp writes metadata, in little-endian order. */
export async function takePhoto(
  format: 'jpeg' | 'png' | 'webp' | 'heic',
  { make, model, lat, lon, date = '', style = 'seconds' }: PhotoOptions,
): Promise<File> {
  const join = (fractions: [number, number][]) => fractions.map((each) => each.join('/')).join(' ');
  const picture = draw().withExif({
    IFD0: { Make: make, Model: model },
    IFD2: { ...(date !== '' && { DateTimeOriginal: date }) },
    IFD3: {
      GPSLatitudeRef: latRef(lat),
      GPSLatitude: join(toFractions(lat, style)),
      GPSLongitudeRef: lonRef(lon),
      GPSLongitude: join(toFractions(lon, style)),
    },
  });
  if (format !== 'heic')
    return toFile(await picture.toFormat(format).toBuffer(), `a.${format}`, `image/${format}`);
  // sharp cannot encode HEVC. An AVIF has the same container with another brand.
  const avif = (await picture.avif().toBuffer()).toString('latin1');
  return toFile(Buffer.from(avif.replace('ftypavif', 'ftypheic'), 'latin1'), 'IMG_1.HEIC', '');
}

/** Creates a JPEG whose position and date are only in its XMP, as photo editors write them. */
export async function takeXmpPhoto({
  lat,
  lon,
  date,
}: {
  lat: number;
  lon: number;
  date: string;
}): Promise<File> {
  const coordinate = (value: number, ref: string) => {
    const size = Math.abs(value);
    return `${Math.floor(size)},${((size % 1) * 60).toFixed(6)}${ref}`;
  };
  const xmp = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
    xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:DateTimeOriginal="${date}"
    exif:GPSLatitude="${coordinate(lat, latRef(lat))}" exif:GPSLongitude="${coordinate(lon, lonRef(lon))}"/>
    </rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
  return toFile(await draw().jpeg().withXmp(xmp).toBuffer(), 'edited.jpg', 'image/jpeg');
}

/** An entry of a TIFF directory. */
type Entry = [tag: number, type: number, count: number, value: Buffer];

/** Creates a JPEG with a hand-written TIFF block, big-endian unless `isLittle`; sharp writes only little-endian. */
export async function takeRawPhoto(
  { make, model, lat, lon, date = '', style = 'seconds' }: PhotoOptions,
  { isLittle = false, isGpsFirst = false } = {},
): Promise<File> {
  const number = (value: number, bytes: 2 | 4): Buffer => {
    const buffer = Buffer.alloc(bytes);
    if (isLittle) buffer.writeUIntLE(value, 0, bytes);
    else buffer.writeUIntBE(value, 0, bytes);
    return buffer;
  };
  const ascii = (tag: number, text: string): Entry => [tag, 2, text.length + 1, Buffer.from(`${text}\0`)];
  const fractions = (tag: number, value: number): Entry => {
    const parts = toFractions(value, style).flat();
    return [tag, 5, 3, Buffer.concat(parts.map((part) => number(part, 4)))];
  };
  const directory = (entries: Entry[], offset: number): Buffer => {
    let end = offset + 2 + entries.length * 12 + 4;
    const values: Buffer[] = [];
    const records = entries.map(([tag, type, count, value]) => {
      const slot =
        value.length <= 4 ? Buffer.concat([value, Buffer.alloc(4 - value.length)]) : number(end, 4);
      if (value.length > 4) {
        values.push(value);
        end += value.length;
      }
      return Buffer.concat([number(tag, 2), number(type, 2), number(count, 4), slot]);
    });
    return Buffer.concat([number(entries.length, 2), ...records, number(0, 4), ...values]);
  };
  const exifEntries: Entry[] =
    date === '' ? [] : [ascii(0x9003, date), [0x927c, 7, 9, Buffer.from('MakerNote')]];
  const gpsEntries: Entry[] = [
    ascii(1, latRef(lat)),
    fractions(2, lat),
    ascii(3, lonRef(lon)),
    fractions(4, lon),
  ];
  const rootEntries = (exifAt: number, gpsAt: number): Entry[] => [
    ascii(0x010f, make),
    ascii(0x0110, model),
    [0x8769, 4, 1, number(exifAt, 4)],
    [0x8825, 4, 1, number(gpsAt, 4)],
  ];
  const first = 8 + directory(rootEntries(0, 0), 8).length;
  const second = first + directory(isGpsFirst ? gpsEntries : exifEntries, first).length;
  const [exifAt, gpsAt] = isGpsFirst ? [second, first] : [first, second];
  const inner = [
    { at: exifAt, block: directory(exifEntries, exifAt) },
    { at: gpsAt, block: directory(gpsEntries, gpsAt) },
  ].sort((a, b) => a.at - b.at);
  const tiff = Buffer.concat([
    Buffer.from(isLittle ? 'II' : 'MM'),
    number(42, 2),
    number(8, 4),
    directory(rootEntries(exifAt, gpsAt), 8),
    ...inner.map(({ block }) => block),
  ]);
  return withExifBlock(tiff);
}

/** Creates a JPEG with the given bytes as its EXIF block. */
export async function withExifBlock(tiff: Buffer): Promise<File> {
  const block = Buffer.concat([Buffer.from('Exif\0\0'), tiff]);
  const header = Buffer.from([0xff, 0xe1, (block.length + 2) >> 8, (block.length + 2) & 0xff]);
  const jpeg = await draw().jpeg().toBuffer();
  return toFile(Buffer.concat([jpeg.subarray(0, 2), header, block, jpeg.subarray(2)]), 'a.jpg', 'image/jpeg');
}

/** Creates a picture without metadata. */
export const drawPlainPicture = async (): Promise<File> =>
  toFile(await draw().jpeg().toBuffer(), 'plain.jpg', 'image/jpeg');
