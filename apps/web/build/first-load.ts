import path from 'node:path';
import { LANGUAGES, type Language } from '@safarnama/contracts';
import { type Plugin, type Rolldown, runnerImport } from 'vite';
import { LEAD_SIZES, pictureSrcSet } from '../src/lib/pictures.ts';
import { buildFirstStory, buildScript } from './build-script.ts';
import { compileMessages } from './compile-messages.ts';
import { ICON_FILE } from './import-icons-directly.ts';

const ENTRY = 'src/main.tsx';
/** Imports the catalogues of all other languages lazily. */
const TRANSLATIONS = 'src/i18n/translations.ts';

interface FirstPage {
  module: string;
  /** The picture at the top, if it is a fixed one. */
  picture: string | null;
  /** Requests of a page of a signed-in user. The app sends them when it starts, whatever the query of the URL. */
  requests: readonly string[];
}

const SESSION_REQUEST = '/api/auth/check-auth';
const CONTACTS_REQUEST = '/api/message/get-all-users?limit=50';

/** The pages that most visits start on. */
const FIRST_PAGES = {
  '/': { module: 'src/pages/home.page.tsx', picture: 'hills', requests: [SESSION_REQUEST] },
  '/post/:slug': { module: 'src/pages/post.page.tsx', picture: null, requests: [SESSION_REQUEST] },
  '/chat': {
    module: 'src/pages/chat.page.tsx',
    picture: null,
    requests: [SESSION_REQUEST, CONTACTS_REQUEST],
  },
  '/login': { module: 'src/pages/login.page.tsx', picture: 'ghats', requests: [] },
  '/signup': { module: 'src/pages/signup.page.tsx', picture: 'tea-hills', requests: [] },
} as const satisfies Record<string, FirstPage>;
type FirstPath = keyof typeof FIRST_PAGES;
const PATHS = Object.keys(FIRST_PAGES) as FirstPath[];

/** Key of a public story for guests. */
const PUBLIC_STORY = 'public-story';
const PUBLIC_PAGE = 'src/pages/public-story.page.tsx';

/** Key of any other page of a signed-in user, and the chunk of the frame around all of them. */
const MEMBERS = 'members';
/** The modules that `src/app/member-parts.ts` imports lazily. */
const MEMBER_PARTS = ['top-bar', 'sign-in-notice', 'bottom-bar', 'member-pages'].map(
  (name) => `src/app/${name}.tsx`,
);
const MEMBER_FRAME = 'src/app/top-bar.tsx';
/** Used by most pages of signed-in users. */
const BLOG_STORE = 'src/stores/blog.store.ts';
const TOASTS = /[\\/](?:react-hot-toast|goober)[\\/]|[\\/]toast-failure\.tsx$/;

/** The pages with a chunk of their own; the others share modules with these. */
const CHUNK_PAGES = [FIRST_PAGES['/'].module, FIRST_PAGES['/login'].module];
const CHAT_PAGE = FIRST_PAGES['/chat'].module;
/** The footer and the other pages of guests, which share little with the pages of signed-in users. */
const LIGHT_PARTS = [
  'src/app/footer.tsx',
  ...['signup', 'reset-password', 'about', 'contact', 'not-found'].map(
    (name) => `src/pages/${name}.page.tsx`,
  ),
];
const APP_CHUNK = 'app';
const TOAST_CHUNK = 'toasts';
/** Chunk of modules that several other pages of signed-in users share and that are too small for a chunk each. */
const COMMON_CHUNK = 'common';
/** Modules that belong to no feature, the library that several stores need, and two modules that several pages need. */
const COMMON_FILE =
  /[\\/](?:web[\\/]src[\\/](?:api|components|lib)|idb[\\/]build)[\\/]|[\\/]stores[\\/](?:follow\.store|track-user)\.ts$/;
/** Chunk of modules that public stories share with other pages, or that the chat shares with home. */
const CARD_CHUNK = 'cards';

const LIST_REQUEST = '/api/post/getposts?view=card&limit=12';
/** Requests that the app sends when it starts on the home page with a session; see `src/app/start.ts`. */
export const FIRST_REQUESTS = [SESSION_REQUEST, LIST_REQUEST] as const;
/** Request that `src/first-story` sends. The server replaces `:slug`. */
const STORY_REQUEST = '/api/post/getpost/:slug';
/** Picture at the top of the list. The server replaces the URL, and leaves the element out where there is none. */
const LEAD_PICTURE = '/media/:lead';

/** Modules of the contracts that only lazy pages use, although the app imports the package. */
const LAZY_FILE =
  /[\\/]contracts[\\/]dist[\\/](?:email-pattern|normalize-text|picture|place-slug|slug|story|visit-day)\.js$/;

/** Catalogue of the errors of the API, which has translations only: the API sends the English. */
const API_ERRORS = 'api-errors';
const ENGLISH_FILE = /[\\/]locales[\\/]en[\\/]([\w-]+)\.ts$/;

/** Source URLs in the HTML of a page. */
const SOURCE_URL = /"(\/src\/[^"]+)"/g;

/**
 * Writes `.vite/first-load.json`: for each language and path, what the server adds to the HTML of the page. Only the
 * server can tell from the cookies which page will be shown.
 *
 * - `early` precedes the app's script: a script that shows a story while the app is loading, and a preload of its
 *   request.
 * - `head` preloads the scripts, the picture and the first API responses in parallel with the app.
 * - `list` preloads the list of the page, unless the query of the URL selects another list; `picture` the picture
 *   at its top.
 * - `body` is the page before the app runs: home without its stories, the frame of a story, the chat without its
 *   conversations, and the forms for guests.
 *
 * Any other page of a signed-in user has the `head` under the key `members`.
 *
 * The page of a public story needs no app: its `head` has a script that loads the app later, see `src/story-start`.
 */
export function firstLoad(): Plugin {
  let isSameOrigin = true;
  let root = '';
  return {
    name: 'first-load',
    apply: 'build',
    config: () => ({
      build: { rolldownOptions: { output: { codeSplitting: { groups: createChunkGroups() } } } },
    }),
    configResolved(config) {
      isSameOrigin = !config.env['VITE_API_ORIGIN'];
      root = config.root;
    },
    async generateBundle(_options, bundle) {
      const files = Object.values(bundle);
      const chunks = new Map(
        files.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
      );
      const entry = [...chunks.values()].find(({ isEntry }) => isEntry);
      const entryFiles = new Set(entry && [entry.fileName, ...importsOf(entry, chunks)]);
      const findChunk = (ending: string) => {
        const found = [...chunks.values()].find(({ moduleIds }) =>
          moduleIds.some((id) => id.endsWith(ending)),
        );
        return found ?? this.error(`${ending} is not in the bundle`);
      };
      /** URLs of the scripts and styles that these modules need in addition to the app's own script. */
      const listPageFiles = (...modules: string[]) => {
        const pages = modules.map(findChunk);
        const scripts = pages
          .flatMap((page) => [page.fileName, ...importsOf(page, chunks)])
          .filter((file) => !entryFiles.has(file));
        // Styles that the page shares with others belong to a chunk that it imports.
        const styles = scripts.flatMap((file) => [...(chunks.get(file)?.viteMetadata?.importedCss ?? [])]);
        const toUrls = (names: readonly string[]) => [...new Set(names)].map((name) => `/${name}`);
        return { scripts: toUrls(scripts), styles: toUrls(styles) };
      };
      /** URLs of the scripts with the texts of a page; in English the texts are part of its own scripts. */
      const listTexts = (scripts: readonly string[], language: Language) => {
        if (language === 'en') return [];
        const modules = [...entryFiles, ...scripts.map((url) => url.slice(1))].flatMap(
          (file) => chunks.get(file)?.moduleIds ?? [],
        );
        const names = modules.flatMap((id) => ENGLISH_FILE.exec(id)?.[1] ?? []);
        const endings = [API_ERRORS, ...new Set(names)].map((name) => `/src/locales/${language}/${name}.ts`);
        return [TRANSLATIONS, ...endings].map((ending) => `/${findChunk(ending).fileName}`);
      };
      const preloadTags = (language: Language, picture: string | null, ...modules: string[]) => {
        const { scripts, styles } = listPageFiles(...modules);
        return [
          ...(picture === null
            ? []
            : [preloadTag('image', findBuiltUrl(`/src/assets/scenes/${picture}.svg`))]),
          ...styles.map(styleTag),
          ...[...scripts, ...listTexts(scripts, language)].map(
            (href) => `<link rel="modulepreload" crossorigin href="${href}" />`,
          ),
        ].join('');
      };
      const findBuiltUrl = (source: string) => {
        const built = files.find(
          (file) => file.type === 'asset' && file.originalFileNames.includes(source.slice(1)),
        );
        return built ? `/${built.fileName}` : this.error(`${source} is not in the bundle`);
      };
      const bodies = await renderFirstPages(root);
      const emitScript = (name: string, source: string) =>
        `/${this.getFileName(this.emitFile({ type: 'asset', name, source }))}`;
      const storyStart = emitScript('story-start.js', await buildScript(root, 'src/story-start/main.ts'));

      const buildFirstLoads = async (language: Language) => {
        const markup = bodies.get(language) ?? this.error(`The first pages are missing in ${language}`);
        const firstStory = emitScript('first-story.js', await buildFirstStory(root, language));
        const storyTags = preloadTag('fetch', STORY_REQUEST, 'data-first-story ') + scriptTag(firstStory);
        const firstLoads = PATHS.map((page) => {
          const { module, picture, requests } = FIRST_PAGES[page];
          const frame = requests.length > 0 ? [MEMBER_FRAME] : [];
          const head = preloadTags(language, picture, ...frame, module);
          // With an API on another origin, the server of this page does not know the session.
          if (!isSameOrigin) return [page, { early: '', head, body: '' }];
          const body = markup[page].replace(
            SOURCE_URL,
            (_all, source: string) => `"${findBuiltUrl(source)}"`,
          );
          const requestTags = requests.map((url) => preloadTag('fetch', url)).join('');
          const early = page === '/post/:slug' ? storyTags : '';
          const listTags = page === '/' && {
            list: preloadTag('fetch', LIST_REQUEST),
            picture: leadPictureTag(),
          };
          return [page, { early, head: requestTags + head, ...listTags, body }];
        });
        // The server renders the body of a public story; see `src/story-page`.
        const { scripts, styles } = listPageFiles(PUBLIC_PAGE);
        // Vite removes an entry that only imports another chunk.
        const app = findChunk(ENTRY);
        const preload = [
          ...importsOf(app, chunks).map((file) => `/${file}`),
          ...scripts,
          ...listTexts(scripts, language),
        ];
        const startTag = scriptTag(storyStart, {
          'data-app': `/${app.fileName}`,
          'data-preload': preload.join(' '),
        });
        const publicStory = { head: styles.map(styleTag).join('') + startTag, body: '' };
        const sessionTag = isSameOrigin ? preloadTag('fetch', SESSION_REQUEST) : '';
        const members = { head: preloadTags(language, null, MEMBER_FRAME) + sessionTag, body: '' };
        return { ...Object.fromEntries(firstLoads), [PUBLIC_STORY]: publicStory, [MEMBERS]: members };
      };
      const byLanguage = LANGUAGES.map(
        async (language) => [language, await buildFirstLoads(language)] as const,
      );
      this.emitFile({
        type: 'asset',
        fileName: '.vite/first-load.json',
        source: JSON.stringify(Object.fromEntries(await Promise.all(byLanguage))),
      });
    },
  };
}

function scriptTag(src: string, data: Readonly<Record<string, string>> = {}): string {
  const attributes = Object.entries(data).map(([name, value]) => ` ${name}="${value}"`);
  return `<script type="module" crossorigin src="${src}"${attributes.join('')}></script>`;
}

function styleTag(href: string): string {
  return `<link rel="stylesheet" crossorigin href="${href}" />`;
}

/** Builds a link that preloads a picture or the response to a request. */
function preloadTag(type: 'image' | 'fetch', url: string, attributes = ''): string {
  const href = url.replaceAll('&', '&amp;');
  const options = type === 'image' ? 'fetchpriority="high"' : 'crossorigin="use-credentials"';
  return `<link rel="preload" as="${type}" ${attributes}href="${href}" ${options} />`;
}

/** Builds a link that preloads the picture of the first card in the width that the screen needs. */
function leadPictureTag(): string {
  const source = `imagesrcset="${pictureSrcSet(LEAD_PICTURE)}" imagesizes="${LEAD_SIZES}"`;
  return `<link rel="preload" as="image" ${source} fetchpriority="high" />`;
}

/** Returns the markup that `render-first-pages.tsx` exports. */
async function renderFirstPages(root: string): Promise<ReadonlyMap<Language, Record<FirstPath, string>>> {
  const { module } = await runnerImport<typeof import('./render-first-pages.tsx')>(
    path.join(root, 'build', 'render-first-pages.tsx'),
    { root, configFile: false, logLevel: 'error', plugins: [ignoreStyles(), compileMessages()] },
  );
  return module.firstPages;
}

/** The markup needs no styles; those of the pages are in the bundle. */
export function ignoreStyles(): Plugin {
  const id = '\0no-styles';
  return {
    name: 'ignore-styles',
    enforce: 'pre',
    resolveId: (source) => (source.endsWith('.css') ? id : null),
    load: (source) => (source === id ? '' : null),
  };
}

/** Lists the chunks that a chunk imports statically, directly or indirectly, each once. */
function importsOf(
  chunk: Rolldown.OutputChunk,
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>,
  found = new Set<string>(),
): string[] {
  for (const file of chunk.imports) {
    const imported = chunks.get(file);
    if (!imported || found.has(file)) continue;
    found.add(file);
    importsOf(imported, chunks, found);
  }
  return [...found];
}

/**
 * Assigns the modules of a first visit to these chunks: one for each of `CHUNK_PAGES`, one for the page of a public
 * story, one for the frame of signed-in users, one for what these share with public stories, one for toasts, one for
 * the app with everything that sign-in needs, and one for what the remaining pages of signed-in users share. By default
 * the bundler creates about ten chunks of 1 kB each for the modules that several pages share, but browsers request only
 * six at a time. All other modules keep the default.
 */
function createChunkGroups(): Rolldown.CodeSplittingGroup[] {
  const roots = new Map<string, ReadonlySet<string>>();
  const names = [ENTRY, ...CHUNK_PAGES, ...MEMBER_PARTS, BLOG_STORE, PUBLIC_PAGE, CHAT_PAGE, ...LIGHT_PARTS];

  /** Finds the modules in `names` that import a module statically, directly or indirectly. */
  function findRoots(
    id: string,
    context: Rolldown.ChunkingContext,
    visited: Set<string>,
  ): ReadonlySet<string> {
    const cached = roots.get(id);
    if (cached) return cached;
    if (visited.has(id)) return new Set();
    visited.add(id);
    const own = names.filter((name) => id.endsWith(name));
    const importers = context.getModuleInfo(id)?.importers ?? [];
    return new Set([...own, ...importers.flatMap((importer) => [...findRoots(importer, context, visited)])]);
  }
  const findChunkName: Rolldown.CodeSplittingNameFunction = (id, context) => {
    if (LAZY_FILE.test(id)) return null;
    // Otherwise they would join the chunk of public stories, and every page with a toast would load that.
    if (TOASTS.test(id)) return TOAST_CHUNK;
    const moduleRoots = findRoots(id, context, new Set());
    roots.set(id, moduleRoots);
    const isOf = (...modules: readonly string[]) => modules.some((module) => moduleRoots.has(module));
    const [root, ...others] = [...moduleRoots].filter((name) => !LIGHT_PARTS.includes(name));
    const isShared = others.length > 0;
    if (isOf(ENTRY) || (isOf(FIRST_PAGES['/login'].module) && isShared)) return APP_CHUNK;
    if (isOf(PUBLIC_PAGE) && isShared) return CARD_CHUNK;
    if (isOf(...MEMBER_PARTS, BLOG_STORE)) return MEMBERS;
    if (isOf(CHAT_PAGE) && isShared) return CARD_CHUNK;
    if (root !== undefined && root !== CHAT_PAGE) return /([\w-]+)\.page/.exec(root)?.[1] ?? null;
    const isCommon = ICON_FILE.test(id) || COMMON_FILE.test(id);
    return isCommon && !isOf(...LIGHT_PARTS) ? COMMON_CHUNK : null;
  };
  // A group also includes the modules that its own modules import, so groups that other groups import come first. Null
  // stands for the page chunks.
  const order = [APP_CHUNK, TOAST_CHUNK, CARD_CHUNK, MEMBERS, null, COMMON_CHUNK];
  return order.map((name, index) => ({
    priority: order.length - index,
    minShareCount: name === COMMON_CHUNK ? 2 : 1,
    name(id, context) {
      const chunkName = findChunkName(id, context);
      const isOwn = name === null ? chunkName !== COMMON_CHUNK : chunkName === name;
      return isOwn ? chunkName : null;
    },
  }));
}
