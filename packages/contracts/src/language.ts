/**
 * Languages of the screens. The sentences of the API stay English; clients translate them by their codes. A language is
 * in this list, and has a name below, when all its files are in `apps/web/src/locales`. Nothing else depends on it.
 */
export const LANGUAGES = ['en', 'hi'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language by its own name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', hi: 'हिन्दी' };

/** Language of those for whom nothing else is known. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** Cookie with the language that was chosen on this device. Scripts may read and set it. */
export const LANGUAGE_COOKIE = 'lang';
