import path from 'node:path';
import type { Language } from '@safarnama/contracts';
import { type AliasOptions, build, type Plugin } from 'vite';
import { compileMessages } from './compile-messages.ts';
import { FILE_NAMES } from './file-names.ts';

/**
 * Bundles a script that runs before the app into a single file that needs no chunk of the app.
 *
 * @param root - folder of the web app.
 * @param input - the script, relative to `root`.
 * @param alias - substitutes for packages.
 * @param language - of its texts.
 * @returns the script.
 */
export async function buildScript(
  root: string,
  input: string,
  alias: AliasOptions = [],
  language: Language = 'en',
): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [compileMessages(), includeLanguage(language)],
    resolve: { alias },
    build: {
      target: 'es2022',
      write: false,
      copyPublicDir: false,
      // Scenes stay files, so that they have the same URLs as in the app's build.
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: { input: path.join(root, input), output: FILE_NAMES },
    },
  });
  // Components that load scripts lazily do so in effects, which never run: only the entry is needed.
  const entry = [result].flat().flatMap((built) => ('output' in built ? built.output : []))[0];
  if (entry?.type !== 'chunk') throw new Error(`The build of ${input} has no entry`);
  return entry.code;
}

const ENGLISH_CATALOGUE = /[\\/]locales[\\/]en[\\/]/;
const SOURCE_LANGUAGE = /[\\/]i18n[\\/]source-language\.ts$/;

/** Includes the texts of one language in place of the English ones, so that the script need not load them. */
function includeLanguage(language: Language): Plugin {
  return {
    name: 'include-language',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (language === 'en' || !ENGLISH_CATALOGUE.test(source)) return null;
      return this.resolve(source.replace(ENGLISH_CATALOGUE, `/locales/${language}/`), importer);
    },
    load: {
      filter: { id: SOURCE_LANGUAGE },
      handler: () => `export const SOURCE_LANGUAGE = '${language}';`,
    },
  };
}

/**
 * Bundles `src/first-story` with its substitutes for React and the router.
 *
 * @returns the script, with the texts of one language.
 */
export function buildFirstStory(root: string, language: Language): Promise<string> {
  const folder = path.join(root, 'src', 'first-story');
  const alias = [
    { find: /^react(?:\/jsx-runtime)?$/, replacement: path.join(folder, 'static-react.ts') },
    { find: /^react-router-dom$/, replacement: path.join(folder, 'static-router.ts') },
  ];
  return buildScript(root, 'src/first-story/main.tsx', alias, language);
}
