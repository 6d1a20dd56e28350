import { createPersistedChoice } from './persisted-choice.ts';

/** How one can be told of a message while one looks elsewhere: by the browser, by a sound. */
type NotificationChannel = 'browser' | 'sound';

const ON = 'on';
const preferences = {
  browser: createPersistedChoice('safarnama:notify'),
  sound: createPersistedChoice('safarnama:sound'),
} as const;

/** Whether it was switched on, on this device; off until then. */
export function isNotificationEnabled(channel: NotificationChannel): boolean {
  return preferences[channel].read() === ON;
}

/** Keeps the choice on this device; every tab of it follows. */
export function setNotificationEnabled(channel: NotificationChannel, isOn: boolean): void {
  preferences[channel].save(isOn ? ON : null);
}

/** Calls back when a choice changes, here or in another tab. @returns what ends it. */
export function onNotificationPreferenceChange(listener: () => void): () => void {
  const unsubscribers = [preferences.browser.subscribe(listener), preferences.sound.subscribe(listener)];
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
}
