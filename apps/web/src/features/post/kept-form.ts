import { useAuthStore } from '../../stores/auth.store.ts';

/** What somebody has typed into the form of a story. */
export interface PostFields {
  title: string;
  html: string;
  image: string;
  imageAlt: string;
  location: string;
}

interface KeptForm {
  userId: string;
  /** The story that is edited, or `new`. */
  formKey: string;
  fields: PostFields;
}

/** In memory alone: the way to sign in and back is within the page. */
let kept: KeptForm | null = null;

/** Keeps what was typed when the end of the session takes the form away; does nothing when it is left otherwise. */
export function keepForm(userId: string, formKey: string, fields: PostFields): void {
  if (!useAuthStore.getState().isAuthenticated) kept = { userId, formKey, fields };
}

/** What this person had typed into this form when their session ended; null when nothing. */
export function keptForm(userId: string, formKey: string): PostFields | null {
  return kept?.userId === userId && kept.formKey === formKey ? kept.fields : null;
}

/** The form is on the screen again, or saved. */
export function forgetForm(): void {
  kept = null;
}
