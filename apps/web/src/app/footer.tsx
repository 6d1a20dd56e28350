import { Link } from 'react-router-dom';
import { FRAME_STRINGS } from '../components/frame-strings.ts';
import { LanguageSwitch } from '../components/language-switch.tsx';
import { ThemeSwitch } from '../components/theme-switch.tsx';
import { paths } from '../config/paths.ts';
import { NewsletterBox } from '../features/newsletter/newsletter-box.tsx';

const LINKS = [
  { to: paths.home, key: 'home' },
  { to: paths.places(), key: 'byPlace' },
  { to: paths.bookmarks, key: 'bookmarks' },
  { to: paths.about, key: 'about' },
  { to: paths.contact, key: 'contact' },
] as const;

export function Footer() {
  return (
    <footer className="no-print mt-section border-line border-t bg-paper-sunk">
      <div className="site grid grid-cols-1 gap-10 py-12 md:grid-cols-2">
        <div>
          <p className="font-display font-semibold text-2xl">Safarnama</p>
          <p className="mt-2 max-w-sm text-balance text-ink-soft">{FRAME_STRINGS.tagline}</p>
          <nav aria-label={FRAME_STRINGS.footer} className="mt-5">
            <ul className="flex flex-wrap gap-x-4.5 gap-y-3 sm:gap-x-6">
              {LINKS.map(({ to, key }) => (
                <li key={to}>
                  <Link to={to} className="link touch-target inline-block py-1">
                    {FRAME_STRINGS[key]}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <div className="mt-6 flex flex-wrap gap-3">
            <ThemeSwitch />
            <LanguageSwitch />
          </div>
        </div>
        <NewsletterBox />
      </div>
    </footer>
  );
}
