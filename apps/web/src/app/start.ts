import { paths } from '../config/paths.ts';
import { useAuthStore } from '../stores/auth.store.ts';
import { useBlogStore } from '../stores/blog.store.ts';
import { loadFirstPage } from './router.tsx';
import { readSessionHint } from './session-hint.ts';

/** After this time the placeholder is rendered while the script of the page still loads. */
const MAX_WAIT_MS = 3_000;
/** The prerendered page waits this long for the first response; then the spinner replaces it. */
const PRERENDERED_WAIT_MS = 500;

/**
 * Requests in parallel what the first screen needs: the session, the script of the page and, on home, the stories.
 * Without a session cookie the session is not requested, which saves guests the wait and a 401 in the console.
 *
 * @returns when the page can be rendered without its placeholder.
 */
export async function start(): Promise<void> {
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
  const isPrerendered = document.getElementById('root')?.hasChildNodes() === true;
  if (isPrerendered) await Promise.race([checked, wait(PRERENDERED_WAIT_MS)]);
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The page that the guards will lead to: login for guests, home for signed-in users. */
function predictPage(pathname: string, hint: ReturnType<typeof readSessionHint>): string {
  if (hint === 'unknown' || (pathname !== paths.home && pathname !== paths.login)) return pathname;
  return hint === 'none' ? paths.login : paths.home;
}
