import { createPersistedChoice } from './persisted-choice.ts';

/** How a new message is announced while the conversation is not visible. `page`: in the app itself. */
type NotificationChannel = 'browser' | 'sound' | 'page';

const ON = 'on';
const OFF = 'off';
const preferences = {
  browser: createPersistedChoice('safarnama:notify'),
  sound: createPersistedChoice('safarnama:sound'),
  page: createPersistedChoice('safarnama:notify-page'),
} as const;

/** Whether a channel is on until the user turns it off. */
const isOnByDefault = (channel: NotificationChannel) => channel === 'page';

/** Whether the user has enabled the channel on this device. */
export function isNotificationEnabled(channel: NotificationChannel): boolean {
  const stored = preferences[channel].read();
  return isOnByDefault(channel) ? stored !== OFF : stored === ON;
}

/** Saves the preference on this device, for all its tabs. */
export function setNotificationEnabled(channel: NotificationChannel, isOn: boolean): void {
  const value = isOn ? ON : OFF;
  preferences[channel].save(isOn === isOnByDefault(channel) ? null : value);
}

/** Subscribes to changes of a preference, in this tab or another. @returns a function that unsubscribes. */
export function onNotificationPreferenceChange(listener: () => void): () => void {
  const unsubscribers = Object.values(preferences).map(({ subscribe }) => subscribe(listener));
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
}
