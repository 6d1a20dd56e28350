import { LANGUAGE_NAMES, LANGUAGES } from '@safarnama/contracts';
import { useLanguage } from '../i18n/language.ts';
import { chooseLanguageOrToast } from './toast-language-failure.ts';

/** The choice of `LanguageSwitch` as a button on pages for guests, which switches to the next language. */
export function LanguageButton({ className = '' }: { className?: string }) {
  const next = LANGUAGES[(LANGUAGES.indexOf(useLanguage()) + 1) % LANGUAGES.length] ?? 'en';
  return (
    <button
      type="button"
      lang={next}
      className={`link ${className}`}
      onClick={() => void chooseLanguageOrToast(next)}
    >
      {LANGUAGE_NAMES[next]}
    </button>
  );
}
