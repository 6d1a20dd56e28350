/**
 * Loads each file of each language except English, whose texts are part of the scripts that use them. The server has
 * translated `index.html`.
 */
export const TRANSLATIONS = import.meta.glob<object>(
  ['../locales/*/*.ts', '!../locales/en/*.ts', '!../locales/*/index-page.ts'],
  { import: 'messages' },
);
