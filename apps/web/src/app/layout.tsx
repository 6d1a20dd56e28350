import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { FRAME_STRINGS } from '../components/frame-strings.ts';
import { SkipLink } from '../components/skip-link.tsx';
import { FullScreenSpinner } from '../components/spinner.tsx';
import { useAuthStore } from '../stores/auth.store.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { FocusManager, saveClickedLink } from './focus-manager.tsx';
import { BottomBar, Footer, SignInNotice, TopBar } from './member-parts.ts';
import { ignoreRepeatedClick } from './repeated-click.ts';
import { ScrollManager } from './scroll-manager.tsx';
import { Toasts } from './toasts.tsx';
import { RetryBanner } from './unreachable.tsx';

/**
 * Pages that need the space and have no footer: writing, profile, chat. Written out, because importing `paths` would
 * make the start script larger.
 */
const WITHOUT_FOOTER = /^\/(add-posts|update-profile|chat)(\/|$)/;

/** The frame around every page. */
export function Layout() {
  const { pathname, key } = useLocation();
  const isSignedIn = useAuthStore((state) => state.user !== null);
  const isChecked = useAuthStore((state) => state.isChecked);

  const hasFooter = isSignedIn && !WITHOUT_FOOTER.test(pathname);
  return (
    <>
      {/* Only until the first check of the session has ended: a later check must not unmount a form. */}
      {!isChecked && !isSignedIn ? (
        <FullScreenSpinner />
      ) : (
        // Catches errors of the bars, whose script may fail to load.
        <ErrorBoundary resetKey={key}>
          <div
            className={`flex min-h-dvh flex-col ${isSignedIn ? 'above-bottom-bar' : ''}`}
            onClickCapture={(event) => ignoreRepeatedClick(key, event)}
          >
            <SkipLink targetId="main" className="skip-link button button-primary sr-only focus:not-sr-only">
              {FRAME_STRINGS.skipToContent}
            </SkipLink>
            {isSignedIn && (
              <Suspense>
                <TopBar />
              </Suspense>
            )}
            <div
              data-site-bar="top"
              className={`no-print sticky z-20 ${isSignedIn ? 'top-top-bar' : 'top-0'}`}
            >
              <RetryBanner />
              {isSignedIn && (
                <Suspense>
                  <SignInNotice />
                </Suspense>
              )}
            </div>
            {/* In front of the page, so that Shift+Tab from its heading reaches the button of a toast. */}
            <Toasts />
            <main
              id="main"
              tabIndex={-1}
              className="flex flex-1 flex-col"
              // On capture, since the click may remove the link.
              onClickCapture={({ target }) => saveClickedLink(key, target)}
            >
              <ErrorBoundary resetKey={key}>
                <Suspense fallback={<PageFallback />}>
                  <Outlet />
                </Suspense>
              </ErrorBoundary>
            </main>
            {isSignedIn && (
              <>
                <Suspense>{hasFooter && <Footer />}</Suspense>
                <Suspense>
                  <BottomBar />
                </Suspense>
              </>
            )}
          </div>
        </ErrorBoundary>
      )}
      <ScrollManager />
      <FocusManager />
    </>
  );
}

/** Placeholder while the script of a page loads. */
function PageFallback() {
  return <div className="hides-footer min-h-dvh" aria-busy="true" />;
}
