import { LANGUAGES, type Language, type PublicPost } from '@safarnama/contracts';
import { DOMParser as ServerParser } from 'linkedom';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { AppRoutes, loadFirstPage } from '../app/router.tsx';
import { FRAME_STRINGS } from '../components/frame-strings.ts';
import { PageNotice } from '../components/notice.tsx';
import { sceneUrl } from '../components/scenes.ts';
import { paths } from '../config/paths.ts';
import { PUBLIC_STORY_STRINGS } from '../features/post/reading/public-story-strings.ts';
import { applyLanguage } from '../i18n/language.ts';
import { loadLanguage } from '../i18n/strings.ts';
import { escapeHtml } from '../lib/escape-html.ts';
import { SERVER_ORIGIN } from '../lib/page-origin.ts';
import { PUBLIC_STORY_ID } from '../lib/public-story.ts';
import { useAuthStore } from '../stores/auth.store.ts';
import { usePublicStoryStore } from '../stores/public-story.store.ts';
import { buildStoryHead, storyLanguage, toInlineJson } from './story-head.ts';

/*
 * Renders the page of a public story for guests, with the app's own components. The build bundles it for the API
 * (`build/build-story-page.ts`); in development Vite's server runs it.
 */

/** The parser for the story's markup, which the server lacks. The library needs a whole document. */
class DocumentParser {
  parseFromString(html: string) {
    const page = `<!doctype html><html><body>${html}</body></html>`;
    const parsed = new ServerParser().parseFromString(page, 'text/html');
    // The library splits texts at entities, browsers do not; hydration compares the texts of both.
    parsed.body.normalize();
    return parsed;
  }
}
if (!('DOMParser' in globalThis)) Object.assign(globalThis, { DOMParser: DocumentParser });

await loadFirstPage(paths.post('slug'), true);
for (const language of LANGUAGES) {
  if (!(await loadLanguage(language))) throw new Error(`Texts are missing in ${language}`);
}

/** Preload links, which React writes before the markup; they belong in the head. */
const PRELOAD_LINKS = /^(?:<link[^>]*>)+/;

/** React's marker of a fallback: a component has thrown an error, and its rendering is left to the browser. */
const FAILED_BOUNDARY = '<!--$!-->';

/** The part of a page that depends on the story alone. */
export interface RenderedStory {
  /** Elements that preload the picture at the top. */
  preload: string;
  /** Content of the root element. */
  markup: string;
}

/**
 * Renders a story as the app shows it to a guest. Takes some milliseconds, so cache the result.
 *
 * @param language - language of the app around the story.
 * @throws Error when a component needs the browser.
 */
export function renderStory(post: PublicPost, language: Language): RenderedStory {
  applyLanguage(language);
  // Without a browser, components read the initial state of their store.
  Object.assign(useAuthStore.getInitialState(), { isChecked: true, loading: false });
  Object.assign(usePublicStoryStore.getInitialState(), { story: post });
  const rendered = renderToString(
    <StaticRouter location={paths.post(post.slug)}>
      <AppRoutes />
    </StaticRouter>,
  );
  if (rendered.includes(FAILED_BOUNDARY)) throw new Error(`Failed to render the story ${post.slug}`);
  const [preload = ''] = PRELOAD_LINKS.exec(rendered) ?? [];
  return { preload, markup: rendered.slice(preload.length) };
}

/**
 * The page shown instead of a story that cannot be sent now: the database is unavailable, a limit is reached. It does
 * not start the app, which would redirect to sign-in.
 */
export function buildUnavailablePage(template: string, language: Language): string {
  applyLanguage(language);
  const { unavailable, unavailableText } = PUBLIC_STORY_STRINGS;
  const markup = renderToString(
    <PageNotice scene={sceneUrl('monsoon')}>
      <h1 className="mt-2 text-3xl">{unavailable}</h1>
      <p className="text-ink-soft">{unavailableText}</p>
      {/* The URL of the page itself. */}
      <a href="?" className="button button-primary mt-2">
        {FRAME_STRINGS.tryAgain}
      </a>
    </PageNotice>,
  );
  return template
    .replace(DESCRIPTIONS, '')
    .replace(NOSCRIPT, '')
    .replace('</head>', `<title>${unavailable} · Safarnama</title></head>`)
    .replace(EMPTY_ROOT, `<div id="root"><main>${markup}</main></div>`);
}

const DESCRIPTIONS =
  /\s*(?:<title>[^<]*<\/title>|<meta (?:name="description"|property="og:|name="twitter:)[^>]*>)/g;
const EMPTY_ROOT = '<div id="root"></div>';
const NOSCRIPT = /<noscript>.*?<\/noscript>/s;
/** Buttons that do nothing without a script. */
const WITHOUT_SCRIPT = '<noscript><style>.needs-script { display: none !important }</style></noscript>';

export interface StoryPageInput {
  /** The built `index.html` in the language, without the scripts of the app. */
  template: string;
  /** Language of the app around the story. */
  language: Language;
  post: PublicPost;
  rendered: RenderedStory;
  /** Prefix of absolute URLs. */
  origin: string;
  /** Elements for the head that load the script of the page. */
  head: string;
}

/** Builds the whole page: it can be read without a script, and also contains the story as data for the app. */
export function buildStoryPage(input: StoryPageInput): string {
  const { template, language, post, rendered, origin, head } = input;
  applyLanguage(language);
  const description = buildStoryHead(post, origin);
  const markup = rendered.markup.replaceAll(SERVER_ORIGIN, () => escapeHtml(origin));
  const data = `<script type="application/json" id="${PUBLIC_STORY_ID}">${toInlineJson(post)}</script>`;
  // Replacement functions, as `$` is special in replacement strings. The text direction of the page remains that of the
  // app's language.
  return template
    .replace(DESCRIPTIONS, '')
    .replace(NOSCRIPT, '')
    .replace(`<html lang="${language}"`, () => `<html lang="${storyLanguage(post)}"`)
    .replace(/<meta charset="utf-8" \/>/, (charset) => `${charset}\n    ${description}`)
    .replace('</head>', () => `${rendered.preload}${head}${WITHOUT_SCRIPT}</head>`)
    .replace(EMPTY_ROOT, () => `<div id="root" lang="${language}">${markup}</div>${data}`);
}
