/** Storage key of one width (pixels) of a blob. */
export function fileKey(fileId: string, width: number): string {
  return `${fileId.slice(0, 2)}/${fileId}-${width}.webp`;
}
