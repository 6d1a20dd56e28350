import { usePageTitle } from '../components/use-page-title.ts';
import { ProfileForm } from '../features/profile/profile-form.tsx';
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
      </div>
    </div>
  );
}
