import { create } from 'zustand';

/** Notifies the user that another device has signed in to the account. */
export interface SignInNotice {
  sessionId: string;
  /**
   * Describes the sign-in in the current language, with the time since then. A function rather than data, so that the
   * frame of the page need not load the formatting code before there is a notice.
   *
   * @param now - the current time in milliseconds.
   */
  describe: (now: number) => string;
}

interface SignInNoticeStore {
  /** Notices that the user has neither dismissed nor followed, newest last. */
  notices: readonly SignInNotice[];
  /** Adds a notice, unless there is one for its session. */
  add: (notice: SignInNotice) => void;
  dismiss: (sessionId: string) => void;
  clear: () => void;
}

export const useSignInNoticeStore = create<SignInNoticeStore>()((set) => ({
  notices: [],

  add: (notice) =>
    set(({ notices }) =>
      notices.some(({ sessionId }) => sessionId === notice.sessionId)
        ? { notices }
        : { notices: [...notices, notice] },
    ),

  dismiss: (dismissedId) =>
    set(({ notices }) => ({ notices: notices.filter(({ sessionId }) => sessionId !== dismissedId) })),

  clear: () => set({ notices: [] }),
}));
