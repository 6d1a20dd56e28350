import { paths } from '../config/paths.ts';
import { readPageLanguage } from '../i18n/language.ts';
import { readLanguage } from '../i18n/language-choice.ts';
import { loadLanguage, setLanguage } from '../i18n/strings.ts';
import { hasPublicStory } from '../lib/public-story.ts';
import { createReturnState } from '../lib/return-location.ts';
import { useAuthStore } from '../stores/auth.store.ts';
import { postponeIndicFonts } from './indic-fonts.ts';
import { loadMemberParts } from './member-parts.ts';
import { isStoryPath, loadFirstPage } from './router.tsx';
import { readSessionHint } from './session-hint.ts';

/**
 * Limit of the wait for the scripts, and of the wait for the texts after it. Then the page is rendered, with a
 * placeholder if its script is still loading, and in English if its texts are.
 */
const MAX_WAIT_MS = 3_000;
/**
 * Once the scripts are loaded, a prerendered inert page stays this much longer for the first response; then the spinner
 * replaces it.
 */
const PRERENDERED_WAIT_MS = 500;

/**
 * Requests in parallel the data and scripts of the first screen: the session, the script of the page, the texts of the
 * language and, on home, the stories. Without a session cookie the session is not requested, which saves guests the
 * wait and a 401 in the console.
 *
 * Resolves when the page can be rendered without its placeholder, or after a timeout.
 *
 * @returns `hydrate` when the page already contains the markup of the first screen.
 */
export async function start(): Promise<'hydrate' | 'replace'> {
  const language = readLanguage();
  const pageLanguage = readPageLanguage();
  void loadLanguage(pageLanguage);
  void loadLanguage(language);
  // Hydration needs the language of the page. If the user's language differs, the app changes it afterwards.
  if ((await prepareFirstPage()) === 'hydrate' && (await waitFor(setLanguage(pageLanguage))))
    return 'hydrate';
  await waitFor(setLanguage(language));
  return 'replace';
}

async function prepareFirstPage(): Promise<'hydrate' | 'replace'> {
  const hint = readSessionHint();
  const { checkAuth, startAsGuest } = useAuthStore.getState();
  const { pathname, search } = window.location;
  const checked = hint === 'none' ? startAsGuest() : checkAuth();
  // A query selects another list.
  const isNewest = pathname === paths.home && search === '';
  if (hint === 'cookie' && isNewest) {
    postponeIndicFonts();
    void fetchStories();
  }

  // If a script fails to load, the page loads it again and reports a second failure.
  const scripts = Promise.all([
    loadFirstPage(predictPage(pathname, hint), hasPublicStory()),
    hint !== 'none' && loadMemberParts(pathname),
  ]);
  await waitFor(scripts.catch(() => undefined));
  const prerendered = document.getElementById('root')?.firstElementChild ?? null;
  if (prerendered === null) return 'replace';
  if (prerendered.hasAttribute('inert')) {
    await waitFor(Promise.all([checked, restoreFirstStory()]), PRERENDERED_WAIT_MS);
    return 'replace';
  }
  // The markup is a form that guests can fill in before the app runs, or a public story that they are already reading.
  await checked;
  const { isAuthenticated, isUnreachable } = useAuthStore.getState();
  if (isAuthenticated || isUnreachable) return 'replace';
  if (isPrerenderedForMembers(pathname) && !hasPublicStory()) redirectToLogin();
  return 'hydrate';
}

/** @returns undefined when the result has not arrived in time. */
function waitFor<T>(result: Promise<T>, maxMs = MAX_WAIT_MS): Promise<T | undefined> {
  return Promise.race([result, new Promise<undefined>((resolve) => setTimeout(resolve, maxMs))]);
}

/** Guests do not load the script of the store. If it fails to load, the pages that import it fail too and report it. */
async function importBlogStore() {
  const script = await import('../stores/blog.store.ts').catch(() => null);
  return script?.useBlogStore;
}

async function fetchStories(): Promise<void> {
  await (await importBlogStore())?.getState().fetchAllPosts();
}

/** Passes the story that `first-story` has rendered to the store, so that no placeholder replaces it. */
async function restoreFirstStory(): Promise<void> {
  const { pathname } = window.location;
  const currentPost = await window.firstStory;
  if (!currentPost) return;
  const store = await importBlogStore();
  // On a slow connection, the user may have opened another page in the meantime.
  if (window.location.pathname === pathname) store?.setState({ currentPost });
}

/** Whether the page has prerendered markup for signed-in users, see `build/render-first-pages.tsx`. */
function isPrerenderedForMembers(pathname: string): boolean {
  return pathname === paths.home || pathname === paths.chat || isStoryPath(pathname);
}

/** The page whose script to preload: predicts the most frequent redirects of the guards. */
function predictPage(pathname: string, hint: ReturnType<typeof readSessionHint>): string {
  if (hint === 'none' && isPrerenderedForMembers(pathname) && !hasPublicStory()) return paths.login;
  return hint === 'cookie' && pathname === paths.login ? paths.home : pathname;
}

/**
 * Redirects as `RequireAuth` and `PublicStoryPage` would, but before the router starts, because the prerendered markup
 * is the sign-in page.
 */
function redirectToLogin(): void {
  const { pathname, search, hash } = window.location;
  // React Router stores the state of a location as `usr` in the history entry.
  const usr = createReturnState({ pathname, search, hash, state: null });
  window.history.replaceState({ usr, key: 'default' }, '', paths.login);
}
