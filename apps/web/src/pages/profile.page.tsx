import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { NotificationSettings } from '../features/notifications/notification-settings.tsx';
import { NOTICE_STRINGS } from '../features/notifications/strings.ts';
import { BlockedPeople } from '../features/profile/blocked-people.tsx';
import { AppearOfflineSwitch } from '../features/profile/privacy-settings.tsx';
import { ProfileForm } from '../features/profile/profile-form.tsx';
import { PRIVACY_STRINGS, SESSION_STRINGS } from '../features/profile/strings.ts';
import { useAuthStore } from '../stores/auth.store.ts';

export function ProfilePage() {
  const user = useAuthStore((state) => state.user);
  usePageTitle('Profile');
  if (!user) return null;
  return (
    <div className="site py-10">
      <div className="mx-auto max-w-3xl">
        <h1 className="mb-8 text-4xl">Your profile</h1>
        <ProfileForm user={user} />
        <div className="mt-section grid grid-cols-1 gap-10">
          <Settings title={SESSION_STRINGS.settings}>
            <Link to={paths.sessions} className="group flex items-center justify-between gap-5">
              <span className="min-w-0">
                <span className="block font-semibold group-hover:underline">{SESSION_STRINGS.link}</span>
                <span className="mt-0.5 block text-ink-soft text-sm">{SESSION_STRINGS.linkHint}</span>
              </span>
              <ChevronRight aria-hidden className="size-5 flex-none text-ink-soft rtl:-scale-x-100" />
            </Link>
          </Settings>
          <Settings title={NOTICE_STRINGS.title} note={NOTICE_STRINGS.keptHere}>
            <NotificationSettings />
          </Settings>
          <Settings title={PRIVACY_STRINGS.title}>
            <AppearOfflineSwitch />
            <BlockedPeople />
          </Settings>
        </div>
      </div>
    </div>
  );
}

/** Choices of one kind, which hold at once and not with the form above. */
function Settings({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-2xl">{title}</h2>
      {note !== undefined && <p className="mt-1 text-ink-soft text-sm">{note}</p>}
      <div className="card mt-4 divide-y divide-line [&>*]:p-5">{children}</div>
    </section>
  );
}
