import type { Plugin, Rolldown } from 'vite';
import { ENTRY, FIRST_PAGES, MEMBERS, PUBLIC_PAGE } from './first-pages.ts';
import { ICON_FILE } from './import-icons-directly.ts';

/** The modules that `src/app/member-parts.ts` imports lazily. */
const MEMBER_PARTS = ['top-bar', 'sign-in-notice', 'bottom-bar', 'member-pages'].map(
  (name) => `src/app/${name}.tsx`,
);
/** Used by most pages of signed-in users. */
const BLOG_STORE = 'src/stores/blog.store.ts';
const TOASTS =
  /[\\/](?:react-hot-toast|goober)[\\/]|[\\/]components[\\/](?:toast|toaster|toast-failure)\.tsx?$/;

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
/** Every page of a signed-in user loads them when the browser is idle or with the first message. */
const BACKGROUND_PARTS = ['src/app/realtime-session.ts', 'src/features/notifications/notify-message.ts'];
const APP_CHUNK = 'app';
const TOAST_CHUNK = 'toasts';
/** Chunk of modules that several other pages of signed-in users share and that are too small for a chunk each. */
const COMMON_CHUNK = 'common';
/** Chunk of those that the parts in the background need too, so that these do not load the others. */
const BACKGROUND_CHUNK = 'background';
/** Modules that belong to no feature, the library that several stores need, and three modules that several pages need. */
const COMMON_FILE =
  /[\\/](?:web[\\/]src[\\/](?:api|components|lib)|idb[\\/]build)[\\/]|[\\/]stores[\\/](?:follow\.store|lazy-transitions|track-user)\.ts$/;
/** Chunk of modules that public stories share with other pages, or that the chat shares with home. */
const CARD_CHUNK = 'cards';

/** Modules of the contracts that only lazy pages use, although the app imports the package. */
const LAZY_FILE =
  /[\\/]contracts[\\/]dist[\\/](?:email-pattern|normalize-text|picture|place-slug|slug|story|visit-day)\.js$/;

/**
 * Assigns the modules of a first visit to these chunks: one for each of `CHUNK_PAGES`, one for the page of a public
 * story, one for the frame of signed-in users, one for what these share with public stories, one for toasts, one for
 * the app with everything that sign-in needs, and two for what the remaining pages of signed-in users share. By default
 * the bundler creates about ten chunks of 1 kB each for the modules that several pages share, but browsers request only
 * six at a time. All other modules keep the default.
 */
export function chunkGroups(): Plugin {
  return {
    name: 'chunk-groups',
    apply: 'build',
    config: () => ({
      build: { rolldownOptions: { output: { codeSplitting: { groups: createChunkGroups() } } } },
    }),
  };
}

const isCommonChunk = (name: unknown) => name === BACKGROUND_CHUNK || name === COMMON_CHUNK;

function createChunkGroups(): Rolldown.CodeSplittingGroup[] {
  const roots = new Map<string, ReadonlySet<string>>();
  const unshared = [...LIGHT_PARTS, ...BACKGROUND_PARTS];
  const names = [ENTRY, ...CHUNK_PAGES, ...MEMBER_PARTS, BLOG_STORE, PUBLIC_PAGE, CHAT_PAGE, ...unshared];

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
    const [root, ...others] = [...moduleRoots].filter((name) => !unshared.includes(name));
    const isShared = others.length > 0;
    if (isOf(ENTRY) || (isOf(FIRST_PAGES['/login'].module) && isShared)) return APP_CHUNK;
    if (isOf(PUBLIC_PAGE) && isShared) return CARD_CHUNK;
    if (isOf(...MEMBER_PARTS, BLOG_STORE)) return MEMBERS;
    if (isOf(CHAT_PAGE) && isShared) return CARD_CHUNK;
    if (root !== undefined && root !== CHAT_PAGE) return /([\w-]+)\.page/.exec(root)?.[1] ?? null;
    const isCommon = ICON_FILE.test(id) || COMMON_FILE.test(id);
    if (!isCommon || isOf(...LIGHT_PARTS)) return null;
    return isOf(...BACKGROUND_PARTS) ? BACKGROUND_CHUNK : COMMON_CHUNK;
  };
  // A group also includes the modules that its own modules import, so groups that other groups import come first. Null
  // stands for the page chunks.
  const order = [APP_CHUNK, TOAST_CHUNK, CARD_CHUNK, MEMBERS, null, BACKGROUND_CHUNK, COMMON_CHUNK];
  return order.map((name, index) => ({
    priority: order.length - index,
    minShareCount: isCommonChunk(name) ? 2 : 1,
    name(id, context) {
      const chunkName = findChunkName(id, context);
      const isOwn = name === null ? !isCommonChunk(chunkName) : chunkName === name;
      return isOwn ? chunkName : null;
    },
  }));
}
