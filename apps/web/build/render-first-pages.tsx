import { LANGUAGES, type Language, type User } from '@safarnama/contracts';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { Footer, loadMemberParts } from '../src/app/member-parts.ts';
import { AppRoutes, loadFirstPage } from '../src/app/router.tsx';
import { paths } from '../src/config/paths.ts';
import { setLanguage } from '../src/i18n/strings.ts';
import { useAuthStore } from '../src/stores/auth.store.ts';

/** Stands in for the signed-in user, who is unknown at build time. */
const PLACEHOLDER_USER: User = {
  _id: '',
  fullName: '',
  email: '',
  profilePic: '',
  bio: '',
  language: 'en',
  createdAt: '',
};

/** Preload links that React writes before the markup; the head of the page has its own. */
const PRELOAD_LINKS = /^(?:<link[^>]*>)+/;

/** Renders the app at a path, for a guest or a signed-in user. URLs of pictures are those of the source files. */
async function renderPage(path: string, user: User | null, render: typeof renderToString): Promise<string> {
  // Without a browser, components read the initial state of their store.
  Object.assign(useAuthStore.getInitialState(), {
    user,
    isAuthenticated: user !== null,
    isChecked: true,
    loading: false,
  });
  await Promise.all([loadFirstPage(path), loadMemberParts(path), Footer.load()]);
  return render(
    <StaticRouter location={path}>
      <AppRoutes />
    </StaticRouter>,
  ).replace(PRELOAD_LINKS, '');
}

/** Renders a page of a signed-in user before the first response. It is inert until the app replaces it. */
async function renderInert(path: string): Promise<string> {
  const markup = await renderPage(path, PLACEHOLDER_USER, renderToStaticMarkup);
  return `<div inert aria-hidden="true">${markup}</div>`;
}

async function renderPages(language: Language) {
  // From now on, scripts are loaded together with their texts.
  if (!(await setLanguage(language))) throw new Error(`Texts are missing in ${language}`);
  return {
    [paths.home]: await renderInert(paths.home),
    '/post/:slug': await renderInert(paths.post('slug')),
    [paths.chat]: await renderInert(paths.chat),
    [paths.login]: await renderPage(paths.login, null, renderToString),
    [paths.signup]: await renderPage(paths.signup, null, renderToString),
  };
}

/**
 * Markup of the pages that most visits start on, by language and path. The app hydrates the forms, so that text typed
 * early is preserved.
 */
export const firstPages = new Map<Language, Awaited<ReturnType<typeof renderPages>>>();
for (const language of LANGUAGES) firstPages.set(language, await renderPages(language));
