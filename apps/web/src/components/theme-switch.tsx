import { ChoiceGroup } from './choice-group.tsx';
import { FRAME_STRINGS } from './frame-strings.ts';
import { chooseTheme } from './theme.ts';
import { THEME_CHOICES, useThemeChoice } from './theme-choices.ts';

/** Chooses light, dark or the system theme; saved on this device. */
export function ThemeSwitch() {
  return (
    <ChoiceGroup
      label={FRAME_STRINGS.theme}
      choices={THEME_CHOICES.map(({ value, Icon }) => ({
        value,
        content: (
          <>
            <Icon aria-hidden className="size-4 shrink-0" />
            <span>{FRAME_STRINGS.themes[value]}</span>
          </>
        ),
      }))}
      value={useThemeChoice()}
      onChange={chooseTheme}
    />
  );
}
