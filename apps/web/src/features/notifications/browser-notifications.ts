import {
  isNotificationEnabled,
  onNotificationPreferenceChange,
  setNotificationEnabled,
} from '../../lib/notification-preferences.ts';
import { NOTIFICATION_STRINGS } from './strings.ts';

/** State of browser notifications on this device; only the browser's settings can change `denied`. */
export type BrowserNotificationState = 'unsupported' | 'insecure' | 'denied' | 'off' | 'on';

/** Set when the browser has the API but does not let pages use it, as on phones. */
let isUnsupported = false;

export function getBrowserNotificationState(): BrowserNotificationState {
  if (!window.isSecureContext) return 'insecure';
  if (isUnsupported || !('Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' && isNotificationEnabled('browser') ? 'on' : 'off';
}

/** Calls a listener when the state may have changed. @returns a function that unsubscribes. */
export function subscribeBrowserNotificationState(listener: () => void): () => void {
  const unsubscribe = onNotificationPreferenceChange(listener);
  // The window gets the focus back after a visit to the browser's settings.
  window.addEventListener('focus', listener);
  return () => {
    unsubscribe();
    window.removeEventListener('focus', listener);
  };
}

/**
 * Requests the permission if necessary and shows a first notification. Must run in a click handler, otherwise
 * browsers show no prompt.
 *
 * @returns the resulting state.
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
 * Shows a silent notification; the sound is a separate preference.
 *
 * @returns null when the browser does not let pages show notifications.
 */
export function showNotification(title: string, options: NotificationOptions): Notification | null {
  try {
    return new Notification(title, { icon: '/icon-192.png', silent: true, dir: 'auto', ...options });
  } catch {
    // The constructor throws a TypeError in Chromium on Android.
    isUnsupported = true;
    return null;
  }
}
