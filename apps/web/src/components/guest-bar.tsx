import { Link } from 'react-router-dom';
import { paths } from '../config/paths.ts';
import { FRAME_STRINGS } from './frame-strings.ts';
import { LanguageButton } from './language-button.tsx';
import { LogoMark } from './logo.tsx';
import { ThemeButton } from './theme-button.tsx';

/**
 * The bar of public pages for guests, who have no top bar: links to home and sign-in.
 *
 * @param signInState - route state of the sign-in page, such as the page to return to.
 */
export function GuestBar({ signInState }: { signInState?: unknown }) {
  return (
    <header className="no-print site flex flex-wrap items-center justify-between gap-x-3 py-4">
      <Link
        to={paths.home}
        className="flex min-h-11 items-center gap-2.5 font-display font-semibold text-[1.625rem] tracking-tight"
        aria-label={FRAME_STRINGS.siteHome}
      >
        <LogoMark />
        {/* On phones, the bar has room for the logo alone, like the top bar. */}
        <span className="hidden min-[30rem]:inline">Safarnama</span>
      </Link>
      <nav aria-label={FRAME_STRINGS.mainNavigation} className="flex items-center gap-1">
        {/* A fixed width from the start, so that nothing moves when the font of the language name is loaded. */}
        <LanguageButton className="needs-script min-h-11 w-20 overflow-hidden whitespace-nowrap px-2 text-start" />
        <ThemeButton className="needs-script" />
        <Link to={paths.login} state={signInState} className="button button-quiet">
          {FRAME_STRINGS.signIn}
        </Link>
      </nav>
    </header>
  );
}
