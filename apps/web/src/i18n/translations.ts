/**
 * Loads each file of each language but English, which is part of the scripts that show it. The server has translated
 * `index.html`.
 */
export const TRANSLATIONS = import.meta.glob<object>(
  ['../locales/*/*.ts', '!../locales/en/*.ts', '!../locales/*/index-page.ts'],
  { import: 'messages' },
);
