/** What a person chose for this device; `system` follows the device's own setting. */
export type ThemeChoice = 'system' | 'light' | 'dark';

/** Shared with public/theme.js, which puts the choice on the page before anything is drawn. */
const KEY = 'safarnama:theme';

/** The choice kept on this device; `system` when there is none, or when the browser keeps nothing. */
export function readThemeChoice(): ThemeChoice {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
}

/** Keeps the choice on this device and shows it at once, in the other tabs too. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // Where nothing is kept the page stays as the system has it.
  }
  window.dispatchEvent(new Event(KEY));
}

/** Calls back when the choice changes, here or in another tab. @returns what ends it. */
export function onThemeChoice(listener: () => void): () => void {
  window.addEventListener(KEY, listener);
  window.addEventListener('storage', listener);
  return () => {
    window.removeEventListener(KEY, listener);
    window.removeEventListener('storage', listener);
  };
}
