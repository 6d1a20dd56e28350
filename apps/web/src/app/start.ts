import { paths } from '../config/paths.ts';
import { useAuthStore } from '../stores/auth.store.ts';
import { useBlogStore } from '../stores/blog.store.ts';
import { saveReturnLocation } from './return-location.ts';
import { isStoryPath, loadFirstPage } from './router.tsx';
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
  const { pathname } = window.location;
  const checked = hint === 'none' ? startAsGuest() : checkAuth();
  if (hint === 'cookie' && pathname === paths.home) void useBlogStore.getState().fetchAllPosts();

  // If the script fails to load, the page tries again and reports it.
  await Promise.race([loadFirstPage(predictPage(pathname, hint)).catch(() => undefined), wait(MAX_WAIT_MS)]);
  const prerendered = document.getElementById('root')?.firstElementChild ?? null;
  if (prerendered === null) return 'replace';
  if (prerendered.hasAttribute('inert')) {
    await Promise.race([Promise.all([checked, restoreFirstStory()]), wait(PRERENDERED_WAIT_MS)]);
    return 'replace';
  }
  // A form for guests, which can be filled meanwhile.
  await checked;
  const { isAuthenticated, isUnreachable } = useAuthStore.getState();
  if (isAuthenticated || isUnreachable) return 'replace';
  if (isFirstPage(pathname)) redirectToLogin();
  return 'hydrate';
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Shows the story that is on the screen already, instead of its placeholder. */
async function restoreFirstStory(): Promise<void> {
  const currentPost = await window.firstStory;
  if (currentPost) useBlogStore.setState({ currentPost });
}

/** Whether the page requires a user and has markup of its own, see `build/render-first-pages.tsx`. */
function isFirstPage(pathname: string): boolean {
  return pathname === paths.home || isStoryPath(pathname);
}

/** The page that the guards will lead to: login for guests, home for signed-in users. */
function predictPage(pathname: string, hint: ReturnType<typeof readSessionHint>): string {
  if (hint === 'none' && isFirstPage(pathname)) return paths.login;
  return hint === 'cookie' && pathname === paths.login ? paths.home : pathname;
}

/** Redirects as `RequireAuth` would, before the router starts: the markup is that of the sign-in page. */
function redirectToLogin(): void {
  const { pathname, search, hash } = window.location;
  const usr = saveReturnLocation({ pathname, search, hash, state: null });
  window.history.replaceState({ usr, key: 'default' }, '', paths.login);
}
