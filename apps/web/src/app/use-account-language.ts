import type { Language } from '@safarnama/contracts';
import { useEffect } from 'react';
import { toastLanguageFailure } from '../components/toast-language-failure.ts';
import {
  onLanguageChosen,
  readChosenLanguage,
  readLanguage,
  saveLanguageCookie,
} from '../i18n/language-choice.ts';
import { setLanguage } from '../i18n/strings.ts';
import { useAuthStore } from '../stores/auth.store.ts';
import { onFirstPageShown } from './lazy-page.tsx';

/**
 * Shows the app in the language of the account from sign-in to sign-out; a choice in between is saved in the account.
 * For a guest, the language of the device returns, also when the session has expired while the app was closed.
 */
export function useAccountLanguage(): void {
  /** Id of the user, true for a guest, false while it is unknown whether there is a session. */
  const viewer = useAuthStore(
    ({ user, isChecked, isUnreachable }) => user?._id ?? (isChecked && !isUnreachable),
  );

  useEffect(() => {
    if (!viewer) return;
    showLanguage(useAuthStore.getState().user?.language ?? readChosenLanguage());
  }, [viewer]);

  useEffect(
    () =>
      onLanguageChosen((isOwnTab) => {
        const chosen = readChosenLanguage();
        if (chosen === null) return;
        void setLanguage(chosen);
        if (isOwnTab) void saveInAccount(chosen);
      }),
    [],
  );
}

/**
 * Shows the app in a language. Saves the cookie again, which Safari deletes after a week, or removes it.
 *
 * @param language - of the account, else the one chosen on this device; null for that of the device.
 */
function showLanguage(language: Language | null): void {
  saveLanguageCookie(language);
  // The markup may be in another language than the user's; changing it before hydration would cause a mismatch.
  onFirstPageShown(() => void setLanguage(language ?? readLanguage()));
}

async function saveInAccount(language: Language): Promise<void> {
  if (!(await useAuthStore.getState().saveLanguage(language))) void toastLanguageFailure('saveFailed');
}
