import path from 'node:path';
import { build } from 'vite';

/**
 * Bundles `src/first-story` with its substitutes for React and the router into a single script that needs no chunk of
 * the app.
 *
 * @returns the script.
 */
export async function buildFirstStory(root: string): Promise<string> {
  const folder = path.join(root, 'src', 'first-story');
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: {
      alias: [
        { find: /^react(?:\/jsx-runtime)?$/, replacement: path.join(folder, 'static-react.ts') },
        { find: /^react-router-dom$/, replacement: path.join(folder, 'static-router.ts') },
      ],
    },
    build: {
      target: 'es2022',
      write: false,
      copyPublicDir: false,
      // Scenes stay files, so that they have the same URLs as in the app's build.
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: { input: path.join(folder, 'main.tsx') },
    },
  });
  // Components that load scripts lazily do so in effects, which never run: only the entry is needed.
  const entry = [result].flat().flatMap((built) => ('output' in built ? built.output : []))[0];
  if (entry?.type !== 'chunk') throw new Error('The build of the first story has no entry');
  return entry.code;
}
