import type { BodyOf, Language, LoginInput, PresenceDelta, SignupInput, User } from '@safarnama/contracts';
import { create } from 'zustand';
import * as authApi from '../api/auth.api.ts';
import { ApiError, errorMessage, isUnauthorizedError } from '../lib/api-client.ts';
import { DEFAULT_MESSAGES } from '../lib/default-messages.ts';
import { onSessionEnd } from '../lib/session-end.ts';
import { createStaleGuard } from '../lib/stale-guard.ts';

interface AuthState {
  /** The signed-in user; null for a guest and before the first check. */
  user: User | null;
  /**
   * True initially, because the first check is due, and while a check, sign-up, login or logout is pending. It may be
   * false while an update of the account is pending, for which the form has a state of its own.
   */
  loading: boolean;
  error: string | null;
  /** The failed request behind `error`; null unless it was a sign-up, a login or an update of the profile. */
  errorCause: ApiError | null;
  isAuthenticated: boolean;
  /** Ids of all users online, the signed-in user included while connected. */
  onlineUsers: string[];
  /** The server has rejected the last check with a 401. */
  isRejected: boolean;
  /** The first check has ended, whatever its result. From then on no check replaces the page with a spinner. */
  isChecked: boolean;
  /**
   * The last check failed without a 401 (no response, the page of a proxy): the user stays signed in, and the check is
   * repeated.
   */
  isUnreachable: boolean;
  /**
   * Why the session has ended, for the sign-in page: it expired (`session`), or it was ended on another device or by a
   * new password (`elsewhere`). Null when there is nothing to explain.
   */
  endReason: 'session' | 'elsewhere' | null;
}

/** Without `fullName`, the account keeps its current name. */
type ProfileChanges = Partial<BodyOf<'PUT /api/auth/update-profile'>>;

interface AuthActions {
  signup: (input: SignupInput) => Promise<boolean>;
  login: (input: LoginInput) => Promise<boolean>;
  checkAuth: () => Promise<void>;
  /** Ends the first check without a request: there is no session cookie. */
  startAsGuest: () => void;
  /** Logs out the user of this tab. If another user has signed in since, only loads that user. */
  logout: () => Promise<boolean>;
  /** @param send - sends the request, once all earlier updates have ended. */
  updateProfile: (changes: ProfileChanges, send?: typeof authApi.updateProfile) => Promise<boolean>;
  /**
   * Saves the language in the account. A failure sets no error, which would be shown as one of the profile form.
   *
   * @returns false after a failure, unless nobody is signed in any more.
   */
  saveLanguage: (language: Language) => Promise<boolean>;
  setOnlineUsers: (userIds: string[]) => void;
  /** Adds the users who came online and removes those who went offline. */
  changeOnlineUsers: (delta: PresenceDelta) => void;
}

const initialState: AuthState = {
  user: null,
  loading: true,
  error: null,
  errorCause: null,
  isAuthenticated: false,
  onlineUsers: [],
  isRejected: false,
  isChecked: false,
  isUnreachable: false,
  endReason: null,
};

export const useAuthStore = create<AuthState & AuthActions>()((set, get) => {
  /** Invalidated by login, logout and updates of the account, which make the response to an earlier check outdated. */
  const checks = createStaleGuard();
  let runningCheck: Promise<void> | null = null;
  let runningLogout: Promise<boolean> | null = null;
  let lastSignIn: Promise<boolean> | undefined;
  let lastUpdate: Promise<unknown> = Promise.resolve();
  // The updates of the next session need not wait for one whose upload still makes progress.
  onSessionEnd(() => {
    lastUpdate = Promise.resolve();
  });

  /**
   * Sends an update of the account after all earlier ones, so that the last one wins, and sets the user. Each update
   * contains a name. If the name is not to change, it is read with a new check: another device may have changed it.
   *
   * @throws when the update fails. Throws without sending it when another account has signed in or the current name
   *   cannot be loaded.
   */
  function updateInOrder(changes: ProfileChanges, send = authApi.updateProfile): Promise<void> {
    const userId = get().user?._id;
    const readName = (isKnown: boolean) => {
      const { user } = get();
      if (!isKnown || !user || user._id !== userId) throw new Error('The current name is unknown');
      return user.fullName;
    };
    const update = lastUpdate.then(async () => {
      let fullName = readName(true);
      if (changes.fullName === undefined) {
        await get().checkAuth();
        fullName = readName(!get().isUnreachable);
      }
      const updated = await send({ fullName, ...changes });
      if (get().user?._id !== userId) return;
      // The response to an earlier check may be older than the change.
      checks.invalidate();
      setSignedIn(updated);
    });
    lastUpdate = update.catch(() => undefined);
    return update;
  }

  function startLoading(): void {
    set({ loading: true, error: null, errorCause: null, isRejected: false });
  }

  function toFailure(cause: unknown, fallback: string): Pick<AuthState, 'error' | 'errorCause'> {
    return { error: errorMessage(cause, fallback), errorCause: cause instanceof ApiError ? cause : null };
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

  function signIn(call: () => Promise<User>, fallback: string): Promise<boolean> {
    // The response to a logout clears the cookie, so it must not arrive after the one that sets it.
    lastSignIn = Promise.resolve(runningLogout).then(async () => {
      startLoading();
      try {
        const user = await call();
        checks.invalidate();
        setSignedIn(user);
        return true;
      } catch (error) {
        set({ loading: false, ...toFailure(error, fallback) });
        return false;
      }
    });
    return lastSignIn;
  }

  async function performCheck(): Promise<void> {
    const isStale = checks.track();
    startLoading();
    try {
      // Waits for a running sign-in: if it succeeds, this response is out of date, even if it arrives first.
      const user = await authApi.checkAuth().finally(() => lastSignIn);
      if (!isStale()) setSignedIn(user);
    } catch (error) {
      if (isStale()) return;
      // Only a 401 signs out: after any other failure, such as a missing response or the page of a proxy, the user may
      // still be signed in.
      if (isUnauthorizedError(error)) {
        const isEndedElsewhere = error.code === 'session_ended';
        set(({ user, endReason }) => ({
          user: null,
          isAuthenticated: false,
          loading: false,
          error: DEFAULT_MESSAGES.checkAuth,
          isRejected: true,
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
      checks.invalidate();
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
      // Another user has signed in: the check shows their account.
      if (isUnauthorizedError(error) && get().user) void get().checkAuth();
      else set({ loading: false, error: errorMessage(error, DEFAULT_MESSAGES.logout) });
      return false;
    }
  }

  return {
    ...initialState,

    signup: (input) => signIn(() => authApi.signup(input), DEFAULT_MESSAGES.signup),

    login: (input) => signIn(() => authApi.login(input), DEFAULT_MESSAGES.login),

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

    async updateProfile(changes, send) {
      startLoading();
      try {
        await updateInOrder(changes, send);
        return true;
      } catch (error) {
        // After a 401 the session has ended, and the message about that stays.
        if (get().isAuthenticated) set(toFailure(error, DEFAULT_MESSAGES.updateProfile));
        set({ loading: false });
        return false;
      }
    },

    saveLanguage: (language) =>
      updateInOrder({ language }).then(
        () => true,
        () => get().user === null,
      ),

    setOnlineUsers: (onlineUsers) => set({ onlineUsers }),

    changeOnlineUsers({ online, offline }) {
      const offlineIds = new Set(offline);
      set(({ onlineUsers }) => ({
        onlineUsers: [...new Set([...onlineUsers, ...online])].filter((userId) => !offlineIds.has(userId)),
      }));
    },
  };
});
