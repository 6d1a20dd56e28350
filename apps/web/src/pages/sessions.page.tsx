import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { SessionList } from '../features/profile/session-list.tsx';
import { SESSION_STRINGS } from '../features/profile/session-strings.ts';
import { useAuthStore } from '../stores/auth.store.ts';

export function SessionsPage() {
  const user = useAuthStore((state) => state.user);
  usePageTitle(SESSION_STRINGS.title);
  if (!user) return null;
  return (
    <div className="site py-10">
      <div className="mx-auto max-w-3xl">
        <Link to={paths.profile} className="link inline-flex items-center gap-1.5 py-2">
          <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
          {SESSION_STRINGS.back}
        </Link>
        <h1 className="mt-2 text-4xl">{SESSION_STRINGS.title}</h1>
        <p className="mt-3 mb-8 text-balance text-ink-soft">{SESSION_STRINGS.lead}</p>
        <SessionList user={user} />
      </div>
    </div>
  );
}
