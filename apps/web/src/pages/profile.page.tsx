import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { FRAME_STRINGS } from '../components/frame-strings.ts';
import { LanguageSwitch } from '../components/language-switch.tsx';
import { ThemeSwitch } from '../components/theme-switch.tsx';
import { useFormKey } from '../components/use-form-key.ts';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { ActivitySettings } from '../features/notifications/activity-settings.tsx';
import { ACTIVITY_STRINGS } from '../features/notifications/activity-strings.ts';
import { NotificationSettings } from '../features/notifications/notification-settings.tsx';
import { NOTIFICATION_STRINGS } from '../features/notifications/strings.ts';
import { BlockedUsers } from '../features/profile/blocked-users.tsx';
import { AppearOfflineSwitch } from '../features/profile/privacy-settings.tsx';
import { ProfileForm } from '../features/profile/profile-form.tsx';
import { SESSION_STRINGS } from '../features/profile/session-strings.ts';
import { PROFILE_STRINGS } from '../features/profile/strings.ts';
import { useAuthStore } from '../stores/auth.store.ts';

export function ProfilePage() {
  const user = useAuthStore((state) => state.user);
  const formKey = useFormKey();
  usePageTitle(PROFILE_STRINGS.pages.shortTitle);
  if (!user) return null;
  return (
    <div className="site py-10">
      <div className="mx-auto max-w-3xl">
        <h1 className="mb-8 text-4xl">{PROFILE_STRINGS.pages.yourProfile}</h1>
        <ProfileForm key={formKey} user={user} />
        <div className="mt-section grid grid-cols-1 gap-10">
          <SettingsSection title={PROFILE_STRINGS.pages.title}>
            <SettingsLink
              to={paths.author(user._id)}
              title={PROFILE_STRINGS.pages.page}
              hint={PROFILE_STRINGS.pages.pageHint}
            />
            <SettingsLink
              to={paths.notifications}
              title={ACTIVITY_STRINGS.title}
              hint={ACTIVITY_STRINGS.emptyText}
            />
            <SettingsLink
              to={paths.bookmarks}
              title={PROFILE_STRINGS.pages.bookmarks}
              hint={PROFILE_STRINGS.pages.bookmarksHint}
            />
          </SettingsSection>
          {/* Only wide windows have a theme button in the top bar, and this page has no footer. */}
          <SettingsSection title={PROFILE_STRINGS.pages.appearance}>
            <SettingsChoice title={PROFILE_STRINGS.pages.theme} hint={PROFILE_STRINGS.pages.themeHint}>
              <ThemeSwitch />
            </SettingsChoice>
            <SettingsChoice title={FRAME_STRINGS.language} hint={PROFILE_STRINGS.pages.languageHint}>
              <LanguageSwitch />
            </SettingsChoice>
          </SettingsSection>
          <SettingsSection title={SESSION_STRINGS.settings}>
            <SettingsLink to={paths.sessions} title={SESSION_STRINGS.link} hint={SESSION_STRINGS.linkHint} />
          </SettingsSection>
          <SettingsSection title={ACTIVITY_STRINGS.settingsTitle}>
            <ActivitySettings />
          </SettingsSection>
          <SettingsSection title={NOTIFICATION_STRINGS.title} note={NOTIFICATION_STRINGS.deviceHint}>
            <NotificationSettings />
          </SettingsSection>
          <SettingsSection title={PROFILE_STRINGS.privacy.title}>
            <AppearOfflineSwitch />
            <BlockedUsers />
          </SettingsSection>
        </div>
        {/* This page has no footer with these links. */}
        <nav aria-label={PROFILE_STRINGS.pages.about} className="mt-10 flex gap-6">
          <Link to={paths.about} className="link py-1">
            {FRAME_STRINGS.about}
          </Link>
          <Link to={paths.contact} className="link py-1">
            {FRAME_STRINGS.contact}
          </Link>
        </nav>
      </div>
    </div>
  );
}

/** A link to a settings page. */
function SettingsLink({ to, title, hint }: { to: string; title: string; hint: string }) {
  return (
    <Link to={to} className="group flex items-center justify-between gap-5">
      <span className="min-w-0">
        <span className="block font-semibold group-hover:underline">{title}</span>
        <span className="mt-0.5 block text-ink-soft text-sm">{hint}</span>
      </span>
      <ChevronRight aria-hidden className="size-5 flex-none text-ink-soft rtl:-scale-x-100" />
    </Link>
  );
}

/** A radio group with a visible name. */
function SettingsChoice({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3">
      <div className="min-w-0">
        {/* Hidden from screen readers, since the radio group has the same name. */}
        <p aria-hidden className="font-semibold">
          {title}
        </p>
        <p className="mt-0.5 text-ink-soft text-sm">{hint}</p>
      </div>
      {children}
    </div>
  );
}

/** A group of settings, which take effect immediately. */
function SettingsSection({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-2xl">{title}</h2>
      {note !== undefined && <p className="mt-1 text-ink-soft text-sm">{note}</p>}
      <div className="card mt-4 divide-y divide-line [&>*]:p-5">{children}</div>
    </section>
  );
}
