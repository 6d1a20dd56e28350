import type { Language } from '@safarnama/contracts';

/**
 * Language of the texts that are part of the scripts. `build/build-script.ts` replaces this value when it builds the
 * script that shows a story before the app runs.
 */
export const SOURCE_LANGUAGE: Language = 'en';
