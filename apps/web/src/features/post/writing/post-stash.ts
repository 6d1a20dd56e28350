import { createFormStash } from '../../../lib/form-stash.ts';

/** Values of the story form. */
export interface PostFields {
  title: string;
  /** Markup of the editor. */
  html: string;
  /** A data URL, the URL of a stored picture, or empty. */
  image: string;
  imageAlt: string;
  location: string;
}

export interface StashedPost extends PostFields {
  /** The same for all attempts to create a story, so that a retry after a lost response does not create it twice. */
  clientPostId: string;
}

/** Saves an unsent story when the session expires, or when it fails after the author has left the form. The form key is the id of the edited post, or `new`. */
export const postStash = createFormStash<StashedPost>();
