/**
 * Languages of the screens. The sentences of the API stay English; clients translate them by their codes. To add a
 * language, add all its files to `apps/web/src/locales`, then its code here and its name below (docs/translating.md).
 */
export const LANGUAGES = ['en', 'hi'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language by its own name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', hi: 'हिन्दी' };

/** Language of users whose language is unknown. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** Cookie with the language that was chosen on this device. Scripts may read and set it. */
export const LANGUAGE_COOKIE = 'lang';
