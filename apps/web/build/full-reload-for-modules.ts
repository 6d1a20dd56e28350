import type { Plugin } from 'vite';

/** Files that Vite may hot-swap: components keep their state, and styles have none. */
const HOT_SWAPPABLE = /\.(?:tsx|css)$/;

/**
 * Reloads the page in development when a module other than a component or a style changes. A hot swap would duplicate
 * a store: new components would wait forever for data that was loaded into the old one.
 */
export function fullReloadForModules(): Plugin {
  return {
    name: 'full-reload-for-modules',
    apply: 'serve',
    hotUpdate({ file, modules }) {
      if (this.environment.name !== 'client' || HOT_SWAPPABLE.test(file)) return;
      // Tailwind's stylesheet depends on every source file; only modules of the page itself count.
      if (!modules.some((module) => module.file === file)) return;
      this.environment.hot.send({ type: 'full-reload' });
      return [];
    },
  };
}
