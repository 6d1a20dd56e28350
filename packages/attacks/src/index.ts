import { ENCODED, LINKS } from './addresses.js';
import { ELEMENTS, HANDLERS } from './elements.js';
import { MUTATIONS } from './mutations.js';
import { CONTEXTS, LOOKALIKES } from './texts.js';

/**
 * Texts that would run a script in a careless browser, for the tests of the API and of the web app. Whatever runs tells:
 * by a dialog (`alert`, `confirm`, `prompt`), by `window.__xss`, or by asking `tell.example` for something.
 */
export const ATTACK_GROUPS = {
  elements: ELEMENTS,
  handlers: HANDLERS,
  links: LINKS,
  encoded: ENCODED,
  mutations: MUTATIONS,
  contexts: CONTEXTS,
  lookalikes: LOOKALIKES,
} as const;

/** All of them, each once. */
export const ATTACKS: readonly string[] = [...new Set(Object.values(ATTACK_GROUPS).flat())];

/** Nothing of the product asks this host for anything. */
export const BEACON_HOST = 'tell.example';
