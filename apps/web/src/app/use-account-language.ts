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
    if (language === undefined || language === 'en' || readChosenLanguage() !== null) return;
    void setLanguage(language);
    saveLanguageCookie(language);
    // The next account on this device may have another language.
    return () => {
      if (readChosenLanguage() !== null) return;
      saveLanguageCookie(null);
      void setLanguage(readLanguage());
    };
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
