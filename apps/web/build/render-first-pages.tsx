import type { User } from '@safarnama/contracts';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { AppRoutes, loadFirstPage } from '../src/app/router.tsx';
import { paths } from '../src/config/paths.ts';
import { useAuthStore } from '../src/stores/auth.store.ts';

/** Stands in for the signed-in user, who is unknown at build time. */
const PLACEHOLDER_USER: User = { _id: '', fullName: '', email: '', profilePic: '', createdAt: '' };

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
  await loadFirstPage(path);
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

/** Markup of the pages that most visits start on, by path. The app hydrates the forms, so that text typed early stays. */
export const firstPages = {
  [paths.home]: await renderInert(paths.home),
  '/post/:slug': await renderInert(paths.post('slug')),
  [paths.login]: await renderPage(paths.login, null, renderToString),
  [paths.signup]: await renderPage(paths.signup, null, renderToString),
};
