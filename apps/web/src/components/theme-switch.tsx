import { Monitor, Moon, Sun } from 'lucide-react';
import { useId, useSyncExternalStore } from 'react';
import { chooseTheme, onThemeChange, readThemeChoice, type ThemeChoice } from './theme.ts';

const CHOICES = [
  { value: 'system', label: 'System', Icon: Monitor },
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
] as const satisfies { value: ThemeChoice; label: string; Icon: typeof Sun }[];

/** Chooses light, dark or the system theme; saved on this device. */
export function ThemeSwitch() {
  const choice = useThemeChoice();
  const name = useId();
  return (
    <fieldset className="inline-flex min-w-0 flex-wrap rounded-[1.5rem] border border-line-strong bg-paper-raised p-1">
      <legend className="sr-only">Theme</legend>
      {CHOICES.map(({ value, label, Icon }) => (
        <label
          key={value}
          className="inline-flex min-h-8 cursor-pointer items-center gap-1.5 whitespace-nowrap rounded-full px-3 text-ink-soft text-sm hover:text-ink has-checked:bg-indigo-wash has-checked:font-semibold has-checked:text-indigo has-focus-visible:outline-3 has-focus-visible:outline-indigo has-focus-visible:outline-offset-2"
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={choice === value}
            onChange={() => chooseTheme(value)}
            className="sr-only"
          />
          <Icon aria-hidden className="size-4 shrink-0" />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The same choice as a button for bars, which cycles through the themes. */
export function ThemeButton({ className = '' }: { className?: string }) {
  const choice = useThemeChoice();
  const index = CHOICES.findIndex(({ value }) => value === choice);
  const { label, Icon } = CHOICES[index] ?? CHOICES[0];
  const next = CHOICES[(index + 1) % CHOICES.length] ?? CHOICES[0];
  return (
    <button
      type="button"
      className={`button-icon ${className}`}
      aria-label={`Theme: ${label}. Change to: ${next.label}`}
      title={`Theme: ${label}`}
      onClick={() => chooseTheme(next.value)}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}

function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(onThemeChange, readThemeChoice, () => 'system' as const);
}
