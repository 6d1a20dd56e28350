import { matchPath, Route, Routes } from 'react-router-dom';
import { paths } from '../config/paths.ts';
import { useAuthStore } from '../stores/auth.store.ts';
import { AwaitSession, RequireAuth, RequireGuest } from './guards.tsx';
import { Layout } from './layout.tsx';
import { lazyPage } from './lazy-page.tsx';
import { MemberPage } from './member-parts.ts';
import { MEMBER_PATHS } from './member-paths.ts';

const HomePage = lazyPage(() => import('../pages/home.page.tsx'), 'HomePage');
const LoginPage = lazyPage(() => import('../pages/login.page.tsx'), 'LoginPage');
const SignupPage = lazyPage(() => import('../pages/signup.page.tsx'), 'SignupPage');
const PostPage = lazyPage(() => import('../pages/post.page.tsx'), 'PostPage');
const PublicStoryPage = lazyPage(() => import('../pages/public-story.page.tsx'), 'PublicStoryPage');
const ResetPasswordPage = lazyPage(() => import('../pages/reset-password.page.tsx'), 'ResetPasswordPage');
const AboutPage = lazyPage(() => import('../pages/about.page.tsx'), 'AboutPage');
const ContactPage = lazyPage(() => import('../pages/contact.page.tsx'), 'ContactPage');
const NotFoundPage = lazyPage(() => import('../pages/not-found.page.tsx'), 'NotFoundPage');

export function isStoryPath(path: string): boolean {
  return matchPath('/post/:slug', path) !== null;
}

/**
 * Loads the script of a page on which most visits begin: home, a story, login or sign-up.
 *
 * @param isGuest - for a story: whether the page shows a public story to a guest.
 */
export async function loadFirstPage(path: string, isGuest = false): Promise<void> {
  if (path === paths.home) await HomePage.load();
  if (path === paths.login) await LoginPage.load();
  if (path === paths.signup) await SignupPage.load();
  if (isStoryPath(path)) await (isGuest ? PublicStoryPage : PostPage).load();
}

/** Separate pages, so that guests do not load the script for signed-in users. */
function StoryPage() {
  const isGuest = useAuthStore((state) => state.user === null);
  return isGuest ? <PublicStoryPage /> : <PostPage />;
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
          {MEMBER_PATHS.map((path) => (
            <Route key={path} path={path} element={<MemberPage path={path} />} />
          ))}
        </Route>
        <Route element={<AwaitSession />}>
          <Route path="/post/:slug" element={<StoryPage />} />
        </Route>
        {/* For guests and signed-in users: the link may be opened in either state. */}
        <Route path="/reset-password" element={<ResetPasswordPage />} />
        <Route path="/about" element={<AboutPage />} />
        <Route path="/contact" element={<ContactPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
