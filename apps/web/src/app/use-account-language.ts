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
 * Shows the app in the language of the account from sign-in to sign-out; a choice in between is saved in the account.
 */
export function useAccountLanguage(): void {
  const userId = useAuthStore((state) => state.user?._id);

  useEffect(() => {
    if (userId === undefined) return;
    showLanguage(useAuthStore.getState().user?.language);
    // The next account on this device may have another language.
    return showLanguage;
  }, [userId]);

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

/** @param language - of the account. By default the one chosen on the device, else the language of the device. */
function showLanguage(language: Language | null = readChosenLanguage()): void {
  saveLanguageCookie(language);
  void setLanguage(language ?? readLanguage());
}
