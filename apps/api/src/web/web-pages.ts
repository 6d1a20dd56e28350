import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES, type Language } from '@safarnama/contracts';
import { readSlug } from './page-slug.js';
import type { StoryFrame } from './story-renderer.js';

export const INDEX = '/index.html';
/** Folder of files that only the server reads. */
export const SERVER_FOLDER = '/.vite/';
/**
 * Written by the build of the web app: for each language and page path, the elements that preload its assets and the
 * markup shown until the app runs.
 */
const FIRST_LOAD = '.vite/first-load.json';
/** The scripts of the app in the built page. */
const APP_SCRIPTS = /\s*<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)/g;
/** Stands for the URL of the picture at the top of home. */
export const LEAD_PICTURE = '/media/:lead';

/** Keys of a story in the first loads: for signed-in users, and of a public one for guests. */
const STORY_KEY = '/post/:slug';
const PUBLIC_STORY_KEY = 'public-story';
/** Key of the chat. */
const CHAT_KEY = '/chat';
/** Keys that stand for the sign-in page where there is no session. */
const GUARDED_KEYS: ReadonlySet<string> = new Set(['/', STORY_KEY, CHAT_KEY]);
/** Key of any other page of a signed-in user. */
const MEMBERS_KEY = 'members';

export interface FirstLoad {
  /** Elements before the script of the app. */
  early?: string;
  head: string;
  /** Further elements of the head for a URL without a query, which would select another list. */
  list?: string;
  /** Like `list`, if the list begins with a picture. Its URL is `LEAD_PICTURE`. */
  picture?: string;
  body: string;
}

/** The built web app in a language. */
interface WebPages {
  index: string;
  /** By page path. */
  firstLoads: ReadonlyMap<string, FirstLoad>;
}

/** Returns the built web app in a language. */
export type PagesIn = (language: Language) => WebPages;

/** Reads the pages in each language; the English ones stand in for what the build lacks. */
export function readPages(folder: string): PagesIn {
  const file = path.join(folder, FIRST_LOAD);
  const firstLoads: Partial<Record<Language, Record<string, FirstLoad>>> = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : {};
  const english = {
    index: readFileSync(path.join(folder, INDEX), 'utf8'),
    firstLoads: new Map(Object.entries(firstLoads.en ?? {})),
  };
  const pages = new Map<Language, WebPages>();
  for (const language of LANGUAGES) {
    const translated = path.join(folder, `${SERVER_FOLDER}index.${language}.html`);
    const ownLoads = firstLoads[language];
    if (language === 'en' || ownLoads === undefined || !existsSync(translated)) continue;
    pages.set(language, {
      index: readFileSync(translated, 'utf8'),
      firstLoads: new Map(Object.entries(ownLoads)),
    });
  }
  return (language) => pages.get(language) ?? english;
}

const NO_FIRST_LOAD: FirstLoad = { head: '', body: '' };

/** Finds the first load of the page that the app will show at a path. */
export function findFirstLoad(
  firstLoads: ReadonlyMap<string, FirstLoad>,
  pathname: string,
  hasSession: boolean,
): FirstLoad {
  const slug = readSlug(pathname);
  const key = slug === null ? pathname : STORY_KEY;
  const shownKey = resolvePage(key, hasSession);
  const firstLoad =
    firstLoads.get(shownKey) ?? (hasSession ? firstLoads.get(MEMBERS_KEY) : undefined) ?? NO_FIRST_LOAD;
  // Sends the markup of a signed-in user's page only at its own path: at any other, the session may have ended.
  if (hasSession && key !== shownKey) return { ...firstLoad, body: '' };
  // A replacement function, as `$` is special in replacement strings.
  return {
    ...firstLoad,
    early: firstLoad.early?.replace(':slug', () => encodeURIComponent(slug ?? '')) ?? '',
  };
}

/**
 * Guests are redirected from home, stories and the chat to /login, signed-in users from there and from /signup to home.
 * A conversation needs the scripts of the chat.
 */
function resolvePage(key: string, hasSession: boolean): string {
  if (!hasSession) return GUARDED_KEYS.has(key) ? '/login' : key;
  if (key === '/login' || key === '/signup') return '/';
  return key.startsWith(`${CHAT_KEY}/`) ? CHAT_KEY : key;
}

/**
 * Creates what `publicStoryPage` needs of the built web app: in each language, the page without the scripts of the app,
 * and elements for the head with a script that loads them later.
 */
export function createStoryFrames(pagesIn: PagesIn): (language: Language) => StoryFrame {
  const createFrame = (language: Language): StoryFrame => {
    const { index, firstLoads } = pagesIn(language);
    const { head } = firstLoads.get(PUBLIC_STORY_KEY) ?? NO_FIRST_LOAD;
    return { language, template: index.replace(APP_SCRIPTS, ''), head };
  };
  const frames = new Map(LANGUAGES.map((language) => [language, createFrame(language)]));
  return (language) => frames.get(language) ?? createFrame('en');
}
