import type { Plugin } from 'vite';

/** What is swapped in the open page: components keep their state, styles have none. */
const HOT_SWAPPABLE = /\.(?:tsx|css)$/;

/**
 * While developing, loads the page again when something else than a component or a style has changed. Swapped in
 * place, a store or a contract that stores use would be there twice: the new components would wait for ever for what
 * was loaded into the old store.
 */
export function fullReloadForModules(): Plugin {
  return {
    name: 'reload-for-modules',
    apply: 'serve',
    hotUpdate({ file, modules }) {
      if (this.environment.name !== 'client' || HOT_SWAPPABLE.test(file)) return;
      // Styles name every source as theirs: only a module of the page itself counts.
      if (!modules.some((module) => module.file === file)) return;
      this.environment.hot.send({ type: 'full-reload' });
      return [];
    },
  };
}
