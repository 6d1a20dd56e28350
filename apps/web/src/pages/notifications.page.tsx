import { usePageTitle } from '../components/use-page-title.ts';
import { ActivityList } from '../features/notifications/activity-list.tsx';
import { ACTIVITY_STRINGS } from '../features/notifications/activity-strings.ts';

export function NotificationsPage() {
  usePageTitle(ACTIVITY_STRINGS.title);
  return (
    <div className="site py-10">
      <div className="mx-auto max-w-3xl">
        <h1 className="mb-8 text-4xl">{ACTIVITY_STRINGS.title}</h1>
        <ActivityList />
      </div>
    </div>
  );
}
