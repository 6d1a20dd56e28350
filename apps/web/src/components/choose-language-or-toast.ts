import type { Language } from '@safarnama/contracts';
import { chooseLanguage } from '../i18n/language-choice.ts';
import { FRAME_STRINGS } from './frame-strings.ts';

/** Shows the app in a language, or a toast if its texts cannot be loaded. */
export async function chooseLanguageOrToast(language: Language): Promise<void> {
  if (await chooseLanguage(language)) return;
  // Lazy, because it is rarely needed. Without the script nothing is shown.
  const script = await import('./toast-failure.tsx').catch(() => null);
  script?.toastFailure(FRAME_STRINGS.languageFailed);
}
