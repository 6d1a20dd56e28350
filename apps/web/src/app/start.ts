import { paths } from '../config/paths.ts';
import { useAuthStore } from '../stores/auth.store.ts';
import { useBlogStore } from '../stores/blog.store.ts';
import { saveReturnLocation } from './return-location.ts';
import { loadFirstPage } from './router.tsx';
import { readSessionHint } from './session-hint.ts';

/** After this time the placeholder is rendered while the script of the page still loads. */
const MAX_WAIT_MS = 3_000;
/** The inert page waits this long for the first response; then the spinner replaces it. */
const PRERENDERED_WAIT_MS = 500;

/**
 * Requests in parallel what the first screen needs: the session, the script of the page and, on home, the stories.
 * Without a session cookie the session is not requested, which saves guests the wait and a 401 in the console.
 *
 * @returns when the page can be rendered without its placeholder; `hydrate` when its markup is in the page already.
 */
export async function start(): Promise<'hydrate' | 'replace'> {
  const hint = readSessionHint();
  const { checkAuth, startAsGuest } = useAuthStore.getState();
  const isHome = window.location.pathname === paths.home;
  const checked = hint === 'none' ? startAsGuest() : checkAuth();
  if (hint === 'cookie' && isHome) void useBlogStore.getState().fetchAllPosts();

  // If the script fails to load, the page tries again and reports it.
  await Promise.race([
    loadFirstPage(predictPage(window.location.pathname, hint)).catch(() => undefined),
    wait(MAX_WAIT_MS),
  ]);
  const prerendered = document.getElementById('root')?.firstElementChild ?? null;
  if (prerendered === null) return 'replace';
  if (prerendered.hasAttribute('inert')) {
    await Promise.race([checked, wait(PRERENDERED_WAIT_MS)]);
    return 'replace';
  }
  // A form for guests, which can be filled meanwhile.
  await checked;
  const { isAuthenticated, isUnreachable } = useAuthStore.getState();
  if (isAuthenticated || isUnreachable) return 'replace';
  if (isHome) redirectToLogin();
  return 'hydrate';
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The page that the guards will lead to: login for guests, home for signed-in users. */
function predictPage(pathname: string, hint: ReturnType<typeof readSessionHint>): string {
  if (hint === 'unknown' || (pathname !== paths.home && pathname !== paths.login)) return pathname;
  return hint === 'none' ? paths.login : paths.home;
}

/** Redirects as `RequireAuth` would, before the router starts: the markup is that of the sign-in page. */
function redirectToLogin(): void {
  const { pathname, search, hash } = window.location;
  const usr = saveReturnLocation({ pathname, search, hash, state: null });
  window.history.replaceState({ usr, key: 'default' }, '', paths.login);
}
