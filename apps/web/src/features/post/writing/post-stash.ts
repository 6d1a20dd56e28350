import { createFormStash } from '../../../lib/form-stash.ts';

/** What somebody has typed into the form of a story. */
export interface PostFields {
  title: string;
  html: string;
  image: string;
  imageAlt: string;
  location: string;
}

/** A form as it is kept. */
export interface StashedPost extends PostFields {
  /** One for all tries of a new story: a try whose answer was lost is not stored twice. */
  clientPostId: string;
}

/** Over the end of a session; the key of a form is the story that is edited, or `new`. */
export const postStash = createFormStash<StashedPost>();
