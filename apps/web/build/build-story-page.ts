import path from 'node:path';
import { build, type Plugin } from 'vite';
import { compileMessages } from './compile-messages.ts';
import { ignoreStyles } from './first-load.ts';

const ENTRY = 'src/story-page/main.tsx';
/**
 * Names of files, the same in both builds, so that scenes have the same URLs. The first load lists all files, and hashes
 * of 16 different characters compress better than those of 64.
 */
const FILE_NAMES = { hashCharacters: 'hex' } as const;

/**
 * Bundles `src/story-page` with everything that it imports into `.vite/story-page/main.js`, which the API loads to
 * render the pages of public stories.
 */
export function buildStoryPage(): Plugin {
  let root = '';
  let outDir = '';
  return {
    name: 'build-story-page',
    apply: 'build',
    config: () => ({ build: { rolldownOptions: { output: FILE_NAMES } } }),
    configResolved(config) {
      root = config.root;
      outDir = path.join(root, config.build.outDir, '.vite', 'story-page');
    },
    async closeBundle() {
      await build({
        root,
        configFile: false,
        logLevel: 'error',
        plugins: [ignoreStyles(), compileMessages()],
        define: { 'process.env.NODE_ENV': '"production"' },
        ssr: { noExternal: true },
        build: {
          ssr: ENTRY,
          outDir,
          target: 'node20',
          minify: false,
          copyPublicDir: false,
          // Scenes stay files.
          assetsInlineLimit: 0,
          rolldownOptions: { output: FILE_NAMES },
        },
      });
    },
  };
}
