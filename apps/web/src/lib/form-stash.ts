/** Holds the values of a form while the user signs in again; see `createFormStash`. */
export interface FormStash<T> {
  /** Replaces the stashed values: a page has only one form. */
  save: (userId: string, formKey: string, values: T) => void;
  /** The values of this user in this form; null when there are none. */
  restore: (userId: string, formKey: string) => T | null;
  /** Call when the form is shown again or was submitted. */
  clear: () => void;
}

/**
 * Creates a stash for one kind of form, which preserves its values while a user whose session has expired signs in
 * again. It is in memory only: signing in does not reload the page, and a password must not be stored on the device.
 */
export function createFormStash<T>(): FormStash<T> {
  let stashed: { userId: string; formKey: string; values: T } | null = null;
  return {
    save(userId, formKey, values) {
      stashed = { userId, formKey, values };
    },
    restore(userId, formKey) {
      return stashed?.userId === userId && stashed.formKey === formKey ? stashed.values : null;
    },
    clear() {
      stashed = null;
    },
  };
}
