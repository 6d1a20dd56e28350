import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';

const ICON_IMPORT = /import \{([^}]*)\} from 'lucide-react';/g;
const INDEX_EXPORT = /export \{([^}]*)\} from '(\.\/icons\/[^']+)'/g;

/** The file of an icon. */
export const ICON_FILE = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/;

/**
 * Imports each icon from its own file. Imported from the index of the package, the icons of all pages become part of
 * the script of the first visit.
 */
export function importIconsDirectly(): Plugin {
  let files: ReadonlyMap<string, string>;
  return {
    name: 'import-icons-directly',
    apply: 'build',
    enforce: 'pre',
    configResolved: ({ root }) => {
      files = findIconFiles(root);
    },
    transform: {
      filter: { id: /\.tsx?$/, code: "from 'lucide-react'" },
      handler(code) {
        const importIcon = (name: string) =>
          `import ${name} from ${JSON.stringify(files.get(name) ?? this.error(`There is no icon ${name}`))};`;
        return {
          code: code.replace(ICON_IMPORT, (_all, names: string) =>
            splitNames(names)
              .filter((name) => !name.startsWith('type '))
              .map(importIcon)
              .join(' '),
          ),
          map: null,
        };
      },
    },
  };
}

/** The file of each icon by the names that the index of the package gives it. */
function findIconFiles(root: string): ReadonlyMap<string, string> {
  const main = createRequire(path.join(root, 'package.json')).resolve('lucide-react');
  const index = path.join(path.dirname(main), '../esm/lucide-react.mjs');
  return new Map(
    [...readFileSync(index, 'utf8').matchAll(INDEX_EXPORT)].flatMap(([, names = '', file = '']) =>
      splitNames(names.replaceAll('default as ', '')).map(
        (name) => [name, path.join(path.dirname(index), file)] as const,
      ),
    ),
  );
}

function splitNames(names: string): string[] {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
