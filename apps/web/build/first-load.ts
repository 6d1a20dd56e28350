import path from 'node:path';
import { type Plugin, type Rolldown, runnerImport } from 'vite';

const ENTRY = 'src/main.tsx';

/** The pages that most visits start on: the module, and the picture at the top of each. */
const FIRST_PAGES = {
  '/': { module: 'src/pages/home.page.tsx', picture: 'hills' },
  '/login': { module: 'src/pages/login.page.tsx', picture: 'ghats' },
  '/signup': { module: 'src/pages/signup.page.tsx', picture: 'tea-hills' },
} as const;
type FirstPath = keyof typeof FIRST_PAGES;
/** The pages with a chunk of their own; the others share modules with these. */
const CHUNK_PAGES = [FIRST_PAGES['/'].module, FIRST_PAGES['/login'].module];

/** Requests that the app sends on startup on the home page with a session, see `src/app/start.ts`. */
export const FIRST_REQUESTS = ['/api/auth/check-auth', '/api/post/getposts?view=card&limit=12'] as const;

/** Source URLs in the HTML of a page. */
const SOURCE_URL = /"(\/src\/[^"]+)"/g;

/**
 * Writes `.vite/first-load.json`: by path, what the server adds to the HTML of a page. Only the server knows from the
 * cookie which page will be shown.
 *
 * - `head` preloads the scripts, the picture and the first API responses in parallel with the app.
 * - `body` is the page before the app runs: home without its stories, and the forms for guests.
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
        const scene = files.find(({ fileName }) => fileName.includes(`/${picture}-`));
        if (!page || !scene) return this.error(`${module} or its picture is not in the bundle`);
        const scripts = [page.fileName, ...importsOf(page, chunks)].filter((file) => !entryFiles.has(file));
        return [
          `<link rel="preload" as="image" href="/${scene.fileName}" fetchpriority="high" />`,
          ...[...new Set(scripts)].map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`),
        ].join('');
      };
      const requestTags = FIRST_REQUESTS.map(
        (address) =>
          `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${address.replaceAll('&', '&amp;')}" />`,
      ).join('');
      const builtUrl = (source: string) => {
        const built = files.find(
          (file) => file.type === 'asset' && file.originalFileNames.includes(source.slice(1)),
        );
        return built ? `/${built.fileName}` : this.error(`${source} is not in the bundle`);
      };
      const bodies = await renderFirstPages(root);
      const firstLoadOf = (path: FirstPath) => ({
        head: preloadTags(FIRST_PAGES[path]) + (isSameOrigin && path === '/' ? requestTags : ''),
        // With an API on another origin, the server of this page does not know the session.
        body: isSameOrigin
          ? bodies[path].replace(SOURCE_URL, (_all, source: string) => `"${builtUrl(source)}"`)
          : '',
      });
      this.emitFile({
        type: 'asset',
        fileName: '.vite/first-load.json',
        source: JSON.stringify({
          '/': firstLoadOf('/'),
          '/login': firstLoadOf('/login'),
          '/signup': firstLoadOf('/signup'),
        }),
      });
    },
  };
}

/** Returns the markup that `render-first-pages.tsx` exports. */
async function renderFirstPages(root: string): Promise<Record<FirstPath, string>> {
  const { module } = await runnerImport<typeof import('./render-first-pages.tsx')>(
    path.join(root, 'build', 'render-first-pages.tsx'),
    { root, configFile: false, logLevel: 'error' },
  );
  return module.firstPages;
}

/** All chunks that a chunk imports statically, directly or not. */
function importsOf(chunk: Rolldown.OutputChunk, chunks: ReadonlyMap<string, Rolldown.OutputChunk>): string[] {
  return chunk.imports.flatMap((file) => {
    const imported = chunks.get(file);
    return imported ? [file, ...importsOf(imported, chunks)] : [];
  });
}

/**
 * Assigns the modules of a first visit to three chunks: the app with everything that both of these pages share, and one for
 * each of `CHUNK_PAGES`. By default the bundler creates about ten chunks of 1 kB each for the modules that sets of pages
 * share, while browsers request six at a time. All other modules keep the default.
 */
function createChunkNames(): Rolldown.CodeSplittingNameFunction {
  const roots = new Map<string, ReadonlySet<string>>();
  const names = [ENTRY, ...CHUNK_PAGES];

  /** The modules in `names` that import a module statically, directly or not. */
  function rootsOf(id: string, context: Rolldown.ChunkingContext, visited: Set<string>): ReadonlySet<string> {
    const cached = roots.get(id);
    if (cached) return cached;
    if (visited.has(id)) return new Set();
    visited.add(id);
    const own = names.filter((name) => id.endsWith(name));
    const importers = context.getModuleInfo(id)?.importers ?? [];
    return new Set([...own, ...importers.flatMap((importer) => [...rootsOf(importer, context, visited)])]);
  }
  return (id, context) => {
    const moduleRoots = rootsOf(id, context, new Set());
    roots.set(id, moduleRoots);
    if (moduleRoots.size > 1 || moduleRoots.has(ENTRY)) return 'app';
    const [root] = moduleRoots;
    return root === undefined ? null : (/(\w+)\.page/.exec(root)?.[1] ?? null);
  };
}
