/**
 * Pictures of a story's markup that are not uploaded yet. The editor writes each as a `figure` with the id of its upload,
 * which only this device knows.
 */
const PENDING_FIGURE = /<figure data-upload="(\w+)">.*?<\/figure>/gs;

/** Ids of the uploads whose pictures the markup contains, in its order. */
export function pendingPictureIds(html: string): string[] {
  return [...html.matchAll(PENDING_FIGURE)].flatMap(([, id]) => id ?? []);
}

/** The markup that the server accepts: without the pictures that it does not have. */
export function withoutPendingPictures(html: string): string {
  return html.replace(PENDING_FIGURE, '');
}
