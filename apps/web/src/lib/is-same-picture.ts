import type { ImageMeta } from '@safarnama/contracts';

/** Compares two pictures by their content, since copies have URLs of their own. Null is no picture. */
export function isSamePicture(one: ImageMeta | null, other: ImageMeta | null): boolean {
  return one?.thumbhash === other?.thumbhash && one?.width === other?.width && one?.height === other?.height;
}
