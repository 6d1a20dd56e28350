import { createTypedKeeper } from '../../lib/typed-keeper.ts';

/** What somebody has typed into the form of a story. */
export interface PostFields {
  title: string;
  html: string;
  image: string;
  imageAlt: string;
  location: string;
}

/** Over the end of a session; the key of a form is the story that is edited, or `new`. */
export const keptPosts = createTypedKeeper<PostFields>();
