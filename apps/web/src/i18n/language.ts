import { LANGUAGES, type Language } from '@safarnama/contracts';
import { useSyncExternalStore } from 'react';
import { SOURCE_LANGUAGE } from './source-language.ts';

let language: Language = SOURCE_LANGUAGE;
/** Incremented whenever the displayed texts change: when the language changes or translations arrive. */
let version = 0;
const listeners = new Set<() => void>();

export function getLanguage(): Language {
  return language;
}

/** @returns the locale for `Intl`, by default of the current language. */
export function getLocale(of: Language = language): string {
  return `${of}-IN`;
}

/** @returns the locale for dates and times: in English, the month comes first. */
export function getDateLocale(): string {
  return language === 'en' ? 'en-US' : getLocale();
}

const RIGHT_TO_LEFT = /^(?:ar|fa|he|ks|sd|ur)\b/;

/** @param tag - a language, such as `ur` or `ur-IN`. */
export function getDirection(tag: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.test(tag) ? 'rtl' : 'ltr';
}

/**
 * The element whose `lang` is the language of the app: `<html>`, or `#root` while `<html>` has the language of a story
 * that the server has rendered.
 */
const findLanguageElement = () =>
  document.querySelector<HTMLElement>('#root[lang]') ?? document.documentElement;

/** Returns the language in which the server has sent the page. */
export function readPageLanguage(): Language {
  return LANGUAGES.find((known) => known === findLanguageElement().lang) ?? SOURCE_LANGUAGE;
}

/** Call only when the texts of the language are loaded; see `setLanguage`. */
export function applyLanguage(next: Language): void {
  language = next;
  if (typeof document !== 'undefined') markLanguage();
  notifyTextsChanged();
}

function markLanguage(): void {
  findLanguageElement().lang = language;
  document.dir = getDirection(language);
}

/**
 * Marks the whole page with the language of the app, when it no longer shows the story that the server has rendered.
 */
export function leaveStoryLanguage(): void {
  document.getElementById('root')?.removeAttribute('lang');
  markLanguage();
}

/** Re-renders the app, since its texts have changed. */
export function notifyTextsChanged(): void {
  version += 1;
  for (const listener of listeners) listener();
}

/**
 * Re-renders the component when the language changes. The root uses it for all others; only a component with `memo`
 * needs it as well.
 */
export function useLanguage(): Language {
  useSyncExternalStore(subscribe, getVersion, getVersion);
  return language;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function getVersion(): number {
  return version;
}
