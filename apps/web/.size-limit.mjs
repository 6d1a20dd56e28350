import { readFileSync } from 'node:fs';

/** Maximum gzipped size of what the map of India adds to the app: script, styles and outlines. */
const MAP = '45 kB';
const MAP_PAGE = 'src/pages/places.page.tsx';
/**
 * Path and chunks of each page, with the maximum gzipped size of the scripts that a first visit loads before the page
 * can be used (1 kB = 1,000 bytes). `build/chunk-groups.ts` names the chunks.
 */
const PAGES = [
  { route: '/', chunkNames: ['home', 'members'], limit: '110 kB' },
  { route: '/login', chunkNames: ['login'], limit: '95 kB' },
];

/** Maximum gzipped size of all scripts that a first visit to `/` loads until the browser is idle. */
const WITH_IDLE_LOADS = '146 kB';
/**
 * Lazy imports of `/` that wait for an action of the user, an event or a failure: modules, or chunks without one. All
 * others count as loaded when the browser is idle, so a new one is never overlooked.
 */
const ON_DEMAND =
  /^src\/(?:pages|i18n)\/|^(?:login|public-story|toasts)$|\/(?:language-failure|following-list|suggestions|http-client|notify-message|notify-session|report-rejection)\.tsx?$/;

const manifest = JSON.parse(readFileSync(new URL('dist/.vite/manifest.json', import.meta.url), 'utf8'));

/** Lists a manifest entry and everything that it imports statically. */
function listEntries(key, seen = new Set()) {
  if (seen.has(key)) return [];
  seen.add(key);
  const entry = manifest[key];
  return [entry, ...(entry.imports ?? []).flatMap((imported) => listEntries(imported, seen))];
}

/** Lists the entries of chunks and of the app, which each chunk imports. */
function listFirstLoad(chunkNames) {
  const keys = Object.keys(manifest).filter((key) => chunkNames.includes(manifest[key].name));
  return [...new Set(keys.flatMap((key) => listEntries(key)))];
}

/** Lists the entries of the first load of `/`, and those that follow without an action of the user. */
function listIdleLoad() {
  const found = new Set(listFirstLoad(PAGES[0].chunkNames));
  // A Set also iterates over what is added meanwhile: the lazy imports of scripts that are themselves lazy.
  for (const { dynamicImports = [] } of found) {
    for (const key of dynamicImports) {
      const { src, name } = manifest[key];
      if (!ON_DEMAND.test(src ?? name)) for (const entry of listEntries(key)) found.add(entry);
    }
  }
  return [...found];
}

/** Lists the entries that a lazy page loads when the app is there. */
function listLazyLoad(module) {
  const loaded = new Set(listFirstLoad(PAGES[0].chunkNames));
  return listEntries(module).filter((entry) => !loaded.has(entry));
}

const listScripts = (entries) => entries.map(({ file }) => `dist/${file}`);
const listStyles = (entries) => entries.flatMap(({ css = [] }) => css.map((file) => `dist/${file}`));

const MAP_ENTRIES = listLazyLoad(MAP_PAGE);

export default [
  ...PAGES.map(({ route, chunkNames, limit }) => ({
    name: `first load of ${route}`,
    path: listScripts(listFirstLoad(chunkNames)),
    limit,
    gzip: true,
  })),
  {
    name: 'first load of / with idle loads',
    path: listScripts(listIdleLoad()),
    limit: WITH_IDLE_LOADS,
    gzip: true,
  },
  {
    name: 'the map of India',
    path: [...listScripts(MAP_ENTRIES), ...listStyles(MAP_ENTRIES)],
    limit: MAP,
    gzip: true,
  },
];
