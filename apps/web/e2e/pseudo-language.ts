import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Page } from '@playwright/test';
import { showLanguage } from './show-language.ts';

/*
 * A language that only the browser tests have: the English messages, about 40 % longer and with accents. It reveals
 * elements that do not stretch, and texts outside the message catalogues. It is not part of the build: it replaces the
 * Hindi messages in the page.
 */

const WEB = path.resolve(import.meta.dirname, '..');
const ENGLISH = path.join(WEB, 'src/locales/en');
const MANIFEST = path.join(WEB, 'dist/.vite/manifest.json');

export type Group = { readonly [key: string]: string | Group };
type Compiled = string | MessageFormatElement[] | { readonly [key: string]: Compiled };

/** Vowels become two letters, which makes a text about 40 % longer and leaves its words whole. */
const ACCENTED: Readonly<Record<string, string>> = {
  a: 'áà',
  b: 'ḃ',
  c: 'ç',
  d: 'đ',
  e: 'éè',
  f: 'ƒ',
  g: 'ĝ',
  h: 'ĥ',
  i: 'íì',
  j: 'ĵ',
  k: 'ķ',
  l: 'ļ',
  m: 'ṁ',
  n: 'ñ',
  o: 'óò',
  p: 'ṗ',
  q: 'ɋ',
  r: 'ŕ',
  s: 'š',
  t: 'ţ',
  u: 'úù',
  v: 'ṽ',
  w: 'ŵ',
  x: 'ẋ',
  y: 'ýÿ',
  z: 'ž',
};

/** @returns the text with accents, about 40 % longer. */
function accent(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) => {
    const [first = '', second = ''] = ACCENTED[letter.toLowerCase()] ?? letter;
    return (letter === letter.toLowerCase() ? first : first.toUpperCase()) + second;
  });
}

/** @returns the message in the pseudo-language as `build/compile-messages.ts` would compile it, in brackets. */
export function translateMessage(message: string): string | MessageFormatElement[] {
  const elements = accentElements(parse(message, { captureLocation: false }));
  const bracketed = [toLiteral('['), ...elements, toLiteral(']')];
  if (!bracketed.every((element) => element.type === TYPE.literal)) return bracketed;
  return bracketed.map(({ value }) => value).join('');
}

function accentElements(elements: MessageFormatElement[]): MessageFormatElement[] {
  return elements.map((element) => {
    if (element.type === TYPE.literal) return toLiteral(accent(element.value));
    if (element.type === TYPE.tag) return { ...element, children: accentElements(element.children) };
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return element;
    const options = Object.entries(element.options).map(([name, option]) => [
      name,
      { ...option, value: accentElements(option.value) },
    ]);
    return { ...element, options: Object.fromEntries(options) };
  });
}

function toLiteral(value: string) {
  return { type: TYPE.literal as const, value };
}

/** The English messages by the name of their file. */
export async function readEnglish(): Promise<Map<string, Group>> {
  const names = readdirSync(ENGLISH).map((file) => path.basename(file, '.ts'));
  const modules = await Promise.all(names.map((name) => import(path.join(ENGLISH, `${name}.ts`))));
  return new Map(names.map((name, index) => [name, modules[index].messages]));
}

function translateGroup(group: Group): Record<string, Compiled> {
  return Object.fromEntries(
    Object.entries(group).map(([key, message]) => [
      key,
      typeof message === 'string' ? translateMessage(message) : translateGroup(message),
    ]),
  );
}

let replacing: Promise<string> | undefined;

/** The catalogues of the pseudo-language by the path of the built script whose messages they replace. */
async function translateCatalogues(): Promise<Record<string, Compiled>> {
  const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  const english = await readEnglish();
  return Object.fromEntries(
    [...english].flatMap(([name, group]) => {
      // The catalogues of the server's pages have no script of their own.
      const script = manifest[`src/locales/hi/${name}.ts`]?.file;
      return script === undefined ? [] : [[`/${script}`, translateGroup(group)]];
    }),
  );
}

/** Shows the page in the pseudo-language, without a reload. The page then calls its language Hindi. */
export async function showPseudoLanguage(page: Page): Promise<void> {
  // As source text: an argument of this size would take longer to pass than the rest takes.
  replacing ??= translateCatalogues().then((all) => `(${replaceMessages})(${JSON.stringify(all)})`);
  await showLanguage(page, 'hi');
  await page.evaluate(await replacing);
  await showLanguage(page, 'en', 'hi');
}

/** Runs in the page. Replaces the messages in the modules that the page has loaded. */
async function replaceMessages(all: Record<string, Compiled>): Promise<void> {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  for (const script of new Set(loaded)) {
    const messages = all[script];
    if (messages !== undefined) Object.assign((await import(script)).messages, messages);
  }
}
