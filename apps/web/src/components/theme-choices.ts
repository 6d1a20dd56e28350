import { Monitor, Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { onThemeChange, readThemeChoice, type ThemeChoice } from './theme.ts';

export const THEME_CHOICES = [
  { value: 'system', Icon: Monitor },
  { value: 'light', Icon: Sun },
  { value: 'dark', Icon: Moon },
] as const satisfies { value: ThemeChoice; Icon: typeof Sun }[];

/** The theme chosen on this device. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(onThemeChange, readThemeChoice, () => 'system' as const);
}
