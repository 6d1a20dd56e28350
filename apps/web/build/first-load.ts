import path from 'node:path';
import { type Plugin, type Rolldown, runnerImport } from 'vite';
import { buildFirstStory } from './build-first-story.ts';
import { ICON_FILE } from './import-icons-directly.ts';

const ENTRY = 'src/main.tsx';

/** The pages that most visits start on: the module, and the picture at the top of each that has a fixed one. */
const FIRST_PAGES = {
  '/': { module: 'src/pages/home.page.tsx', picture: 'hills' },
  '/post/:slug': { module: 'src/pages/post.page.tsx', picture: null },
  '/login': { module: 'src/pages/login.page.tsx', picture: 'ghats' },
  '/signup': { module: 'src/pages/signup.page.tsx', picture: 'tea-hills' },
} as const;
type FirstPath = keyof typeof FIRST_PAGES;
const PATHS = Object.keys(FIRST_PAGES) as FirstPath[];
/** The pages with a chunk of their own; the others share modules with these. */
const CHUNK_PAGES = [FIRST_PAGES['/'].module, FIRST_PAGES['/login'].module];

const SESSION_REQUEST = '/api/auth/check-auth';
/** Requests that the app sends when it starts on the home page with a session; see `src/app/start.ts`. */
export const FIRST_REQUESTS = [SESSION_REQUEST, '/api/post/getposts?view=card&limit=12'] as const;
/** Request that `src/first-story` sends. The server replaces `:slug`. */
const STORY_REQUEST = '/api/post/getpost/:slug';

/** Parts of the contracts, which the app imports, but used by lazy pages only. */
const LAZY_FILE = /[\\/]contracts[\\/]dist[\\/](?:picture|slug|story)\.js$/;

/** Source URLs in the HTML of a page. */
const SOURCE_URL = /"(\/src\/[^"]+)"/g;

/**
 * Writes `.vite/first-load.json`: for each path, what the server adds to the HTML of the page. Only the server can tell
 * from the cookie which page will be shown.
 *
 * - `early` precedes the app's script: a script that shows a story while the app is loading, and a preload of its request.
 * - `head` preloads the scripts, the picture and the first API responses in parallel with the app.
 * - `body` is the page before the app runs: home without its stories, the frame of a story, and the forms for guests.
 */
export function firstLoad(): Plugin {
  let isSameOrigin = true;
  let root = '';
  return {
    name: 'first-load',
    apply: 'build',
    config: () => ({
      build: { rolldownOptions: { output: { codeSplitting: { groups: [{ name: createChunkNames() }] } } } },
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
      const preloadTags = ({ module, picture }: (typeof FIRST_PAGES)[FirstPath]) => {
        const page = [...chunks.values()].find(({ moduleIds }) =>
          moduleIds.some((id) => id.endsWith(module)),
        );
        if (!page) return this.error(`${module} is not in the bundle`);
        const scripts = [page.fileName, ...importsOf(page, chunks)].filter((file) => !entryFiles.has(file));
        // Styles that the page shares with others belong to a chunk that it imports.
        const styles = scripts.flatMap((file) => [...(chunks.get(file)?.viteMetadata?.importedCss ?? [])]);
        return [
          ...(picture === null
            ? []
            : [preloadTag('image', findBuiltUrl(`/src/assets/scenes/${picture}.svg`))]),
          ...[...new Set(styles)].map((file) => `<link rel="stylesheet" crossorigin href="/${file}" />`),
          ...[...new Set(scripts)].map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`),
        ].join('');
      };
      const findBuiltUrl = (source: string) => {
        const built = files.find(
          (file) => file.type === 'asset' && file.originalFileNames.includes(source.slice(1)),
        );
        return built ? `/${built.fileName}` : this.error(`${source} is not in the bundle`);
      };
      const bodies = await renderFirstPages(root);
      const firstStory = this.emitFile({
        type: 'asset',
        name: 'first-story.js',
        source: await buildFirstStory(root),
      });
      const storyTags = `${preloadTag('fetch', STORY_REQUEST, 'data-first-story ')}<script type="module" crossorigin src="/${this.getFileName(firstStory)}"></script>`;
      const requests: Record<FirstPath, readonly string[]> = {
        '/': FIRST_REQUESTS,
        '/post/:slug': [SESSION_REQUEST],
        '/login': [],
        '/signup': [],
      };
      const firstLoads = PATHS.map((page) => {
        const head = preloadTags(FIRST_PAGES[page]);
        // With an API on another origin, the server of this page does not know the session.
        if (!isSameOrigin) return [page, { early: '', head, body: '' }];
        const body = bodies[page].replace(SOURCE_URL, (_all, source: string) => `"${findBuiltUrl(source)}"`);
        const requestTags = requests[page].map((url) => preloadTag('fetch', url)).join('');
        return [page, { early: page === '/post/:slug' ? storyTags : '', head: head + requestTags, body }];
      });
      this.emitFile({
        type: 'asset',
        fileName: '.vite/first-load.json',
        source: JSON.stringify(Object.fromEntries(firstLoads)),
      });
    },
  };
}

/** Builds a link that preloads a picture or the response to a request. */
function preloadTag(type: 'image' | 'fetch', url: string, attributes = ''): string {
  const href = url.replaceAll('&', '&amp;');
  const options = type === 'image' ? 'fetchpriority="high"' : 'crossorigin="use-credentials"';
  return `<link rel="preload" as="${type}" ${attributes}href="${href}" ${options} />`;
}

/** Returns the markup that `render-first-pages.tsx` exports. */
async function renderFirstPages(root: string): Promise<Record<FirstPath, string>> {
  const { module } = await runnerImport<typeof import('./render-first-pages.tsx')>(
    path.join(root, 'build', 'render-first-pages.tsx'),
    { root, configFile: false, logLevel: 'error', plugins: [ignoreStyles()] },
  );
  return module.firstPages;
}

/** The markup needs no styles; those of the pages are in the bundle. */
function ignoreStyles(): Plugin {
  const id = '\0no-styles';
  return {
    name: 'ignore-styles',
    enforce: 'pre',
    resolveId: (source) => (source.endsWith('.css') ? id : null),
    load: (source) => (source === id ? '' : null),
  };
}

/** Lists the chunks that a chunk imports statically, directly or indirectly. */
function importsOf(chunk: Rolldown.OutputChunk, chunks: ReadonlyMap<string, Rolldown.OutputChunk>): string[] {
  return chunk.imports.flatMap((file) => {
    const imported = chunks.get(file);
    return imported ? [file, ...importsOf(imported, chunks)] : [];
  });
}

/**
 * Assigns the modules of a first visit to three chunks: one for each of `CHUNK_PAGES`, and one for the app with
 * everything that these two pages share. By default the bundler creates about ten chunks of 1 kB each for the modules
 * that several pages share, but browsers request only six at a time. All other modules keep the default.
 */
function createChunkNames(): Rolldown.CodeSplittingNameFunction {
  const roots = new Map<string, ReadonlySet<string>>();
  const names = [ENTRY, ...CHUNK_PAGES];

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
  return (id, context) => {
    if (LAZY_FILE.test(id)) return null;
    const moduleRoots = findRoots(id, context, new Set());
    roots.set(id, moduleRoots);
    if (moduleRoots.size > 1 || moduleRoots.has(ENTRY)) return 'app';
    const [root] = moduleRoots;
    if (root !== undefined) return /(\w+)\.page/.exec(root)?.[1] ?? null;
    // The icons of all other pages, which are too small for a chunk each.
    return ICON_FILE.test(id) ? 'icons' : null;
  };
}
