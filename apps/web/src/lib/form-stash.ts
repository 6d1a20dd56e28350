/** Keeps what somebody typed while their form is off the screen; see `createFormStash`. */
export interface FormStash<T> {
  /** Replaces what was kept: one form is enough, there is one on the screen. */
  save: (userId: string, formKey: string, values: T) => void;
  /** What this person had typed into this form; null when nothing, or another person's or form's. */
  restore: (userId: string, formKey: string) => T | null;
  /** The form is on the screen again, or was sent. */
  clear: () => void;
}

/**
 * A place for the content of one kind of form between the end of a session and the return after sign-in. In memory
 * alone: the way there and back is within the page, and a password must not lie on the device.
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
