import { Link } from 'react-router-dom';
import { ThemeSwitch } from '../components/theme-switch.tsx';
import { paths } from '../config/paths.ts';
import { NewsletterBox } from '../features/newsletter/newsletter-box.tsx';

const LINKS = [
  { to: paths.home, label: 'Home' },
  { to: paths.bookmarks, label: 'Bookmarks' },
  { to: paths.about, label: 'About' },
  { to: paths.contact, label: 'Contact' },
] as const;

export function Footer() {
  return (
    <footer className="no-print mt-section border-line border-t bg-paper-sunk">
      <div className="site grid grid-cols-1 gap-10 py-12 md:grid-cols-2">
        <div>
          <p className="font-display font-semibold text-2xl">Safarnama</p>
          <p className="mt-2 max-w-sm text-balance text-ink-soft">
            A travelogue of India, written by those who went.
          </p>
          <nav aria-label="Footer" className="mt-5">
            <ul className="flex flex-wrap gap-x-4.5 gap-y-2 sm:gap-x-6">
              {LINKS.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to} className="link inline-block py-1">
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <div className="mt-6">
            <ThemeSwitch />
          </div>
        </div>
        <NewsletterBox />
      </div>
    </footer>
  );
}
