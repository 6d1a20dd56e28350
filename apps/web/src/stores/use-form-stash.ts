import { useEffect, useEffectEvent } from 'react';
import type { FormStash } from '../lib/form-stash.ts';
import { useAuthStore } from './auth.store.ts';

/**
 * Stashes the values of a form when the session ends and the form is removed from the page, and clears the stash when
 * the form is shown again. The form reads `stash.restore(userId, formKey)` once, for its initial values. Leaving the
 * form in any other way stashes nothing.
 *
 * @param formKey - distinguishes forms of one kind: for example by the id of the edited story.
 */
export function useFormStash<T>(
  stash: FormStash<T>,
  userId: string | null,
  formKey: string,
  values: T,
): void {
  const getValues = useEffectEvent(() => values);
  useEffect(() => {
    if (userId === null) return;
    stash.clear();
    return () => {
      if (!useAuthStore.getState().isAuthenticated) stash.save(userId, formKey, getValues());
    };
  }, [stash, userId, formKey]);
}
