import { useState, useSyncExternalStore } from 'react';
import { SwitchField } from '../../components/switch-field.tsx';
import { toast } from '../../components/toast.ts';
import {
  isNotificationEnabled,
  onNotificationPreferenceChange,
  setNotificationEnabled,
} from '../../lib/notification-preferences.ts';
import {
  type BrowserNotificationState,
  enableBrowserNotifications,
  getBrowserNotificationState,
  subscribeBrowserNotificationState,
} from './browser-notifications.ts';
import { playQuietSound } from './quiet-sound.ts';
import { NOTIFICATION_STRINGS } from './strings.ts';

const HINTS = {
  unsupported: 'unsupported',
  insecure: 'insecure',
  denied: 'denied',
  off: 'browserHint',
  on: 'browserHint',
} as const satisfies Record<BrowserNotificationState, keyof typeof NOTIFICATION_STRINGS>;

/** Notification preferences of this device. */
export function NotificationSettings() {
  return (
    <>
      <PageSwitch />
      <BrowserNotificationSwitch />
      <SoundSwitch />
    </>
  );
}

function PageSwitch() {
  const isOn = useSyncExternalStore(onNotificationPreferenceChange, () => isNotificationEnabled('page'));
  return (
    <SwitchField
      label={NOTIFICATION_STRINGS.page}
      hint={NOTIFICATION_STRINGS.pageHint}
      isOn={isOn}
      onChange={(next) => setNotificationEnabled('page', next)}
    />
  );
}

function BrowserNotificationSwitch() {
  const state = useSyncExternalStore(subscribeBrowserNotificationState, getBrowserNotificationState);
  /** Whether the browser's permission prompt is open. */
  const [isRequesting, setIsRequesting] = useState(false);

  const handleChange = async (isOn: boolean) => {
    if (!isOn) {
      setNotificationEnabled('browser', false);
      return;
    }
    setIsRequesting(true);
    const newState = await enableBrowserNotifications();
    setIsRequesting(false);
    if (newState === 'on') return;
    toast.error(NOTIFICATION_STRINGS[newState === 'off' ? 'dismissed' : HINTS[newState]]);
  };
  return (
    <SwitchField
      label={NOTIFICATION_STRINGS.browser}
      hint={NOTIFICATION_STRINGS[HINTS[state]]}
      isOn={state === 'on' || isRequesting}
      isDisabled={state !== 'on' && state !== 'off'}
      onChange={(isOn) => void handleChange(isOn)}
    />
  );
}

function SoundSwitch() {
  const isOn = useSyncExternalStore(onNotificationPreferenceChange, () => isNotificationEnabled('sound'));
  return (
    <SwitchField
      label={NOTIFICATION_STRINGS.sound}
      hint={NOTIFICATION_STRINGS.soundHint}
      isOn={isOn}
      onChange={(next) => {
        setNotificationEnabled('sound', next);
        // Plays the sound as a sample.
        if (next) void playQuietSound();
      }}
    />
  );
}
