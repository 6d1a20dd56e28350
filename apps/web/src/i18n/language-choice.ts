import { LANGUAGE_COOKIE, LANGUAGES, type Language } from '@safarnama/contracts';
import { createPersistedChoice } from '../lib/persisted-choice.ts';
import { setLanguage } from './strings.ts';

const YEAR_S = 365 * 24 * 60 * 60;

const saved = createPersistedChoice('safarnama:language');
/** Subscribes to choices, in this tab or another. @returns a function that unsubscribes. */
export const onLanguageChosen = saved.subscribe;

/** The language chosen on this device; null without a choice. */
export function readChosenLanguage(): Language | null {
  const choice = saved.read();
  return LANGUAGES.find((language) => language === choice) ?? null;
}

const readCookie = () =>
  LANGUAGES.find((language) => document.cookie.split('; ').includes(`${LANGUAGE_COOKIE}=${language}`));

/**
 * The language of the account in use (see `useAccountLanguage`) or chosen on this device, which the cookie has; else the
 * first language of the device for which there are texts; else English. The server follows the same order.
 */
export function readLanguage(): Language {
  const codes = navigator.languages.map((tag) => tag.split('-')[0]);
  const ofDevice = codes.map((code) => LANGUAGES.find((language) => language === code)).find(Boolean);
  return readCookie() ?? readChosenLanguage() ?? ofDevice ?? 'en';
}

/**
 * Saves the language for the server, which renders the next page in it and gives it to a new account.
 *
 * @param language - null removes the cookie.
 */
export function saveLanguageCookie(language: Language | null): void {
  const maxAge = language === null ? 0 : YEAR_S;
  // biome-ignore lint/suspicious/noDocumentCookie: not all supported browsers have the Cookie Store.
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${maxAge}; SameSite=Lax`;
}

/**
 * Shows the app in a language, without a reload, and saves the choice on this device, unless another language was set
 * in the meantime.
 *
 * @returns false if the texts could not be loaded: nothing changes.
 */
export async function chooseLanguage(language: Language): Promise<boolean> {
  const isShown = await setLanguage(language);
  if (isShown) {
    saveLanguageCookie(language);
    saved.save(language);
  }
  return isShown !== false;
}
