import type { Language } from '@safarnama/contracts';
import { chooseLanguage } from '../i18n/language-choice.ts';
import type { LanguageFailure } from './language-failure.ts';

/** Shows the app in a language, or a toast if its texts cannot be loaded. */
export async function chooseLanguageOrToast(language: Language): Promise<void> {
  if (!(await chooseLanguage(language))) void toastLanguageFailure('changeFailed');
}

/** Shows the failure in a toast. Its script is lazy, because it is rarely needed; without it nothing is shown. */
export async function toastLanguageFailure(failure: LanguageFailure): Promise<void> {
  const script = await import('./language-failure.ts').catch(() => null);
  script?.showLanguageFailure(failure);
}
