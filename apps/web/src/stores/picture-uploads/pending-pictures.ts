/**
 * Matches pictures in a story's markup that are not uploaded yet. The editor writes each as a `figure` with the id of
 * its upload, which only this device knows.
 */
const PENDING_FIGURE = /<figure data-upload="(\w+)">.*?<\/figure>/gs;

/** Returns the ids of the uploads of pictures in the markup, in its order. */
export function pendingPictureIds(html: string): string[] {
  return [...html.matchAll(PENDING_FIGURE)].flatMap(([, id]) => id ?? []);
}

/** Matches uploaded pictures in the markup. */
const UPLOADED_PICTURE = /<img [^>]*?src="([^"]+)"/g;

/** Returns the key of a stored picture: its URL may be absolute or relative. */
export const pictureKey = (url: string) => url.slice(url.lastIndexOf('/') + 1);

/** Returns the keys of the uploaded pictures in the markup, in its order. */
export function uploadedPictureKeys(html: string): string[] {
  return [...html.matchAll(UPLOADED_PICTURE)].flatMap(([, src]) => (src ? pictureKey(src) : []));
}

/** Returns the keys of the pictures in sent markup that what the server has stored of it does not contain. */
export function missingPictureKeys(sent: string, stored: string): string[] {
  const storedKeys = uploadedPictureKeys(stored);
  return uploadedPictureKeys(sent).filter((key) => !storedKeys.includes(key));
}

/** Returns markup that the server accepts: without pictures that are not uploaded yet. */
export function withoutPendingPictures(html: string): string {
  return html.replace(PENDING_FIGURE, '');
}
