import path from 'node:path';
import { LANGUAGES, type Language } from '@safarnama/contracts';
import { type Plugin, runnerImport } from 'vite';
import { getDirection } from '../src/i18n/language.ts';
import type { messages } from '../src/locales/en/index-page.ts';

type Messages = Record<keyof typeof messages, string>;

/**
 * `index.html` preloads the Latin font; the page of a language in another script preloads the font of that script
 * instead, and its Latin letters load later.
 */
const LATIN_FONT = 'fraunces-latin';
const FONTS: Readonly<Partial<Record<Language, string>>> = { hi: 'noto-serif-devanagari' };

/** Writes `.vite/index.hi.html` and the like: `index.html` in each other language, for the server. */
export function translateIndex(): Plugin {
  let root = '';
  return {
    name: 'translate-index',
    apply: 'build',
    // After Vite's own plugin has built the page.
    enforce: 'post',
    configResolved(config) {
      root = config.root;
    },
    async generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') return this.error('index.html is not in the bundle');
      const findFont = (name: string) => {
        const file = Object.values(bundle).find(
          (each) =>
            each.type === 'asset' &&
            each.originalFileNames.some((original) => original.endsWith(`/${name}.woff2`)),
        );
        return file?.fileName ?? this.error(`The font ${name} is not in the bundle`);
      };
      const english = await importMessages(root, 'en');
      for (const language of LANGUAGES) {
        if (language === 'en') continue;
        const translated = await importMessages(root, language);
        const font = FONTS[language] ?? LATIN_FONT;
        const source = translate(String(page.source), language, english, translated).replace(
          findFont(LATIN_FONT),
          findFont(font),
        );
        this.emitFile({ type: 'asset', fileName: `.vite/index.${language}.html`, source });
      }
    },
  };
}

async function importMessages(root: string, language: Language): Promise<Messages> {
  const file = path.join(root, 'src', 'locales', language, 'index-page.ts');
  const { module } = await runnerImport<{ messages: Messages }>(file, {
    root,
    configFile: false,
    logLevel: 'error',
  });
  return module.messages;
}

/** @throws Error when the page lacks an English text. */
function translate(page: string, language: Language, english: Messages, translated: Messages): string {
  const direction = getDirection(language) === 'rtl' ? ' dir="rtl"' : '';
  let result = page.replace('<html lang="en">', `<html lang="${language}"${direction}>`);
  // The longest first, because one may be part of another.
  const keys = (Object.keys(english) as (keyof Messages)[]).sort(
    (a, b) => english[b].length - english[a].length,
  );
  for (const key of keys) {
    if (!result.includes(english[key])) throw new Error(`index.html lacks the text "${english[key]}"`);
    result = result.replaceAll(english[key], () => escapeHtml(translated[key]));
  }
  return result;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
