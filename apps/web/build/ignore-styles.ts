import type { Plugin } from 'vite';

/** The markup needs no styles; those of the pages are in the bundle. */
export function ignoreStyles(): Plugin {
  const id = '\0no-styles';
  return {
    name: 'ignore-styles',
    enforce: 'pre',
    resolveId: (source) => (source.endsWith('.css') ? id : null),
    load: (source) => (source === id ? '' : null),
  };
}
