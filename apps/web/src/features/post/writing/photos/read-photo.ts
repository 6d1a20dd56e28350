import { isVisitDay } from '@safarnama/contracts';
import { EXIF_START, XMP_TAGS } from '../../../../lib/picture-metadata.ts';
import { readBytes } from '../../../../lib/read-image.ts';
import type { Position } from './nearest-place.ts';

/** Where and when a photo was taken, according to its metadata. */
interface PhotoMetadata {
  position: Position | null;
  /** Day on which it was taken, in the local time there: `YYYY-MM-DD`. */
  takenOn: string | null;
}

const NO_METADATA: PhotoMetadata = { position: null, takenOn: null };

/** Number of bytes searched in a JPEG, where all metadata precede the picture. */
const JPEG_HEAD_BYTES = 1_000_000;
/** Maximum size of files in other formats, whose metadata may be at the end. Larger files are not searched. */
const MAX_BYTES = 24_000_000;
/** Maximum length of an EXIF block, as in JPEG. A malicious longer block would take the reader seconds per megabyte. */
const MAX_EXIF_BYTES = 65_536;
const MAX_XMP_LENGTH = 200_000;
/** Header by which the reader recognizes XMP without a picture. */
const XMP_START = '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>';

const TAGS = {
  exif: ['DateTimeOriginal', 'GPSLatitude', 'GPSLatitudeRef', 'GPSLongitude', 'GPSLongitudeRef'],
  xmp: ['DateTimeOriginal', 'DateCreated', 'GPSLatitude', 'GPSLongitude'],
  gps: ['Latitude', 'Longitude'],
};
const OPTIONS = { expanded: true, includeTags: TAGS } as const;

/**
 * Reads on this device where and when a photo was taken. The file must be the original, since pictures lose their
 * metadata when they are made smaller. Never fails: broken metadata are ignored.
 */
export async function readPhoto(file: File): Promise<PhotoMetadata> {
  try {
    const isJpeg = file.type === 'image/jpeg';
    if (!isJpeg && file.size > MAX_BYTES) return NO_METADATA;
    const bytes = await readBytes(isJpeg ? file.slice(0, JPEG_HEAD_BYTES) : file);
    const text = new TextDecoder('latin1').decode(bytes);
    const exifBlock = findExif(bytes, text);
    const xmpBlock = findXmp(text);
    // Most pictures from the web have no metadata, so the library is not needed.
    if (!exifBlock && !xmpBlock) return NO_METADATA;
    const { load } = (await import('exifreader')).default;
    const { exif, gps } = exifBlock ? load(exifBlock, OPTIONS) : {};
    const { xmp } = xmpBlock ? load(xmpBlock, OPTIONS) : {};
    return {
      position:
        toPosition(gps?.Latitude, gps?.Longitude) ??
        toPosition(
          parseCoordinate(xmp?.['GPSLatitude']?.value),
          parseCoordinate(xmp?.['GPSLongitude']?.value),
        ),
      takenOn:
        parseDay(exif?.DateTimeOriginal?.description) ??
        parseDay(xmp?.['DateTimeOriginal']?.value) ??
        parseDay(xmp?.['DateCreated']?.value),
    };
  } catch {
    return NO_METADATA;
  }
}

/** Returns only the EXIF block, so that the reader is never given more. */
function findExif(bytes: ArrayBuffer, text: string): ArrayBuffer | null {
  const match = EXIF_START.exec(text);
  if (!match) return null;
  const start = match.index + match[0].length;
  return bytes.slice(start, start + MAX_EXIF_BYTES);
}

/** Returns only the XMP block; null for a block that declares entities, whose expansion may be unlimited. */
function findXmp(text: string): ArrayBuffer | null {
  const [open, close] = XMP_TAGS;
  const start = text.indexOf(open);
  const end = text.indexOf(close, start) + close.length;
  const xmp = text.slice(start, end);
  if (start < 0 || end < start || xmp.length > MAX_XMP_LENGTH || xmp.includes('<!')) return null;
  return new TextEncoder().encode(XMP_START + xmp).buffer;
}

function toPosition(lat = Number.NaN, lon = Number.NaN): Position | null {
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null;
}

/** A coordinate of XMP, in degrees: `15,20.1N` or `15,20,6N`. NaN for other values. */
function parseCoordinate(value: unknown): number {
  const [, numbers = '', direction = ''] = /^([\d.,]+)([NSEW])$/.exec(String(value)) ?? [];
  if (numbers === '') return Number.NaN;
  const [degrees = 0, minutes = 0, seconds = 0] = numbers.split(',').map(Number);
  const size = degrees + minutes / 60 + seconds / 3600;
  return 'SW'.includes(direction) ? -size : size;
}

/** The day of `2024:03:12 10:20:30` or `2024-03-12T10:20:30`; null if it cannot be the day of a visit. */
function parseDay(value: unknown): string | null {
  const [, year, month, day] = /^(\d{4})[:-](\d{2})[:-](\d{2})(?:[T ]|$)/.exec(String(value)) ?? [];
  const isoDay = `${year}-${month}-${day}`;
  return isVisitDay(isoDay) ? isoDay : null;
}
