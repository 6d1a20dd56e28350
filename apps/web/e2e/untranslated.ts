import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Page, Response } from '@playwright/test';
import { type Group, readEnglish } from './pseudo-language.ts';

/** A word. Words that occur in no response of the API and in no input are texts of the app. */
const WORD = /[A-Za-z]{3,}/g;
const ADDRESS = /(?:https?:\/\/|localhost:)\S+/g;
/** Names in no response: of products, of keys, and of places that the app finds by the coordinates of a photo. */
const NAMES = 'Safarnama Microsoft Edge Ctrl Shift Alt Hampi Virupaksha Temple'.split(' ');

interface ScreenText {
  text: string;
  /** Whether it may have appeared before the language changed: errors and announcements keep their language. */
  isNotice: boolean;
}

/**
 * Collects the words of users' texts: the texts of all responses of the API from now on, except the API's messages.
 *
 * @returns the words, which grow with each response.
 */
export function collectUserWords(page: Page): Set<string> {
  const words = new Set(NAMES);
  page.on('response', (response) => void addWords(response, words));
  return words;
}

async function addWords(response: Response, words: Set<string>): Promise<void> {
  if (!new URL(response.url()).pathname.startsWith('/api/')) return;
  const body = await response.json().catch(() => null);
  const visit = (value: unknown, key = ''): void => {
    // The app translates messages of the API by their code.
    if (typeof value === 'string' && key !== 'message')
      for (const word of value.match(WORD) ?? []) words.add(word);
    else if (typeof value === 'object' && value !== null)
      for (const [name, each] of Object.entries(value)) visit(each, name);
  };
  visit(body);
}

let english: Promise<RegExp[]> | undefined;

/**
 * Looks for texts on a page in the pseudo-language that have no accents, because they are not in the message catalogue.
 *
 * @param userWords - words from `collectUserWords`.
 */
export async function findUntranslated(page: Page, userWords: ReadonlySet<string>): Promise<string[]> {
  english ??= readEnglish().then((files) => [...files.values()].flatMap(toPatterns));
  const patterns = await english;
  const isMessage = (text: string) => patterns.some((pattern) => pattern.test(text));
  const texts = await page.evaluate(readTexts);
  const typed = await page.evaluate(readTyped);
  const allowedWords = new Set([...userWords, ...typed.flatMap((text) => text.match(WORD) ?? [])]);
  return texts
    .filter(({ text }) =>
      (text.replaceAll(ADDRESS, '').match(WORD) ?? []).some((word) => !allowedWords.has(word)),
    )
    .flatMap(({ text, isNotice }) => (isNotice && isMessage(text) ? [] : text));
}

/** The texts of each message of a catalogue, whatever its arguments are. */
function toPatterns(group: Group): RegExp[] {
  return Object.values(group).flatMap((message) =>
    typeof message === 'string' ? new RegExp(`^${toPattern(parse(message))}$`) : toPatterns(message),
  );
}

function toPattern(elements: MessageFormatElement[]): string {
  return elements
    .map((element) => {
      if (element.type === TYPE.literal) return element.value.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
      if (element.type === TYPE.tag) return toPattern(element.children);
      if (element.type !== TYPE.plural && element.type !== TYPE.select) return '.*';
      return `(?:${Object.values(element.options)
        .map(({ value }) => toPattern(value))
        .join('|')})`;
    })
    .join('');
}

/** Runs in the page. @returns typed texts (searches, drafts and fields), and the story that came with the page. */
function readTyped(): string[] {
  const fields = document.querySelectorAll<HTMLInputElement>('input, textarea');
  const texts = [...fields].map(({ value }) => value);
  const stories = [...document.querySelectorAll('script[type="application/json"]')];
  return [
    decodeURIComponent(window.location.href),
    ...Object.values(localStorage),
    ...texts,
    ...stories.map(({ textContent }) => textContent),
  ];
}

/** Runs in the page. @returns each text on it, including texts for screen readers and of style sheets. */
function readTexts(): ScreenText[] {
  const texts = [{ text: document.title, isNotice: false }];
  const add = (text: string | null, element: Element | null) => {
    const isNotice = Boolean(element?.closest('[role=alert], [role=status], [aria-live], .text-danger'));
    texts.push({ text: text?.trim() ?? '', isNotice });
  };
  const isOwn = (element: Element | null) =>
    // Texts of users, typed texts, names of languages and keys.
    element?.closest('[dir=auto], [role=textbox], :not(html, #root)[lang], kbd, script, style, noscript') ===
    null;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (isOwn(node.parentElement)) add(node.textContent, node.parentElement);
  for (const element of document.querySelectorAll('body *'))
    for (const pseudo of ['::before', '::after']) {
      const { content } = getComputedStyle(element, pseudo);
      if (content.startsWith('"')) add(content, element);
    }
  for (const name of ['aria-label', 'aria-description', 'aria-valuetext', 'placeholder', 'title', 'alt'])
    for (const element of document.querySelectorAll(`[${name}]`))
      if (element.closest('[role=textbox] *') === null) add(element.getAttribute(name), element);
  return texts;
}
