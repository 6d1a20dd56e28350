import { ENCODED, LINKS } from './addresses.js';
import { ELEMENTS, HANDLERS } from './elements.js';
import { ATTACK_PICTURE_KEY, FIGURES } from './figures.js';
import { MUTATIONS } from './mutations.js';
import { CONTEXTS, LOOKALIKES } from './texts.js';

/**
 * Texts that would run a script if they were rendered without sanitizing, for the tests of the API and of the web app.
 * A script that runs can be detected: it opens a dialog (`alert`, `confirm`, `prompt`), sets `window.__xss`, or sends a
 * request to `tell.example`.
 */
export const ATTACK_GROUPS = {
  elements: ELEMENTS,
  handlers: HANDLERS,
  links: LINKS,
  encoded: ENCODED,
  mutations: MUTATIONS,
  contexts: CONTEXTS,
  lookalikes: LOOKALIKES,
  figures: FIGURES,
} as const;

/** All attacks without duplicates. */
export const ATTACKS: readonly string[] = [...new Set(Object.values(ATTACK_GROUPS).flat())];

export { ATTACK_PICTURE_KEY };

/** The host that attacks send requests to; the product itself never does. */
export const BEACON_HOST = 'tell.example';
