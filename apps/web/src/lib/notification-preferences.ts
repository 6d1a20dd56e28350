import { createPersistedChoice } from './persisted-choice.ts';

/** How a new message is announced while the conversation is not visible. */
type NotificationChannel = 'browser' | 'sound';

const ON = 'on';
const preferences = {
  browser: createPersistedChoice('safarnama:notify'),
  sound: createPersistedChoice('safarnama:sound'),
} as const;

/** Whether the user has enabled the channel on this device; off by default. */
export function isNotificationEnabled(channel: NotificationChannel): boolean {
  return preferences[channel].read() === ON;
}

/** Saves the preference on this device, for all its tabs. */
export function setNotificationEnabled(channel: NotificationChannel, isOn: boolean): void {
  preferences[channel].save(isOn ? ON : null);
}

/** Subscribes to changes of a preference, in this tab or another. @returns a function that unsubscribes. */
export function onNotificationPreferenceChange(listener: () => void): () => void {
  const unsubscribers = [preferences.browser.subscribe(listener), preferences.sound.subscribe(listener)];
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
}
