import type { ReactNode } from 'react';
import { usePageTitle } from '../components/use-page-title.ts';
import { NotificationSettings } from '../features/notifications/notification-settings.tsx';
import { NOTICE_STRINGS } from '../features/notifications/strings.ts';
import { BlockedPeople } from '../features/profile/blocked-people.tsx';
import { AppearOfflineSwitch } from '../features/profile/privacy-settings.tsx';
import { ProfileForm } from '../features/profile/profile-form.tsx';
import { PRIVACY_STRINGS } from '../features/profile/strings.ts';
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
