import { useEffect, useRef } from 'react';
import { type DefaultToastOptions, type Toast, ToastBar, Toaster, useToaster } from 'react-hot-toast';
import { DEFAULT_MESSAGES } from '../lib/default-messages.ts';

const PAPER = 'var(--color-paper-raised)';

/** Durations from the specification. A loading toast stays until its operation has ended. */
const OPTIONS: DefaultToastOptions = {
  duration: 4_000,
  success: { duration: 2_000, iconTheme: { primary: 'var(--color-online)', secondary: PAPER } },
  error: { duration: 4_000, iconTheme: { primary: 'var(--color-danger)', secondary: PAPER } },
  loading: { duration: Number.POSITIVE_INFINITY },
  style: {
    background: PAPER,
    color: 'var(--color-ink)',
    border: '1px solid var(--color-line)',
    maxWidth: 'min(28rem, calc(100vw - 1rem))',
    overflowWrap: 'anywhere',
    // Two lines are as high as the top bar.
    padding: '0.25rem 0.5rem',
    fontSize: '0.875rem',
    lineHeight: 1.4,
  },
};

/** Shortens the library's animations, which take up to 400 ms. */
const FAST_TRANSITIONS = '[&>*]:[transition-duration:180ms]! [&>*>*]:[animation-duration:180ms]!';

interface AppToasterProps {
  /**
   * False while the session is being checked, as after a 401, and without one. If it has ended, the sign-in page explains
   * it, so the toast about it would be redundant.
   */
  isSessionAlive: boolean;
}

/**
 * Renders the toasts; the live region around it announces them. They are shown over the top bar, where they cover
 * nothing that the user is reading or typing.
 */
export function AppToaster({ isSessionAlive }: AppToasterProps) {
  const { startPause, endPause } = usePause();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the focus is on a button in a toast.
    <div className="no-print" onFocus={startPause} onBlur={endPause}>
      <Toaster
        position="top-center"
        containerStyle={{ top: 'var(--toast-top)' }}
        containerClassName={FAST_TRANSITIONS}
        toastOptions={OPTIONS}
      >
        {(toast) =>
          isSessionAlive || toast.message !== DEFAULT_MESSAGES.checkAuth ? (
            <ToastBar toast={{ ...toast, ariaProps: NO_ROLE }} position="top-center" />
          ) : (
            <span hidden />
          )
        }
      </Toaster>
    </div>
  );
}

/**
 * The library pauses all toasts while the pointer is over one; the returned functions do the same while a toast has the
 * focus. A toast that is removed under the pointer fires no leave event and would pause the others for ever, so the
 * pause ends whenever a toast is dismissed.
 */
function usePause() {
  const { toasts, handlers } = useToaster(OPTIONS);
  const { startPause, endPause } = handlers;
  const visibleCount = toasts.filter(({ visible }) => visible).length;
  const previousCount = useRef(visibleCount);
  useEffect(() => {
    if (visibleCount < previousCount.current || visibleCount === 0) endPause();
    previousCount.current = visibleCount;
  }, [visibleCount, endPause]);
  return { startPause, endPause };
}

// The type requires a role, but the bar only spreads the object, and the live region announces all toasts.
const NO_ROLE = {} as Toast['ariaProps'];
