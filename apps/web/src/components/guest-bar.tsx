import { Link } from 'react-router-dom';
import { paths } from '../config/paths.ts';
import { LogoMark } from './logo.tsx';
import { ThemeButton } from './theme-switch.tsx';

/** The bar of public pages for guests, who have no top bar: links to home and sign-in. */
export function GuestBar() {
  return (
    <header className="no-print site flex flex-wrap items-center justify-between gap-x-3 py-4">
      <Link
        to={paths.home}
        className="flex min-h-11 items-center gap-2.5 font-display font-semibold text-[min(1.625rem,7vw)] tracking-tight"
        aria-label="Safarnama, home"
      >
        <LogoMark />
        Safarnama
      </Link>
      <nav aria-label="Main" className="flex items-center gap-1">
        <ThemeButton />
        <Link to={paths.login} className="button button-quiet">
          Sign in
        </Link>
      </nav>
    </header>
  );
}
