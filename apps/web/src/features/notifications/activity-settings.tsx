import { NOTIFICATION_KINDS, type NotificationKind, type NotificationSettings } from '@safarnama/contracts';
import { useRef, useState } from 'react';
import * as notificationApi from '../../api/notification.api.ts';
import { LoadFailure } from '../../components/load-failure.tsx';
import { SwitchField } from '../../components/switch-field.tsx';
import { toastFailure } from '../../components/toast-failure.tsx';
import { useLoaded } from '../../components/use-loaded.ts';
import { errorMessage } from '../../lib/api-client.ts';
import { trackUser } from '../../stores/track-user.ts';
import { ACTIVITY_STRINGS } from './activity-strings.ts';

/** Switches for the kinds of notifications. Stored on the server, so they apply to all devices. */
export function ActivitySettings() {
  const { data: settings, error, reload } = useLoaded(loadSettings);
  if (error !== null)
    return <LoadFailure message={errorMessage(error, ACTIVITY_STRINGS.settingsFailed)} onRetry={reload} />;
  if (settings === undefined) {
    return (
      <p role="status" className="text-ink-soft">
        {ACTIVITY_STRINGS.loadingSettings}
      </p>
    );
  }
  return <KindSwitches initialSettings={settings} />;
}

function KindSwitches({ initialSettings }: { initialSettings: NotificationSettings }) {
  const { settings, change } = useActivitySettings(initialSettings);
  return (
    <>
      {NOTIFICATION_KINDS.map((kind) => {
        const { label, hint } = ACTIVITY_STRINGS.settings[kind];
        return (
          <SwitchField
            key={kind}
            label={label}
            hint={hint}
            isOn={settings[kind]}
            onChange={(isOn) => change(kind, isOn)}
          />
        );
      })}
    </>
  );
}

/** Settles when all changes are saved, including those made before the page was left. */
let saving = Promise.resolve();

async function loadSettings(): Promise<NotificationSettings> {
  await saving;
  return notificationApi.fetchSettings();
}

function useActivitySettings(initialSettings: NotificationSettings) {
  const [settings, setSettings] = useState(initialSettings);
  /** The settings that the server has stored, as far as known. */
  const stored = useRef(initialSettings);

  const change = (kind: NotificationKind, isOn: boolean) => {
    setSettings((shown) => ({ ...shown, [kind]: isOn }));
    // The next user has settings of their own.
    const isSessionOver = trackUser();
    // Sends one request after another, because each contains all switches.
    const save: Promise<void> = saving.then(async () => {
      if (isSessionOver()) return;
      try {
        // Other switches may have been changed in another tab or on another device.
        stored.current = await notificationApi.fetchSettings();
        if (isSessionOver()) return;
        const changed = { ...stored.current, [kind]: isOn };
        await notificationApi.updateSettings(changed);
        stored.current = changed;
      } catch (cause) {
        if (isSessionOver()) return;
        toastFailure(errorMessage(cause, ACTIVITY_STRINGS.saveFailed));
      }
      // The last request decides, since the others may have failed or may not contain all changes.
      if (saving === save) setSettings(stored.current);
    });
    saving = save;
  };
  return { settings, change };
}
