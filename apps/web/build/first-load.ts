import path from 'node:path';
import { LANGUAGES, type Language } from '@safarnama/contracts';
import { type Plugin, type Rolldown, runnerImport } from 'vite';
import { buildFirstStory, buildScript } from './build-script.ts';
import { compileMessages } from './compile-messages.ts';
import {
  ENTRY,
  FIRST_PAGES,
  type FirstPath,
  LIST_REQUEST,
  MEMBERS,
  PUBLIC_PAGE,
  SESSION_REQUEST,
} from './first-pages.ts';
import { ignoreStyles } from './ignore-styles.ts';
import { leadPictureTag, preloadTag, scriptTag, styleTag } from './tags.ts';

/** Imports the catalogues of all other languages lazily. */
const TRANSLATIONS = 'src/i18n/translations.ts';

const PATHS = Object.keys(FIRST_PAGES) as FirstPath[];
/** Key of a public story for guests. */
const PUBLIC_STORY = 'public-story';
const MEMBER_FRAME = 'src/app/top-bar.tsx';

/** Request that `src/first-story` sends. The server replaces `:slug`. */
const STORY_REQUEST = '/api/post/getpost/:slug';

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

/** Returns the markup that `render-first-pages.tsx` exports. */
async function renderFirstPages(root: string): Promise<ReadonlyMap<Language, Record<FirstPath, string>>> {
  const { module } = await runnerImport<typeof import('./render-first-pages.tsx')>(
    path.join(root, 'build', 'render-first-pages.tsx'),
    { root, configFile: false, logLevel: 'error', plugins: [ignoreStyles(), compileMessages()] },
  );
  return module.firstPages;
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
