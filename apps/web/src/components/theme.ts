import { createPersistedChoice } from '../lib/persisted-choice.ts';

/** The theme chosen for this device; `system` follows the setting of the device. */
export type ThemeChoice = 'system' | 'light' | 'dark';

/** public/theme.js reads the same key to apply the theme before the first paint. */
const theme = createPersistedChoice('safarnama:theme');

/** The choice saved on this device; `system` when there is none or the browser has no storage. */
export function readThemeChoice(): ThemeChoice {
  const stored = theme.read();
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Saves the choice on this device and notifies subscribers in all tabs, such as public/theme.js, which applies it. */
export function chooseTheme(choice: ThemeChoice): void {
  theme.save(choice === 'system' ? null : choice);
}

/** Subscribes to changes of the choice, in this tab or another. @returns a function that unsubscribes. */
export const onThemeChange = theme.subscribe;
