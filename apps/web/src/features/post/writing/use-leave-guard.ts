import { useContext, useEffect, useRef, useState } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom';
import { guardBack } from '../../../lib/back-guard.ts';
import { useAuthStore } from '../../../stores/auth.store.ts';
import { historyIndex } from './history-index.ts';

interface LeaveGuard {
  /** Somebody wants to leave and is to be asked. */
  isConfirming: boolean;
  stay: () => void;
  leave: () => void;
  /** From now on nothing is asked: what was typed is saved. */
  disarm: () => void;
}

type Navigation = () => void;

/**
 * Asks before a page is left while `isDirty`: by a link or a button (every way goes through the router's `push` and
 * `replace`), by Back and Forward, and, in the browser's own words, by closing or reloading. The declarative router
 * has no blocker of its own. The way to sign in, when the session has ended, is never held up.
 */
export function useLeaveGuard(isDirty: boolean): LeaveGuard {
  const { navigator } = useContext(NavigationContext);
  const [pending, setPending] = useState<{ proceed: Navigation } | null>(null);
  const isDisarmed = useRef(false);

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

    const guardedEntry = { href: window.location.href, index: historyIndex(window.history.state) };
    let isRestoring = false;
    // The router must not learn of it, or it draws the other page: the address has changed already.
    const handlePop = (event: PopStateEvent) => {
      if (isRestoring) {
        isRestoring = false;
        event.stopImmediatePropagation();
        return;
      }
      // A jump within the page.
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
