import type { User } from '@safarnama/contracts';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { AppRoutes, loadFirstPage } from '../src/app/router.tsx';
import { paths } from '../src/config/paths.ts';
import { useAuthStore } from '../src/stores/auth.store.ts';

/** Whoever has a session's cookie, before anybody knows who that is. */
const PLACEHOLDER_USER: User = { _id: '', fullName: '', email: '', profilePic: '', createdAt: '' };

// Without a browser, components read the state that their store began with.
Object.assign(useAuthStore.getInitialState(), {
  user: PLACEHOLDER_USER,
  isAuthenticated: true,
  isChecked: true,
  loading: false,
});
await loadFirstPage(paths.home);

/**
 * Home as somebody signed in sees it before the first answer comes: the bars, the hero and the shape of cards, drawn
 * by the components that draw it in the browser. Its pictures have the addresses of their sources.
 */
export const home: string = renderToStaticMarkup(
  <StaticRouter location={paths.home}>
    <AppRoutes />
  </StaticRouter>,
)
  // What React would have loaded early is in the head of the page already.
  .replace(/^(?:<link[^>]*>)+/, '');
