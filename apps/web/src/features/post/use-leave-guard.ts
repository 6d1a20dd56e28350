import { useContext, useEffect, useRef, useState } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom';
import { guardBack } from '../../lib/back-guard.ts';
import { historyIndex } from '../../lib/history-index.ts';
import { useAuthStore } from '../../stores/auth.store.ts';

interface LeaveGuard {
  /** Somebody wants to leave and is to be asked. */
  isAsking: boolean;
  stay: () => void;
  leave: () => void;
  /** From now on nothing is asked: what was typed is saved. */
  release: () => void;
}

type Go = () => void;

/**
 * Asks before a page is left while `isDirty`: by a link or a button (every way goes through the router's `push` and
 * `replace`), by Back and Forward, and, in the browser's own words, by closing or reloading. The declarative router
 * has no blocker of its own. The way to sign in, when the session has ended, is never held up.
 */
export function useLeaveGuard(isDirty: boolean): LeaveGuard {
  const { navigator } = useContext(NavigationContext);
  const [pending, setPending] = useState<{ go: Go } | null>(null);
  const isReleased = useRef(false);

  useEffect(() => {
    if (!isDirty) return;
    const isFree = () => isReleased.current || !useAuthStore.getState().isAuthenticated;
    const ask = (go: Go) => setPending({ go });

    const { push, replace } = navigator;
    navigator.push = (...to) => {
      if (isFree()) push.apply(navigator, to);
      else ask(() => push.apply(navigator, to));
    };
    navigator.replace = (...to) => {
      if (isFree()) replace.apply(navigator, to);
      else ask(() => replace.apply(navigator, to));
    };

    const here = { href: window.location.href, index: historyIndex(window.history.state) };
    let isReturning = false;
    // The router must not learn of it, or it draws the other page: the address has changed already.
    const handlePop = (event: PopStateEvent) => {
      if (isReturning) {
        isReturning = false;
        event.stopImmediatePropagation();
        return;
      }
      // A jump within the page.
      if (withoutHash(window.location.href) === withoutHash(here.href)) {
        event.stopImmediatePropagation();
        return;
      }
      if (isFree()) return;
      event.stopImmediatePropagation();
      const delta = historyIndex(event.state) - here.index || -1;
      isReturning = true;
      window.history.go(-delta);
      ask(() => window.history.go(delta));
    };
    const handleUnload = (event: BeforeUnloadEvent) => {
      if (!isReleased.current) event.preventDefault();
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
    isAsking: pending !== null,
    stay: () => setPending(null),
    leave: () => {
      isReleased.current = true;
      setPending(null);
      pending?.go();
    },
    release: () => {
      isReleased.current = true;
    },
  };
}

function withoutHash(href: string): string {
  return href.split('#')[0] ?? '';
}
