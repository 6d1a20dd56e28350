const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** Whether the byte after 0xff belongs to the coded data of a scan: a stuffed zero or a restart marker. */
const isInsideScan = (byte: number) => byte === 0x00 || (byte >= 0xd0 && byte <= 0xd7);

/**
 * Counts the scans of a JPEG, each of which makes a decoder pass over all pixels: 1 in a baseline file, about 10 in a
 * progressive one. A file of a few kB can contain thousands.
 *
 * @returns the number of scans before the end of the file or the first invalid marker.
 */
export function countJpegScans(bytes: Buffer): number {
  let scans = 0;
  // Skips the start-of-image marker.
  let offset = 2;
  while (offset + 4 <= bytes.length && bytes[offset] === 0xff) {
    const marker = bytes[offset + 1];
    if (marker === END_OF_IMAGE) break;
    // Fill bytes may precede any marker.
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
