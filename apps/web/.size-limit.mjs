import { readFileSync } from 'node:fs';

/** Maximum gzipped size of what the map of India adds to the app: script, styles and outlines. */
const MAP = '60 kB';
const MAP_PAGE = 'src/pages/places.page.tsx';
/**
 * Path and chunks of each page, with the maximum gzipped size of the scripts that a first visit loads before the page
 * can be used (1 kB = 1,000 bytes). `build/first-load.ts` names the chunks.
 */
const PAGES = [
  { route: '/', chunkNames: ['home', 'members'], limit: '110 kB' },
  { route: '/login', chunkNames: ['login'], limit: '95 kB' },
];

const manifest = JSON.parse(readFileSync(new URL('dist/.vite/manifest.json', import.meta.url), 'utf8'));

/** Lists the files of a manifest entry and of everything that it imports statically. */
function listFiles(key, seen = new Set()) {
  if (seen.has(key)) return [];
  seen.add(key);
  const { file, imports = [] } = manifest[key];
  return [`dist/${file}`, ...imports.flatMap((imported) => listFiles(imported, seen))];
}

/** Lists the files of chunks and of the app, which each chunk imports. */
function listFirstLoad(chunkNames) {
  const keys = Object.keys(manifest).filter((key) => chunkNames.includes(manifest[key].name));
  return [...new Set(keys.flatMap((key) => listFiles(key)))];
}

/** Lists the files that a lazy page loads when the app is there. */
function listLazyLoad(module) {
  const loaded = new Set(listFirstLoad(PAGES[0].chunkNames));
  const styles = [module, ...manifest[module].imports].flatMap((key) => manifest[key].css ?? []);
  return [...listFiles(module), ...styles.map((file) => `dist/${file}`)].filter((file) => !loaded.has(file));
}

export default [
  ...PAGES.map(({ route, chunkNames, limit }) => ({
    name: `first load of ${route}`,
    path: listFirstLoad(chunkNames),
    limit,
    gzip: true,
  })),
  { name: 'the map of India', path: [...new Set(listLazyLoad(MAP_PAGE))], limit: MAP, gzip: true },
];
