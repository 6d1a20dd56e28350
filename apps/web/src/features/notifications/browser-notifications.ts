import {
  isNotificationEnabled,
  onNotificationPreferenceChange,
  setNotificationEnabled,
} from '../../lib/notification-preferences.ts';
import { NOTIFICATION_STRINGS } from './strings.ts';

/** `denied` is the browser's own word, which only its settings can change. */
export type BrowserNotificationState = 'unsupported' | 'insecure' | 'denied' | 'off' | 'on';

/** Set when the browser has notifications but a page may not show one, as on phones. */
let isUnsupported = false;

/** Whether notifications are shown on this device, and if not, why. */
export function getBrowserNotificationState(): BrowserNotificationState {
  if (!window.isSecureContext) return 'insecure';
  if (isUnsupported || !('Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' && isNotificationEnabled('browser') ? 'on' : 'off';
}

/** Calls back when the state may have changed: by a choice, or in the browser's settings. @returns what ends it. */
export function subscribeBrowserNotificationState(listener: () => void): () => void {
  const unsubscribe = onNotificationPreferenceChange(listener);
  // Who comes back from the browser's settings finds the state as it is now.
  window.addEventListener('focus', listener);
  return () => {
    unsubscribe();
    window.removeEventListener('focus', listener);
  };
}

/**
 * Asks the browser when it was not asked yet, and shows a first notification. To be called on a click: browsers
 * ask nobody otherwise.
 *
 * @returns the state afterwards.
 */
export async function enableBrowserNotifications(): Promise<BrowserNotificationState> {
  const permission = await Notification.requestPermission();
  if (
    permission === 'granted' &&
    showNotification(NOTIFICATION_STRINGS.firstTitle, { body: NOTIFICATION_STRINGS.firstText })
  ) {
    setNotificationEnabled('browser', true);
  }
  return getBrowserNotificationState();
}

/**
 * Shows a notification without a sound: the quiet one of our own is another choice.
 *
 * @returns null where a page may not show any.
 */
export function showNotification(title: string, options: NotificationOptions): Notification | null {
  try {
    return new Notification(title, { icon: '/icon-192.png', silent: true, dir: 'auto', ...options });
  } catch {
    // Chromium on Android has the class, and throws a TypeError when it is used.
    isUnsupported = true;
    return null;
  }
}
