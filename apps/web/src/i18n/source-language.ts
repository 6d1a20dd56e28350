import type { Language } from '@safarnama/contracts';

/**
 * Language of the texts that are part of the scripts. The build of the script that shows a story before the app runs
 * substitutes it, see `build/build-script.ts`.
 */
export const SOURCE_LANGUAGE: Language = 'en';
