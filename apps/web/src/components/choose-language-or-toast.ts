import type { Language } from '@safarnama/contracts';
import { chooseLanguage } from '../i18n/language-choice.ts';
import { toastLanguageFailure } from './toast-language-failure.ts';

/** Shows the app in a language, or a toast if its texts cannot be loaded. */
export async function chooseLanguageOrToast(language: Language): Promise<void> {
  if (!(await chooseLanguage(language))) void toastLanguageFailure('changeFailed');
}
