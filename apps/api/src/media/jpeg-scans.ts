const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
/** Precedes each marker, any number of times. */
const FILL = 0xff;
/** Shortest length of a segment: its own two bytes. A decoder reads smaller values as this. */
const MIN_LENGTH = 2;
/** A call of `indexOf` takes as long as reading about this many bytes one by one. */
const NEAR_BYTES = 32;

/** Whether a marker begins a segment: stuffed zeros, restart markers and those that the format reserves do not. */
const hasLength = (marker: number) => marker >= 0xc0 && !(marker >= 0xd0 && marker <= 0xd7);

/**
 * Returns the position of the next 0xff, -1 without one. Hostile files have one in every second byte: calling `indexOf`
 * for each would block the event loop for 0.1 to 0.2 s.
 */
function findFill(bytes: Buffer, from: number): number {
  const farFrom = from + NEAR_BYTES;
  for (let offset = from; offset < farFrom; offset += 1) if (bytes[offset] === FILL) return offset;
  return bytes.indexOf(FILL, farFrom);
}

/**
 * Whether a JPEG has more than `max` scans. Each makes a decoder pass over all pixels: a baseline file has 1, a
 * progressive one about 10, and a file of a few kB can have thousands.
 *
 * Finds markers exactly as libjpeg does, which skips any bytes between two segments. What follows the end of the image
 * is not decoded: phones append videos.
 */
export function hasMoreScans(bytes: Buffer, max: number): boolean {
  let scans = 0;
  // Skips the start-of-image marker.
  let offset = findFill(bytes, 2);
  while (offset !== -1 && offset + 4 <= bytes.length) {
    const marker = bytes.readUInt8(offset + 1);
    if (marker === END_OF_IMAGE) break;
    if (marker === START_OF_SCAN) scans += 1;
    if (scans > max) return true;
    if (marker === FILL) offset += 1;
    else offset += 2 + (hasLength(marker) ? Math.max(MIN_LENGTH, bytes.readUInt16BE(offset + 2)) : 0);
    offset = findFill(bytes, offset);
  }
  return false;
}
