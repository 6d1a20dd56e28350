import { useContext, useEffect, useRef, useState } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom';
import { guardBack } from '../lib/back-guard.ts';
import { historyIndex } from '../lib/history-index.ts';
import { useAuthStore } from './auth.store.ts';

interface LeaveGuard {
  /** Whether the user tried to leave and has to confirm. */
  isConfirming: boolean;
  stay: () => void;
  leave: () => void;
  /** Call once the changes are saved: lets every later navigation pass. */
  disarm: () => void;
}

type Navigation = () => void;

/**
 * Asks for confirmation before the user leaves a page while `isDirty`. It intercepts the router's `push` and `replace`
 * and the browser's Back and Forward; on closing or reloading, the browser asks. The declarative router has no blocker
 * of its own. The redirect to sign-in after a session has expired always passes.
 */
export function useLeaveGuard(isDirty: boolean): LeaveGuard {
  const { navigator } = useContext(NavigationContext);
  const [pending, setPending] = useState<{ proceed: Navigation } | null>(null);
  const isDisarmed = useRef(false);
  const pageIndex = useRef(historyIndex(window.history.state));

  useEffect(() => {
    if (!isDirty) return;
    const canLeave = () => isDisarmed.current || !useAuthStore.getState().isAuthenticated;
    const requestConfirmation = (proceed: Navigation) => setPending({ proceed });

    const { push, replace } = navigator;
    navigator.push = (...to) => {
      if (canLeave()) push.apply(navigator, to);
      else requestConfirmation(() => push.apply(navigator, to));
    };
    navigator.replace = (...to) => {
      if (canLeave()) replace.apply(navigator, to);
      else requestConfirmation(() => replace.apply(navigator, to));
    };

    const index = historyIndex(window.history.state, pageIndex.current);
    const guardedEntry = { href: window.location.href, index };
    let isRestoring = false;
    // The URL has changed already, so the router must not see the event, or it would render the other page.
    const handlePop = (event: PopStateEvent) => {
      if (isRestoring) {
        isRestoring = false;
        event.stopImmediatePropagation();
        return;
      }
      // The event moves between anchors of this page.
      if (withoutHash(window.location.href) === withoutHash(guardedEntry.href)) {
        event.stopImmediatePropagation();
        return;
      }
      if (canLeave()) return;
      event.stopImmediatePropagation();
      const delta = historyIndex(event.state) - guardedEntry.index || -1;
      isRestoring = true;
      window.history.go(-delta);
      requestConfirmation(() => window.history.go(delta));
    };
    const handleUnload = (event: BeforeUnloadEvent) => {
      if (!isDisarmed.current) event.preventDefault();
    };
    const unguardBack = guardBack(handlePop);
    window.addEventListener('beforeunload', handleUnload);
    return () => {
      navigator.push = push;
      navigator.replace = replace;
      unguardBack();
      window.removeEventListener('beforeunload', handleUnload);
    };
  }, [isDirty, navigator]);

  return {
    isConfirming: pending !== null,
    stay: () => setPending(null),
    leave: () => {
      isDisarmed.current = true;
      setPending(null);
      pending?.proceed();
    },
    disarm: () => {
      isDisarmed.current = true;
    },
  };
}

function withoutHash(href: string): string {
  return href.split('#')[0] ?? '';
}
