import { Link } from 'react-router-dom';
import { GuestBar } from '../components/guest-bar.tsx';
import { Scene } from '../components/scene.tsx';
import { sceneUrl } from '../components/scenes.ts';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { createStrings } from '../i18n/strings.ts';
import { messages } from '../locales/en/not-found.ts';
import { useAuthStore } from '../stores/auth.store.ts';

const NOT_FOUND_STRINGS = createStrings('not-found', messages);

export function NotFoundPage() {
  const isGuest = useAuthStore((state) => state.user === null);
  usePageTitle(NOT_FOUND_STRINGS.title);
  return (
    <>
      {isGuest && <GuestBar />}
      {/* Centred only for guests: for users, the footer may arrive later and would move it. */}
      <div
        className={`site grid flex-1 grid-cols-1 justify-items-center gap-4 py-section text-center ${isGuest ? 'content-center' : 'content-start'}`}
      >
        <Scene url={sceneUrl('dunes')} className="w-full max-w-lg rounded-card shadow-card" />
        <p className="kicker mt-4">404</p>
        <h1 className="text-4xl">{NOT_FOUND_STRINGS.heading}</h1>
        <p className="text-ink-soft">{NOT_FOUND_STRINGS.text}</p>
        <Link to={paths.home} className="button button-primary mt-2">
          {NOT_FOUND_STRINGS.toHome}
        </Link>
      </div>
    </>
  );
}
