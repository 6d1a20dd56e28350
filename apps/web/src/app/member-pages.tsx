import { matchPath } from 'react-router-dom';
import { lazyPage } from './lazy-page.tsx';
import { MEMBER_PATHS, type MemberPath } from './member-paths.ts';

const ChatPage = lazyPage(() => import('../pages/chat.page.tsx'), 'ChatPage');

const PAGES: Readonly<Record<MemberPath, ReturnType<typeof lazyPage>>> = {
  '/my-posts': lazyPage(() => import('../pages/my-posts.page.tsx'), 'MyPostsPage'),
  '/my-posts/:postId/versions/:number?': lazyPage(() => import('../pages/versions.page.tsx'), 'VersionsPage'),
  '/add-posts': lazyPage(() => import('../pages/add-post.page.tsx'), 'AddPostPage'),
  '/update-profile': lazyPage(() => import('../pages/profile.page.tsx'), 'ProfilePage'),
  '/update-profile/sessions': lazyPage(() => import('../pages/sessions.page.tsx'), 'SessionsPage'),
  '/chat': ChatPage,
  '/chat/:userId': ChatPage,
  '/search': lazyPage(() => import('../pages/search.page.tsx'), 'SearchPage'),
  '/bookmarks': lazyPage(() => import('../pages/bookmarks.page.tsx'), 'BookmarksPage'),
  '/notifications': lazyPage(() => import('../pages/notifications.page.tsx'), 'NotificationsPage'),
  '/author/:userId': lazyPage(() => import('../pages/author.page.tsx'), 'AuthorPage'),
  '/place/:slug': lazyPage(() => import('../pages/place.page.tsx'), 'PlacePage'),
  '/places/:state?': lazyPage(() => import('../pages/places.page.tsx'), 'PlacesPage'),
};

/** Loads the script of a page for signed-in users, so that the page renders without a placeholder. */
export async function loadMemberPage(pathname: string): Promise<void> {
  const path = MEMBER_PATHS.find((path) => matchPath(path, pathname));
  if (path) await PAGES[path].load();
}

/** The page of a signed-in user at one of `MEMBER_PATHS`. */
export function MemberPage({ path }: { path: MemberPath }) {
  const Page = PAGES[path];
  return <Page />;
}
