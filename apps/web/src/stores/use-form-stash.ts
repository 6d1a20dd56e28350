import { useEffect, useRef } from 'react';
import type { FormStash } from '../lib/form-stash.ts';
import { useAuthStore } from './auth.store.ts';

/**
 * Hands `typed` to the keeper when the end of the session takes the form away, and forgets it as soon as the form
 * stands again. A form reads `keeper.recall(userId, formKey)` once, for its first values. One that is left in
 * another way keeps nothing.
 *
 * @param formKey - tells forms of one kind apart: the id of what is edited, or of whom is written to.
 */
export function useFormStash<T>(
  stash: FormStash<T>,
  userId: string | null,
  formKey: string,
  values: T,
): void {
  const latestValues = useRef(values);
  useEffect(() => {
    latestValues.current = values;
  });
  useEffect(() => {
    if (userId === null) return;
    stash.clear();
    return () => {
      if (!useAuthStore.getState().isAuthenticated) stash.save(userId, formKey, latestValues.current);
    };
  }, [stash, userId, formKey]);
}
