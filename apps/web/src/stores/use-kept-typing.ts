import { useEffect, useRef } from 'react';
import type { TypedKeeper } from '../lib/typed-keeper.ts';
import { useAuthStore } from './auth.store.ts';

/**
 * Hands `typed` to the keeper when the end of the session takes the form away, and forgets it as soon as the form
 * stands again. A form reads `keeper.recall(userId, formKey)` once, for its first values. One that is left in
 * another way keeps nothing.
 *
 * @param formKey - tells forms of one kind apart: the id of what is edited, or of whom is written to.
 */
export function useKeptTyping<T>(
  keeper: TypedKeeper<T>,
  userId: string | null,
  formKey: string,
  typed: T,
): void {
  const latest = useRef(typed);
  useEffect(() => {
    latest.current = typed;
  });
  useEffect(() => {
    if (userId === null) return;
    keeper.forget();
    return () => {
      if (!useAuthStore.getState().isAuthenticated) keeper.keep(userId, formKey, latest.current);
    };
  }, [keeper, userId, formKey]);
}
