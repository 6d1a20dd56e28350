import { useEffect, useRef } from 'react';
import { type DefaultToastOptions, type Toast, ToastBar, Toaster, useToaster } from 'react-hot-toast';

const PAPER = 'var(--color-paper-raised)';

/** Times of the specification; a loading one stands until what it tells of has ended. The library keeps 20. */
const OPTIONS: DefaultToastOptions = {
  duration: 4_000,
  success: { duration: 2_000, iconTheme: { primary: 'var(--color-online)', secondary: PAPER } },
  error: { duration: 4_000, iconTheme: { primary: 'var(--color-danger)', secondary: PAPER } },
  loading: { duration: Number.POSITIVE_INFINITY },
  style: {
    background: PAPER,
    color: 'var(--color-ink)',
    border: '1px solid var(--color-line)',
    maxWidth: 'min(28rem, calc(100vw - 2rem))',
    overflowWrap: 'anywhere',
  },
};

/** The library's own movements take up to 400 ms. */
const FAST_TRANSITIONS = '[&>*]:[transition-duration:180ms]! [&>*>*]:[animation-duration:180ms]!';

/** What draws the short messages; the region around it speaks for them. */
export function AppToaster() {
  useResumeAfterDismissal();
  return (
    <Toaster
      position="top-center"
      containerStyle={{ top: 72 }}
      containerClassName={FAST_TRANSITIONS}
      toastOptions={OPTIONS}
    >
      {(toast) => <ToastBar toast={{ ...toast, ariaProps: NO_ROLE }} position="top-center" />}
    </Toaster>
  );
}

/**
 * While the pointer is over a toast, none goes. One that is taken out from under it tells of no leaving, so the library
 * would hold up all that come after: whenever there are fewer, the pause is over.
 */
function useResumeAfterDismissal(): void {
  const { toasts, handlers } = useToaster(OPTIONS);
  const { endPause } = handlers;
  const visibleCount = toasts.filter(({ visible }) => visible).length;
  const previousCount = useRef(visibleCount);
  useEffect(() => {
    if (visibleCount < previousCount.current || visibleCount === 0) endPause();
    previousCount.current = visibleCount;
  }, [visibleCount, endPause]);
}

// The type asks for a role; the bar only spreads the object, and the region above speaks for all of them.
const NO_ROLE = {} as Toast['ariaProps'];
