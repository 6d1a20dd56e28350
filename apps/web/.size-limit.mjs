import { readFileSync } from 'node:fs';

/** kB of 1,000 bytes, compressed by gzip: what a first visit loads before it shows anything. */
const FIRST_LOAD = '130 kB';
/** By the name that `build/first-load.ts` gives to the part of each page. */
const PAGES = { '/': 'home', '/login': 'login' };

const manifest = JSON.parse(readFileSync(new URL('dist/.vite/manifest.json', import.meta.url), 'utf8'));

/** The scripts of a part of the app and of all that it imports from the start. */
function filesOf(name, seen = new Set()) {
  if (seen.has(name)) return [];
  seen.add(name);
  const { file, imports = [] } = manifest[name];
  return [`dist/${file}`, ...imports.flatMap((each) => filesOf(each, seen))];
}

/** A page and the app itself, which each page imports. */
function firstLoad(page) {
  const [key] = Object.entries(manifest).find(([, { name }]) => name === page);
  return [...new Set(filesOf(key))];
}

export default Object.entries(PAGES).map(([route, page]) => ({
  name: `first load of ${route}`,
  path: firstLoad(page),
  limit: FIRST_LOAD,
  gzip: true,
}));
