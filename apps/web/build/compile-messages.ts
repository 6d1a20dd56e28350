import { parse } from '@formatjs/icu-messageformat-parser';
import { type Plugin, transformWithOxc } from 'vite';

const CATALOGUE_FILE = /[\\/]src[\\/]locales[\\/][a-z]+[\\/][\w-]+\.ts$/;

type Group = { readonly [key: string]: string | Group };

/**
 * Replaces the ICU messages in `src/locales` by their syntax trees, and `intl-messageformat` by its variant without a
 * parser, which is 7 kB smaller. A message without arguments stays text. A broken message fails the build.
 */
export function compileMessages(): Plugin {
  return {
    name: 'compile-messages',
    enforce: 'pre',
    config: () => ({
      resolve: {
        alias: [
          {
            find: /^@formatjs\/icu-messageformat-parser$/,
            replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
          },
        ],
      },
    }),
    transform: {
      filter: { id: CATALOGUE_FILE },
      async handler(source, id) {
        const { code } = await transformWithOxc(source, id);
        const { messages }: { messages: Group } = await import(
          `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
        );
        return { code: `export const messages = ${JSON.stringify(compile(messages, id))};`, map: null };
      },
    },
  };
}

function compile(group: Group, path: string): object {
  return Object.fromEntries(
    Object.entries(group).map(([key, message]) => {
      const keyPath = `${path}, ${key}`;
      return [
        key,
        typeof message === 'string' ? compileMessage(message, keyPath) : compile(message, keyPath),
      ];
    }),
  );
}

/** @returns text for a message without arguments, else its syntax tree. */
function compileMessage(message: string, keyPath: string): unknown {
  try {
    const elements = parse(message, { captureLocation: false });
    if (elements.length === 0) return '';
    const [first] = elements;
    return elements.length === 1 && first?.type === LITERAL ? first.value : elements;
  } catch (error) {
    throw new Error(`${keyPath}: ${String(error)}`, { cause: error });
  }
}

/** Type of an element of plain text; the package's enum does not exist at run time. */
const LITERAL = 0;
