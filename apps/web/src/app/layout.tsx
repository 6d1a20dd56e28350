import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { FullScreenSpinner } from '../components/spinner.tsx';
import { paths } from '../config/paths.ts';
import { useAuthStore } from '../stores/auth.store.ts';
import { BottomBar } from './bottom-bar.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { FocusManager } from './focus-manager.tsx';
import { Footer } from './footer.tsx';
import { ScrollManager } from './scroll-manager.tsx';
import { Toasts } from './toasts.tsx';
import { TopBar } from './top-bar.tsx';
import { RetryBanner } from './unreachable.tsx';
import { useMessageNotifications } from './use-message-notifications.ts';

/** Pages without a footer, which need the space: writing, profile, chat. */
const WITHOUT_FOOTER: readonly string[] = [paths.addPost, paths.profile, paths.chat];

/** The frame around every page. */
export function Layout() {
  const { pathname } = useLocation();
  const isSignedIn = useAuthStore((state) => state.user !== null);
  const isChecked = useAuthStore((state) => state.isChecked);
  useMessageNotifications();

  const hasFooter = isSignedIn && !WITHOUT_FOOTER.some((path) => isUnder(path, pathname));
  return (
    <>
      {/* Only before the first check has ended: a later check must not unmount a form. */}
      {!isChecked && !isSignedIn ? (
        <FullScreenSpinner />
      ) : (
        <div
          className={`flex min-h-dvh flex-col has-[[data-fills-window]]:h-dvh ${isSignedIn ? 'pb-bottom-bar md:pb-0' : ''}`}
        >
          <a
            href="#main"
            className="skip-link button button-primary sr-only z-50 focus:not-sr-only focus:!fixed focus:top-2 focus:left-2"
          >
            Skip to content
          </a>
          <RetryBanner />
          {isSignedIn && <TopBar />}
          <main id="main" tabIndex={-1} className="flex flex-1 flex-col has-[[data-fills-window]]:min-h-0">
            <ErrorBoundary resetKey={pathname}>
              <Suspense fallback={<PageFallback />}>
                <Outlet />
              </Suspense>
            </ErrorBoundary>
          </main>
          {hasFooter && <Footer />}
          {isSignedIn && <BottomBar />}
        </div>
      )}
      <ScrollManager />
      <FocusManager />
      <Toasts />
    </>
  );
}

/** Placeholder while the script of a page loads. */
function PageFallback() {
  return <div className="footer-waits min-h-dvh" aria-busy="true" />;
}

function isUnder(path: string, pathname: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`);
}
