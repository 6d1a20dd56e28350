import { LANGUAGE_NAMES, LANGUAGES } from '@safarnama/contracts';
import { useLanguage } from '../i18n/language.ts';
import { ChoiceGroup } from './choice-group.tsx';
import { FRAME_STRINGS } from './frame-strings.ts';
import { chooseLanguageOrToast } from './toast-language-failure.ts';

/** Chooses the language of the app; saved on this device and, by a user, in the account. */
export function LanguageSwitch() {
  return (
    <ChoiceGroup
      label={FRAME_STRINGS.language}
      choices={LANGUAGES.map((value) => ({
        value,
        content: <span lang={value}>{LANGUAGE_NAMES[value]}</span>,
      }))}
      value={useLanguage()}
      onChange={(language) => void chooseLanguageOrToast(language)}
    />
  );
}
