import path from 'node:path';
import { build, type Plugin } from 'vite';
import { compileMessages } from './compile-messages.ts';
import { FILE_NAMES } from './file-names.ts';
import { ignoreStyles } from './ignore-styles.ts';

const ENTRY = 'src/story-page/main.tsx';

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
    configResolved(config) {
      root = config.root;
      outDir = path.join(root, config.build.outDir, '.vite', 'story-page');
    },
    async writeBundle() {
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
          // The API holds the source in memory as long as it runs.
          minify: true,
          copyPublicDir: false,
          // Scenes stay files, so that they have the same URLs as in the app's build.
          assetsInlineLimit: 0,
          rolldownOptions: { output: FILE_NAMES },
        },
      });
    },
  };
}
