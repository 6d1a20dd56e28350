import type { BodyOf, LoginInput, PresenceDelta, SignupInput, User } from '@safarnama/contracts';
import { DEFAULT_MESSAGES } from '@safarnama/contracts';
import { create } from 'zustand';
import * as authApi from '../api/auth.api.ts';
import { ApiError, errorMessage } from '../lib/api-client.ts';

export interface AuthState {
  /** Who is signed in; null for a guest, or while it is not known yet. */
  user: User | null;
  /** True while a call of this store runs; initially, since the first check is due. */
  loading: boolean;
  error: string | null;
  isAuthenticated: boolean;
  /** Ids of all people online, one's own included while connected. */
  onlineUsers: string[];
  /** The first check-auth has been answered, by whatever: from now on no form is taken off the screen. */
  isChecked: boolean;
  /** The last check-auth got no answer, or 5xx: nobody is logged out, it is to be tried again. */
  isUnreachable: boolean;
  /**
   * Why somebody who was signed in here is not any more, for the sign-in page to say: the server said no, or it said
   * that somebody has ended the session, from another device or by a new password. Null when there is nothing to say.
   */
  endReason: 'session' | 'elsewhere' | null;
}

/** How a profile update ended; `code` is the server's, for the form to ask for the current password. */
type UpdateProfileResult = { ok: true } | { ok: false; code: string };

export interface AuthActions {
  signup: (input: SignupInput) => Promise<boolean>;
  login: (input: LoginInput) => Promise<boolean>;
  checkAuth: () => Promise<void>;
  /** Nobody is signed in, and that is known without asking. */
  startAsGuest: () => void;
  logout: () => Promise<boolean>;
  updateProfile: (input: BodyOf<'PUT /api/auth/update-profile'>) => Promise<UpdateProfileResult>;
  setOnlineUsers: (userIds: string[]) => void;
  /** Who came and who went since the last word. */
  changeOnlineUsers: (delta: PresenceDelta) => void;
  clearError: () => void;
}

const initialState: AuthState = {
  user: null,
  loading: true,
  error: null,
  isAuthenticated: false,
  onlineUsers: [],
  isChecked: false,
  isUnreachable: false,
  endReason: null,
};

export const useAuthStore = create<AuthState & AuthActions>()((set, get) => {
  /** Counts who is signed in: an answer to a check that began before a login or logout tells nothing. */
  let generation = 0;
  let runningCheck: Promise<void> | null = null;
  let runningLogout: Promise<boolean> | null = null;

  function startLoading(): void {
    set({ loading: true, error: null });
  }

  function setSignedIn(user: User): void {
    set({
      user,
      loading: false,
      error: null,
      isAuthenticated: true,
      isChecked: true,
      isUnreachable: false,
      endReason: null,
    });
  }

  /** Signs in by one of the two calls. */
  async function authenticate(call: () => Promise<User>, fallback: string): Promise<boolean> {
    // The answer to a logout clears the cookie: it must not come after the one that sets it.
    await runningLogout;
    startLoading();
    try {
      const user = await call();
      generation += 1;
      setSignedIn(user);
      return true;
    } catch (error) {
      set({ loading: false, error: errorMessage(error, fallback) });
      return false;
    }
  }

  async function performCheck(): Promise<void> {
    const startGeneration = generation;
    startLoading();
    try {
      const user = await authApi.checkAuth();
      if (startGeneration === generation) setSignedIn(user);
    } catch (error) {
      if (startGeneration !== generation) return;
      const isRefused =
        error instanceof ApiError && error.status > 0 && error.status < 500 && error.status !== 429;
      // Only a refusal logs out. Without an answer nothing is known: who was signed in stays.
      if (isRefused) {
        const isEndedElsewhere = error.code === 'session_ended';
        set(({ user, endReason }) => ({
          user: null,
          isAuthenticated: false,
          loading: false,
          error: DEFAULT_MESSAGES.checkAuth,
          isChecked: true,
          isUnreachable: false,
          endReason: isEndedElsewhere ? 'elsewhere' : (endReason ?? (user === null ? null : 'session')),
        }));
      } else {
        set({ loading: false, isChecked: true, isUnreachable: true });
      }
    }
  }

  async function performLogout(): Promise<boolean> {
    startLoading();
    try {
      await authApi.logout();
      generation += 1;
      set({
        user: null,
        isAuthenticated: false,
        onlineUsers: [],
        loading: false,
        error: null,
        isUnreachable: false,
      });
      return true;
    } catch (error) {
      set({ loading: false, error: errorMessage(error, DEFAULT_MESSAGES.logout) });
      return false;
    }
  }

  return {
    ...initialState,

    signup: (input) => authenticate(() => authApi.signup(input), DEFAULT_MESSAGES.signup),

    login: (input) => authenticate(() => authApi.login(input), DEFAULT_MESSAGES.login),

    checkAuth() {
      runningCheck ??= performCheck().finally(() => {
        runningCheck = null;
      });
      return runningCheck;
    },

    startAsGuest: () => set({ loading: false, isChecked: true }),

    logout() {
      runningLogout ??= performLogout().finally(() => {
        runningLogout = null;
      });
      return runningLogout;
    },

    async updateProfile(input) {
      startLoading();
      try {
        const user = await authApi.updateProfile(input);
        setSignedIn(user);
        return { ok: true };
      } catch (error) {
        // A 401 has ended the session meanwhile: its message stands.
        if (get().isAuthenticated) set({ error: errorMessage(error, DEFAULT_MESSAGES.updateProfile) });
        set({ loading: false });
        return { ok: false, code: error instanceof ApiError ? error.code : '' };
      }
    },

    setOnlineUsers: (onlineUsers) => set({ onlineUsers }),

    changeOnlineUsers({ online, offline }) {
      const offlineIds = new Set(offline);
      set(({ onlineUsers }) => ({
        onlineUsers: [...new Set([...onlineUsers, ...online])].filter((userId) => !offlineIds.has(userId)),
      }));
    },

    clearError: () => set({ error: null }),
  };
});
