import type { User } from '@safarnama/contracts';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { AppRoutes, loadFirstPage } from '../src/app/router.tsx';
import { paths } from '../src/config/paths.ts';
import { useAuthStore } from '../src/stores/auth.store.ts';

/** Stands in for the signed-in user, who is unknown at build time. */
const PLACEHOLDER_USER: User = { _id: '', fullName: '', email: '', profilePic: '', createdAt: '' };

// Without a browser, components read the initial state of their store.
Object.assign(useAuthStore.getInitialState(), {
  user: PLACEHOLDER_USER,
  isAuthenticated: true,
  isChecked: true,
  loading: false,
});
await loadFirstPage(paths.home);

/**
 * HTML of the home page of a signed-in user before the first response: the bars, the hero and skeleton cards, rendered
 * by the app's own components. Pictures have the URLs of their sources.
 */
export const home: string = renderToStaticMarkup(
  <StaticRouter location={paths.home}>
    <AppRoutes />
  </StaticRouter>,
)
  // Removes React's preload links; the head of the page has its own.
  .replace(/^(?:<link[^>]*>)+/, '');
