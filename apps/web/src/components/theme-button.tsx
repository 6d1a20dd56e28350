import { FRAME_STRINGS } from './frame-strings.ts';
import { chooseTheme } from './theme.ts';
import { THEME_CHOICES, useThemeChoice } from './theme-choices.ts';

/** The choice of `ThemeSwitch` as a button for bars, which cycles through the themes. */
export function ThemeButton({ className = '' }: { className?: string }) {
  const choice = useThemeChoice();
  const index = THEME_CHOICES.findIndex(({ value }) => value === choice);
  const { value, Icon } = THEME_CHOICES[index] ?? THEME_CHOICES[0];
  const next = THEME_CHOICES[(index + 1) % THEME_CHOICES.length] ?? THEME_CHOICES[0];
  return (
    <button
      type="button"
      className={`button-icon ${className}`}
      aria-label={FRAME_STRINGS.changeTheme({
        theme: FRAME_STRINGS.themes[value],
        next: FRAME_STRINGS.themes[next.value],
      })}
      title={FRAME_STRINGS.currentTheme({ theme: FRAME_STRINGS.themes[value] })}
      onClick={() => chooseTheme(next.value)}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}
