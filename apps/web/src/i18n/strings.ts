import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { Language } from '@safarnama/contracts';
import { IntlMessageFormat } from 'intl-messageformat';
import { createElement, Fragment, type ReactNode } from 'react';
import { formatters } from './formatters.ts';
import { applyLanguage, getLanguage, getLocale, notifyTextsChanged } from './language.ts';
import type { Messages, RenderTag, Strings } from './message-types.ts';
import { SOURCE_LANGUAGE } from './source-language.ts';

/** Messages as compiled by `build/compile-messages.ts`. */
type Compiled = string | MessageFormatElement[] | CompiledGroup;
interface CompiledGroup {
  readonly [key: string]: Compiled;
}
type Values = Record<string, string | number | RenderTag>;

/** The language that is shown as soon as its texts are loaded. */
let target: Language = getLanguage();
const registered = new Set<string>();
/** Translations that are loaded or loading, by path; null while loading. */
const loaded = new Map<string, CompiledGroup | null>();
const pending = new Set<Promise<void>>();
const formats = new WeakMap<MessageFormatElement[], IntlMessageFormat>();

/**
 * Makes the messages of `src/locales/en/<name>.ts` available in the current language. Read them while rendering, not
 * when the module is evaluated, because the language changes without a reload.
 *
 * @param name - name of the file.
 * @param english - the messages in that file.
 */
export function createStrings<const M extends Messages>(name: string, english: M): Strings<M> {
  return createGroup(english as unknown as CompiledGroup, register(name)) as Strings<M>;
}

/**
 * Makes the translations of texts that the server sends in English available.
 *
 * @param name - name of the file.
 * @returns a function that looks up the translation by key; it returns undefined in English, and for an unknown key.
 */
export function createTranslations(name: string): (key: string) => string | undefined {
  const findTranslation = register(name);
  return (key) => {
    const message = findTranslation()?.[key];
    return typeof message === 'string' ? message : undefined;
  };
}

/**
 * Loads the file of each language when it is needed.
 *
 * @returns a function that returns its messages in the current language, if they are loaded.
 */
function register(name: string): () => CompiledGroup | undefined {
  registered.add(name);
  if (target !== SOURCE_LANGUAGE) load(name, target);
  return () => {
    const current = getLanguage();
    return current === SOURCE_LANGUAGE ? undefined : (loaded.get(toPath(name, current)) ?? undefined);
  };
}

/** Resolves when the texts of all loaded scripts are loaded or have failed to load. */
async function whenSettled(): Promise<void> {
  while (pending.size > 0) await Promise.all(pending);
}

/** Like `whenSettled`, but at the latest after 3 s. English is shown for missing texts until they arrive. */
export function whenStringsLoaded(): Promise<void> {
  return Promise.race([whenSettled(), new Promise<void>((resolve) => setTimeout(resolve, 3_000))]);
}

/**
 * Loads the texts of the language for all loaded scripts, and for scripts that are loaded later.
 *
 * @returns whether all of them are loaded.
 */
export async function loadLanguage(next: Language): Promise<boolean> {
  target = next;
  if (next === SOURCE_LANGUAGE) return true;
  for (const name of registered) load(name, next);
  await whenSettled();
  return [...registered].every((name) => loaded.has(toPath(name, next)));
}

/**
 * Loads the texts of the language and then shows the app in it.
 *
 * @returns whether it is shown: false if its texts could not be loaded, null if another language was set in the
 *   meantime.
 */
export async function setLanguage(next: Language): Promise<boolean | null> {
  const isComplete = await loadLanguage(next);
  if (target !== next) return null;
  if (isComplete) applyLanguage(next);
  else target = getLanguage();
  return isComplete;
}

function load(name: string, language: Language): void {
  const path = toPath(name, language);
  if (loaded.has(path)) return;
  loaded.set(path, null);
  const loading = importTranslation(path)
    .then(
      (messages) => {
        loaded.set(path, messages);
        if (getLanguage() === language) notifyTextsChanged();
      },
      // The next change of the language loads it again.
      () => void loaded.delete(path),
    )
    .finally(() => pending.delete(loading));
  pending.add(loading);
}

/** The list of the files is a separate script, which readers of English do not need. */
async function importTranslation(path: string): Promise<CompiledGroup> {
  const { TRANSLATIONS } = await import('./translations.ts');
  return ((await TRANSLATIONS[path]?.()) ?? {}) as CompiledGroup;
}

function toPath(name: string, language: Language): string {
  return `../locales/${language}/${name}.ts`;
}

function createGroup(english: CompiledGroup, findTranslation: () => CompiledGroup | undefined): object {
  const group = {};
  for (const [key, message] of Object.entries(english)) {
    const find = () => findTranslation()?.[key];
    if (typeof message === 'string')
      Object.defineProperty(group, key, { get: () => find() ?? message, enumerable: true });
    else if (Array.isArray(message)) {
      const value = (values: Values) => {
        const translation = find();
        return translation === undefined
          ? format(message, SOURCE_LANGUAGE, values)
          : format(translation as string | MessageFormatElement[], getLanguage(), values);
      };
      Object.defineProperty(group, key, { value, enumerable: true });
    } else {
      const value = createGroup(message, find as () => CompiledGroup | undefined);
      Object.defineProperty(group, key, { value, enumerable: true });
    }
  }
  return group;
}

function format(message: string | MessageFormatElement[], language: Language, values: Values): ReactNode {
  if (typeof message === 'string') return message;
  let messageFormat = formats.get(message);
  if (!messageFormat) {
    messageFormat = new IntlMessageFormat(message, getLocale(language), undefined, { formatters });
    formats.set(message, messageFormat);
  }
  const result = messageFormat.format<ReactNode>(values);
  // A message with tags has several parts. A fragment with them as its children needs no keys.
  return Array.isArray(result) ? createElement(Fragment, null, ...result) : result;
}
