import path from 'node:path';
import { type Plugin, type Rolldown, runnerImport } from 'vite';

const ENTRY = 'src/main.tsx';

/** The two pages that most visits begin with: their module, and the picture that stands on top. */
const FIRST_PAGES = {
  '/': { module: 'src/pages/home.page.tsx', picture: 'hills' },
  '/login': { module: 'src/pages/login.page.tsx', picture: 'ghats' },
} as const;

/** What the app asks for as soon as it starts, at home with a session (`src/app/start.ts`). */
export const FIRST_REQUESTS = ['/api/auth/check-auth', '/api/post/getposts?view=card&limit=12'] as const;

/** Of a source's address in what is drawn without a browser. */
const SOURCE_URL = /"(\/src\/[^"]+)"/g;

/**
 * Writes `.vite/first-load.json`: for the address of a page, what the server puts into the page it sends, since it
 * alone knows by the cookie which page will be shown. `head`: the elements that have its scripts, its picture and its
 * first answers loaded beside the app itself, not one after the other. `body`: home as it is before its stories come,
 * for the time until the app runs; it is a picture of itself, in which nothing can be touched.
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
      const preloadTags = ({ module, picture }: (typeof FIRST_PAGES)[keyof typeof FIRST_PAGES]) => {
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
      const home = (await renderHome(root)).replace(
        SOURCE_URL,
        (_all, source: string) => `"${builtUrl(source)}"`,
      );
      this.emitFile({
        type: 'asset',
        fileName: '.vite/first-load.json',
        source: JSON.stringify({
          '/': {
            head: preloadTags(FIRST_PAGES['/']) + (isSameOrigin ? requestTags : ''),
            body: isSameOrigin ? `<div inert aria-hidden="true">${home}</div>` : '',
          },
          '/login': { head: preloadTags(FIRST_PAGES['/login']), body: '' },
        }),
      });
    },
  };
}

/** @returns the HTML that `draw-home.tsx` gives. */
async function renderHome(root: string): Promise<string> {
  const { module } = await runnerImport<typeof import('./render-home.tsx')>(
    path.join(root, 'build', 'draw-home.tsx'),
    { root, configFile: false, logLevel: 'error' },
  );
  return module.home;
}

/** All that a chunk imports from the start, directly or not. */
function importsOf(chunk: Rolldown.OutputChunk, chunks: ReadonlyMap<string, Rolldown.OutputChunk>): string[] {
  return chunk.imports.flatMap((file) => {
    const imported = chunks.get(file);
    return imported ? [file, ...importsOf(imported, chunks)] : [];
  });
}

/**
 * Names the chunk of a module that a first visit needs: one for the app with what both first pages need, one for each
 * of these. Left to itself the bundler makes a chunk of each set of pages that share something, some ten of them of a
 * kilobyte, and a browser asks for six at a time. Any other module is left to it.
 */
function createChunkNames(): Rolldown.CodeSplittingNameFunction {
  const roots = new Map<string, ReadonlySet<string>>();
  const names = [ENTRY, ...Object.values(FIRST_PAGES).map(({ module }) => module)];

  /** The modules among `names` that need a module from their start. */
  function rootsOf(id: string, context: Rolldown.ChunkingContext, seen: Set<string>): ReadonlySet<string> {
    const known = roots.get(id);
    if (known) return known;
    if (seen.has(id)) return new Set();
    seen.add(id);
    const own = names.filter((name) => id.endsWith(name));
    const importers = context.getModuleInfo(id)?.importers ?? [];
    return new Set([...own, ...importers.flatMap((importer) => [...rootsOf(importer, context, seen)])]);
  }
  return (id, context) => {
    const found = rootsOf(id, context, new Set());
    roots.set(id, found);
    if (found.size > 1 || found.has(ENTRY)) return 'app';
    const [only] = found;
    return only === undefined ? null : (/(\w+)\.page/.exec(only)?.[1] ?? null);
  };
}
