import { paths } from '../config/paths.ts';
import { useAuthStore } from '../stores/auth.store.ts';
import { useBlogStore } from '../stores/blog.store.ts';
import { loadFirstPage } from './router.tsx';
import { readSessionHint } from './session-hint.ts';

/** A page whose script takes longer than that gets its place meanwhile. */
const MAX_WAIT_MS = 3_000;
/** What the server has drawn may stand so long for the first answer; then the spinner takes its place. */
const PRERENDERED_WAIT_MS = 500;

/**
 * Asks for what the first screen needs, all at once, before anything is drawn: who is signed in, the page's script,
 * and at home its stories. Without a session's cookie there is nobody to ask for: a stranger is spared the wait, and
 * the browser a 401 that it would note in the console.
 *
 * @returns when the page can be drawn without its fallback coming first.
 */
export async function start(): Promise<void> {
  const hint = readSessionHint();
  const { checkAuth, startAsGuest } = useAuthStore.getState();
  const isHome = window.location.pathname === paths.home;
  const checked = hint === 'none' ? startAsGuest() : checkAuth();
  if (hint === 'cookie' && isHome) void useBlogStore.getState().fetchAllPosts();

  // Where it cannot be loaded, the page itself tries again and says so.
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

/** Guests sign in, and the signed-in are at home, whichever of the two was asked for. */
function predictPage(pathname: string, hint: ReturnType<typeof readSessionHint>): string {
  if (hint === 'unknown' || (pathname !== paths.home && pathname !== paths.login)) return pathname;
  return hint === 'none' ? paths.login : paths.home;
}
