import { type ComponentType, lazy, useState } from 'react';
import { matchPath, Route, Routes } from 'react-router-dom';
import { paths } from '../config/paths.ts';
import { RequireAuth, RequireGuest } from './guards.tsx';
import { Layout } from './layout.tsx';

/**
 * Creates a page whose script is loaded at its first visit. Once loaded, the page renders at once; `lazy` alone would
 * show the fallback for a third of a second first.
 */
function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  let loaded: ComponentType | null = null;
  const loadPage = async () => {
    loaded = (await load())[name];
    return { default: loaded };
  };
  const LazyPage = lazy(loadPage);
  function Page() {
    // Stays the same while mounted, because a switch would unmount the page.
    const [Shown] = useState<ComponentType>(() => loaded ?? LazyPage);
    return <Shown />;
  }
  return Object.assign(Page, { load: loadPage });
}

const HomePage = page(() => import('../pages/home.page.tsx'), 'HomePage');
const LoginPage = page(() => import('../pages/login.page.tsx'), 'LoginPage');
const SignupPage = page(() => import('../pages/signup.page.tsx'), 'SignupPage');
const MyPostsPage = page(() => import('../pages/my-posts.page.tsx'), 'MyPostsPage');
const VersionsPage = page(() => import('../pages/versions.page.tsx'), 'VersionsPage');
const AddPostPage = page(() => import('../pages/add-post.page.tsx'), 'AddPostPage');
const PostPage = page(() => import('../pages/post.page.tsx'), 'PostPage');
const ProfilePage = page(() => import('../pages/profile.page.tsx'), 'ProfilePage');
const SessionsPage = page(() => import('../pages/sessions.page.tsx'), 'SessionsPage');
const ResetPasswordPage = page(() => import('../pages/reset-password.page.tsx'), 'ResetPasswordPage');
const ChatPage = page(() => import('../pages/chat.page.tsx'), 'ChatPage');
const SearchPage = page(() => import('../pages/search.page.tsx'), 'SearchPage');
const BookmarksPage = page(() => import('../pages/bookmarks.page.tsx'), 'BookmarksPage');
const AuthorPage = page(() => import('../pages/author.page.tsx'), 'AuthorPage');
const AboutPage = page(() => import('../pages/about.page.tsx'), 'AboutPage');
const ContactPage = page(() => import('../pages/contact.page.tsx'), 'ContactPage');
const NotFoundPage = page(() => import('../pages/not-found.page.tsx'), 'NotFoundPage');
// Development only: the production build contains no script for it.
const GalleryPage = import.meta.env.DEV
  ? page(() => import('../pages/gallery.page.tsx'), 'GalleryPage')
  : null;

export function isStoryPath(path: string): boolean {
  return matchPath('/post/:slug', path) !== null;
}

/** Loads the script of a page with which most visits begin: home, a story, login or sign-up. */
export async function loadFirstPage(path: string): Promise<void> {
  if (path === paths.home) await HomePage.load();
  if (path === paths.login) await LoginPage.load();
  if (path === paths.signup) await SignupPage.load();
  if (isStoryPath(path)) await PostPage.load();
}

/** All routes with their guards. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route element={<RequireGuest />}>
          <Route path="/login" element={<LoginPage />} />
          <Route path="/signup" element={<SignupPage />} />
        </Route>
        <Route element={<RequireAuth />}>
          <Route index element={<HomePage />} />
          <Route path="/my-posts" element={<MyPostsPage />} />
          <Route path="/my-posts/:postId/versions/:number?" element={<VersionsPage />} />
          <Route path="/add-posts" element={<AddPostPage />} />
          <Route path="/post/:slug" element={<PostPage />} />
          <Route path="/update-profile" element={<ProfilePage />} />
          <Route path="/update-profile/sessions" element={<SessionsPage />} />
          <Route path="/chat" element={<ChatPage />} />
          <Route path="/chat/:userId" element={<ChatPage />} />
          <Route path="/search" element={<SearchPage />} />
          <Route path="/bookmarks" element={<BookmarksPage />} />
          <Route path="/author/:userId" element={<AuthorPage />} />
        </Route>
        {/* For guests and signed-in users: the link may be opened in either state. */}
        <Route path="/reset-password" element={<ResetPasswordPage />} />
        <Route path="/about" element={<AboutPage />} />
        <Route path="/contact" element={<ContactPage />} />
        {GalleryPage && <Route path="/dev/gallery" element={<GalleryPage />} />}
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
