import { NOTIFICATION_KINDS } from '@safarnama/contracts';
import * as notificationApi from '../../api/notification.api.ts';
import { createSwitchStorage, StoredSwitches } from '../../components/stored-switches.tsx';
import { ACTIVITY_STRINGS } from './activity-strings.ts';

const storage = createSwitchStorage(notificationApi.fetchSettings, notificationApi.updateSettings);

/** Switches for the kinds of notifications. */
export function ActivitySettings() {
  const { settings, loadingSettings: loading, settingsFailed: loadFailed, saveFailed } = ACTIVITY_STRINGS;
  return (
    <StoredSwitches
      storage={storage}
      names={NOTIFICATION_KINDS}
      labels={settings}
      texts={{ loading, loadFailed, saveFailed }}
    />
  );
}
