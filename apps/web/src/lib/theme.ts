import { createPersistedChoice } from './persisted-choice.ts';

/** What a person chose for this device; `system` follows the device's own setting. */
export type ThemeChoice = 'system' | 'light' | 'dark';

/** The key is shared with public/theme.js, which puts the choice on the page before anything is drawn. */
const theme = createPersistedChoice('safarnama:theme');

/** The choice kept on this device; `system` when there is none, or when the browser keeps nothing. */
export function readThemeChoice(): ThemeChoice {
  const stored = theme.read();
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Keeps the choice on this device and shows it at once, in the other tabs too. */
export function chooseTheme(choice: ThemeChoice): void {
  theme.save(choice === 'system' ? null : choice);
}

/** Calls back when the choice changes, here or in another tab. @returns what ends it. */
export const onThemeChange = theme.subscribe;
