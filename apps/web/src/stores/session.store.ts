import type { Session } from '@safarnama/contracts';
import { create } from 'zustand';
import * as accountApi from '../api/account.api.ts';
import { isNotFoundError } from '../lib/api-client.ts';
import { createStaleGuard } from '../lib/stale-guard.ts';
import { trackUser } from './track-user.ts';

/*
 * The devices on which the user is signed in. Loaded while the page that lists them is open, and dropped afterwards.
 */

interface SessionState {
  /** Newest sign-in first; null before they are loaded. */
  sessions: readonly Session[] | null;
  loading: boolean;
  /** Why the last load failed; null when it has not. */
  error: unknown;
}

interface SessionActions {
  load: () => Promise<void>;
  /** Loads the sessions again if they are loaded, because one has changed. The list stays when that fails. */
  refresh: () => Promise<void>;
  /** Ends a session, unless it has ended before. @throws like `request`. */
  end: (id: string) => Promise<void>;
  /** Ends all other sessions. @throws like `request`. */
  endOthers: () => Promise<void>;
  reset: () => void;
}

const initialState: SessionState = { sessions: null, loading: false, error: null };

export const useSessionStore = create<SessionState & SessionActions>()((set, get) => {
  const requests = createStaleGuard();

  async function fetchSessions(isStale: () => boolean): Promise<void> {
    const sessions = await accountApi.listSessions();
    if (!isStale()) set({ sessions, loading: false, error: null });
  }

  /** Ends sessions with `call` and removes them from the list. */
  async function endAndRemove(
    call: () => Promise<void>,
    shouldRemain: (session: Session) => boolean,
  ): Promise<void> {
    const isSessionOver = trackUser();
    try {
      await call();
    } catch (error) {
      // A session that is not found has already ended.
      if (!isNotFoundError(error)) throw error;
    }
    // The list is that of the next user, whose current session is another one.
    if (isSessionOver()) return;
    const { sessions, loading, load } = get();
    if (sessions !== null) {
      requests.invalidate();
      set({ sessions: sessions.filter(shouldRemain), loading: false });
    } else if (loading) {
      // The page was left and opened again. The running request may have read the session before it ended.
      void load();
    }
  }

  return {
    ...initialState,

    async load() {
      set({ loading: true, error: null });
      const isStale = requests.supersede();
      try {
        await fetchSessions(isStale);
      } catch (error) {
        if (!isStale()) set({ loading: false, error });
      }
    },

    async refresh() {
      if (get().sessions === null) return;
      // After a failure, the next change or visit brings the list up to date.
      await fetchSessions(requests.supersede()).catch(() => undefined);
    },

    end: (id) =>
      endAndRemove(
        () => accountApi.endSession(id),
        (session) => session._id !== id,
      ),

    endOthers: () => endAndRemove(accountApi.endOtherSessions, (session) => session.current),

    reset() {
      requests.invalidate();
      set(initialState);
    },
  };
});
