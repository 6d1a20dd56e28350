import { lazyPart } from '../components/lazy-part.tsx';
import type { MemberPath } from './member-paths.ts';

/*
 * The parts of the app that only signed-in users see. Guests do not load them before they sign in. They form one script
 * (`build/chunk-groups.ts`) except for the footer, which pages do not wait for: it is hidden while they load.
 */

export const TopBar = lazyPart(() => import('./top-bar.tsx'), 'TopBar');
export const SignInNotice = lazyPart(() => import('./sign-in-notice.tsx'), 'SignInNotice');
/** If its script cannot be loaded, there is no footer, and everything else works. */
export const Footer = lazyPart(() => import('./footer.tsx').catch(() => ({ Footer: () => null })), 'Footer');
export const BottomBar = lazyPart(() => import('./bottom-bar.tsx'), 'BottomBar');
export const MemberPage = lazyPart<'MemberPage', { path: MemberPath }>(
  () => import('./member-pages.tsx'),
  'MemberPage',
);

/** Loads this script and the script of the page at a path, so that they render without a placeholder. */
export async function loadMemberParts(pathname = ''): Promise<void> {
  await Promise.all([TopBar, SignInNotice, BottomBar, MemberPage].map(({ load }) => load()));
  await (await import('./member-pages.tsx')).loadMemberPage(pathname);
}
