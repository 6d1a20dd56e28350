/**
 * Matches pictures in a story's markup that are not uploaded yet. The editor writes each as a `figure` with the id of
 * its upload, which only this device knows.
 */
const PENDING_FIGURE = /<figure data-upload="(\w+)">.*?<\/figure>/gs;

/** Returns the ids of the uploads of pictures in the markup, in its order. */
export function pendingPictureIds(html: string): string[] {
  return [...html.matchAll(PENDING_FIGURE)].flatMap(([, id]) => id ?? []);
}

/** Returns markup that the server accepts: without pictures that are not uploaded yet. */
export function withoutPendingPictures(html: string): string {
  return html.replace(PENDING_FIGURE, '');
}
