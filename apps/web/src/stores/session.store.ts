import type { Session } from '@safarnama/contracts';
import { create } from 'zustand';
import * as authApi from '../api/auth.api.ts';
import { ApiError, errorMessage } from '../lib/api-client.ts';

/*
 * Where one is signed in. Held only while it is looked at: what was true when the page was left is not kept.
 */

export interface SessionState {
  /** The latest sign-in first; null until they are known. */
  sessions: readonly Session[] | null;
  loading: boolean;
  error: string | null;
}

export interface SessionActions {
  /** @param fallback - the reason where the server gives none. */
  load: (fallback: string) => Promise<void>;
  /** Asks again where they are shown, because something has changed; what is shown stays when that fails. */
  refresh: () => Promise<void>;
  /** @returns null when it has ended, also when it had before; else why not. */
  end: (id: string, fallback: string) => Promise<string | null>;
  /** @returns null when all others have ended; else why not. */
  endOthers: (fallback: string) => Promise<string | null>;
  reset: () => void;
}

const initialState: SessionState = { sessions: null, loading: false, error: null };

export const useSessionStore = create<SessionState & SessionActions>()((set, get) => {
  /** Of answers that overtake each other the one that was asked for last counts; after a change an older one is wrong. */
  let generation = 0;

  async function fetchNow(): Promise<void> {
    generation += 1;
    const startGeneration = generation;
    const sessions = await authApi.listSessions();
    if (startGeneration === generation) set({ sessions, loading: false, error: null });
  }

  /** Takes sessions off the list once they have ended. */
  async function removeAfter(
    call: () => Promise<void>,
    shouldRemain: (session: Session) => boolean,
    fallback: string,
  ): Promise<string | null> {
    try {
      await call();
    } catch (error) {
      const hasAlreadyEnded = error instanceof ApiError && error.status === 404;
      if (!hasAlreadyEnded) return errorMessage(error, fallback);
    }
    generation += 1;
    set(({ sessions }) => ({ sessions: sessions?.filter(shouldRemain) ?? null, loading: false }));
    return null;
  }

  return {
    ...initialState,

    async load(fallback) {
      set({ loading: true, error: null });
      const startGeneration = generation + 1;
      try {
        await fetchNow();
      } catch (error) {
        if (startGeneration === generation) set({ loading: false, error: errorMessage(error, fallback) });
      }
    },

    async refresh() {
      if (get().sessions === null) return;
      // The next change, or the next look, brings it up to date.
      await fetchNow().catch(() => undefined);
    },

    end: (id, fallback) =>
      removeAfter(
        () => authApi.endSession(id),
        (session) => session._id !== id,
        fallback,
      ),

    endOthers: (fallback) => removeAfter(authApi.endOtherSessions, (session) => session.current, fallback),

    reset() {
      generation += 1;
      set(initialState);
    },
  };
});
