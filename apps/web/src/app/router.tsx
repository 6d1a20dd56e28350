import { type ComponentType, lazy, useState } from 'react';
import { Route, Routes } from 'react-router-dom';
import { paths } from '../config/paths.ts';
import { RequireAuth, RequireGuest } from './guards.tsx';
import { Layout } from './layout.tsx';

/**
 * A page whose script is loaded when it is first gone to. One whose script is here already stands at once: by `lazy`
 * alone its fallback would come before it, for a third of a second.
 */
function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  let loaded: ComponentType | null = null;
  const loadPage = async () => {
    loaded = (await load())[name];
    return { default: loaded };
  };
  const LazyPage = lazy(loadPage);
  function Page() {
    // The same one as long as it stands: the other would begin anew.
    const [Shown] = useState<ComponentType>(() => loaded ?? LazyPage);
    return <Shown />;
  }
  return Object.assign(Page, { load: loadPage });
}

const HomePage = page(() => import('../pages/home.page.tsx'), 'HomePage');
const LoginPage = page(() => import('../pages/login.page.tsx'), 'LoginPage');
const SignupPage = page(() => import('../pages/signup.page.tsx'), 'SignupPage');
const MyPostsPage = page(() => import('../pages/my-posts.page.tsx'), 'MyPostsPage');
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
// Not even its script is in the built product.
const GalleryPage = import.meta.env.DEV
  ? page(() => import('../pages/gallery.page.tsx'), 'GalleryPage')
  : null;

/** Loads the script of a page that most visits begin with. */
export async function loadFirstPage(path: string): Promise<void> {
  if (path === paths.home) await HomePage.load();
  if (path === paths.login) await LoginPage.load();
}

/** Every route of the product, and who may see it. */
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
        {/* For whoever has the link: it may be opened where one is still signed in. */}
        <Route path="/reset-password" element={<ResetPasswordPage />} />
        <Route path="/about" element={<AboutPage />} />
        <Route path="/contact" element={<ContactPage />} />
        {GalleryPage && <Route path="/dev/gallery" element={<GalleryPage />} />}
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
