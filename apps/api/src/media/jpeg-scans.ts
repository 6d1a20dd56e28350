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
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1];
    if (marker === END_OF_IMAGE) break;
    // Fill bytes may stand before any marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    at += 2 + bytes.readUInt16BE(at + 2);
    if (marker !== START_OF_SCAN) continue;
    scans += 1;
    at = bytes.indexOf(0xff, at);
    while (at !== -1 && isInsideScan(bytes[at + 1] ?? END_OF_IMAGE)) at = bytes.indexOf(0xff, at + 2);
    if (at === -1) break;
  }
  return scans;
}
