/** Keeps what somebody typed while their form is off the screen; see `createTypedKeeper`. */
export interface TypedKeeper<T> {
  /** Replaces what was kept: one form is enough, there is one on the screen. */
  keep: (userId: string, formKey: string, typed: T) => void;
  /** What this person had typed into this form; null when nothing, or another person's or form's. */
  recall: (userId: string, formKey: string) => T | null;
  /** The form is on the screen again, or was sent. */
  forget: () => void;
}

/**
 * A place for the content of one kind of form between the end of a session and the return after sign-in. In memory
 * alone: the way there and back is within the page, and a password must not lie on the device.
 */
export function createTypedKeeper<T>(): TypedKeeper<T> {
  let kept: { userId: string; formKey: string; typed: T } | null = null;
  return {
    keep(userId, formKey, typed) {
      kept = { userId, formKey, typed };
    },
    recall(userId, formKey) {
      return kept?.userId === userId && kept.formKey === formKey ? kept.typed : null;
    },
    forget() {
      kept = null;
    },
  };
}
