import { createStrings, whenStringsLoaded } from '../i18n/strings.ts';
import { messages } from '../locales/en/language.ts';
import { toastFailure } from './toast-failure.tsx';

const LANGUAGE_STRINGS = createStrings('language', messages);

/** A language could not be shown (`changeFailed`), or a choice could not be saved in the account (`saveFailed`). */
export type LanguageFailure = keyof typeof messages;

/** Shows the failure in a toast; see `toastLanguageFailure`, which loads this script. */
export function showLanguageFailure(failure: LanguageFailure): void {
  void whenStringsLoaded().then(() => toastFailure(LANGUAGE_STRINGS[failure]));
}
