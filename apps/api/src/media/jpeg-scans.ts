const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** True for the byte that follows 0xff inside the coded data of a scan: a stuffed zero or a restart marker. */
const isInsideScan = (byte: number) => byte === 0x00 || (byte >= 0xd0 && byte <= 0xd7);

/**
 * How many passes a decoder makes over a JPEG's pixels: 1 for a plain one, about 10 for a progressive one. A file of a
 * few kB can hold thousands, each as costly as the whole picture.
 *
 * @returns the count up to the end or the first thing that is no JPEG.
 */
export function countJpegScans(bytes: Buffer): number {
  let scans = 0;
  // Behind the start-of-image marker.
  let offset = 2;
  while (offset + 4 <= bytes.length && bytes[offset] === 0xff) {
    const marker = bytes[offset + 1];
    if (marker === END_OF_IMAGE) break;
    // Fill bytes may stand before any marker.
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    offset += 2 + bytes.readUInt16BE(offset + 2);
    if (marker !== START_OF_SCAN) continue;
    scans += 1;
    offset = bytes.indexOf(0xff, offset);
    while (offset !== -1 && isInsideScan(bytes[offset + 1] ?? END_OF_IMAGE))
      offset = bytes.indexOf(0xff, offset + 2);
    if (offset === -1) break;
  }
  return scans;
}
