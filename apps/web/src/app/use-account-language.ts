import type { Language } from '@safarnama/contracts';
import { useEffect } from 'react';
import {
  onLanguageChosen,
  readChosenLanguage,
  readLanguage,
  saveLanguageCookie,
} from '../i18n/language-choice.ts';
import { setLanguage } from '../i18n/strings.ts';
import { useAuthStore } from '../stores/auth.store.ts';

/**
 * Applies the user's language choices. A choice is also saved in the account, and the account's language applies on
 * devices without a choice. English in the account counts as no choice, because accounts of older versions have it.
 */
export function useAccountLanguage(): void {
  const language = useAuthStore((state) => state.user?.language);

  useEffect(() => {
    if (language === undefined) return;
    // Also without a language of the account: the cookie may have that of another account, whose session has expired
    // while the app was closed.
    showAccountLanguage(language === 'en' ? null : language);
    // The next account on this device may have another language.
    return () => showAccountLanguage(null);
  }, [language]);

  useEffect(
    () =>
      onLanguageChosen((isOwnTab) => {
        const chosen = readChosenLanguage();
        if (chosen === null) return;
        void setLanguage(chosen);
        if (isOwnTab) void useAuthStore.getState().saveLanguage(chosen);
      }),
    [],
  );
}

/**
 * Shows the app in the language of the account unless one was chosen on the device.
 *
 * @param language - null for the language of the device.
 */
function showAccountLanguage(language: Language | null): void {
  if (readChosenLanguage() !== null) return;
  saveLanguageCookie(language);
  void setLanguage(language ?? readLanguage());
}
