import { readFileSync } from 'node:fs';

/** Maximum gzipped size of the scripts that a first visit loads before it shows anything (1 kB = 1,000 bytes). */
const FIRST_LOAD = '130 kB';
/** Path and chunk of each page; `build/first-load.ts` names the chunks. */
const PAGES = { '/': 'home', '/login': 'login' };

const manifest = JSON.parse(readFileSync(new URL('dist/.vite/manifest.json', import.meta.url), 'utf8'));

/** Lists the files of a manifest entry and of everything that it imports statically. */
function listFiles(key, seen = new Set()) {
  if (seen.has(key)) return [];
  seen.add(key);
  const { file, imports = [] } = manifest[key];
  return [`dist/${file}`, ...imports.flatMap((imported) => listFiles(imported, seen))];
}

/** Lists the files of a page's chunk and of the app, which each page imports. */
function listFirstLoad(chunkName) {
  const [key] = Object.entries(manifest).find(([, { name }]) => name === chunkName);
  return [...new Set(listFiles(key))];
}

export default Object.entries(PAGES).map(([route, chunkName]) => ({
  name: `first load of ${route}`,
  path: listFirstLoad(chunkName),
  limit: FIRST_LOAD,
  gzip: true,
}));
