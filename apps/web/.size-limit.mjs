import { readFileSync } from 'node:fs';

/** kB of 1,000 bytes, compressed by gzip: what a first visit loads before it shows anything. */
const FIRST_LOAD = '130 kB';
const PAGES = { '/': 'src/pages/home.page.tsx', '/login': 'src/pages/login.page.tsx' };

const manifest = JSON.parse(readFileSync(new URL('dist/.vite/manifest.json', import.meta.url), 'utf8'));

/** The scripts of a part of the app and of all that it imports from the start. */
function filesOf(name, seen = new Set()) {
  if (seen.has(name)) return [];
  seen.add(name);
  const { file, imports = [] } = manifest[name];
  return [`dist/${file}`, ...imports.flatMap((each) => filesOf(each, seen))];
}

/** The app itself and one page. */
function firstLoad(page) {
  return [...new Set([...filesOf('index.html'), ...filesOf(page)])];
}

export default Object.entries(PAGES).map(([route, page]) => ({
  name: `first load of ${route}`,
  path: firstLoad(page),
  limit: FIRST_LOAD,
  gzip: true,
}));
