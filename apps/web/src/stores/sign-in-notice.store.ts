import { create } from 'zustand';

/** Notifies the user that another device has signed in to the account. */
interface SignInNotice {
  sessionId: string;
  text: string;
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
