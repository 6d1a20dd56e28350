import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import { buildStoryPage } from './build/build-story-page.ts';
import { chunkGroups } from './build/chunk-groups.ts';
import { compileMessages } from './build/compile-messages.ts';
import { FILE_NAMES } from './build/file-names.ts';
import { firstLoad } from './build/first-load.ts';
import { fullReloadForModules } from './build/full-reload-for-modules.ts';
import { importIconsDirectly } from './build/import-icons-directly.ts';
import { precompress } from './build/precompress.ts';
import { publishBuild } from './build/publish-build.ts';
import { serveStoryPages } from './build/serve-story-pages.ts';
import { translateIndex } from './build/translate-index.ts';
import { trimDependencies } from './build/trim-dependencies.ts';

const DEV_PORT = 5173;

export default defineConfig(({ mode }) => {
  // Where `npm run dev` runs the API. It needs no VITE_ prefix, because it is not used in the bundle.
  const { DEV_API_ORIGIN: api = 'http://127.0.0.1:3000' } = loadEnv(mode, import.meta.dirname, '');
  return {
    plugins: [
      react(),
      compileMessages(),
      tailwindcss(),
      importIconsDirectly(),
      trimDependencies(),
      chunkGroups(),
      firstLoad(),
      translateIndex(),
      buildStoryPage(),
      precompress(),
      publishBuild(),
      fullReloadForModules(),
      serveStoryPages(api),
    ],
    build: {
      target: 'es2022',
      sourcemap: false,
      // Browsers without module preload load the same files a little later.
      modulePreload: { polyfill: false },
      // The size check reads which chunks each page loads.
      manifest: true,
      // Inlined as data URLs, pictures would be part of the first script that every visitor loads.
      assetsInlineLimit: 0,
      rolldownOptions: { output: FILE_NAMES },
    },
    // Lazy pages import these packages. If the development server discovered them on first use, it would reload the
    // page.
    optimizeDeps: {
      include: [
        '@zxcvbn-ts/core',
        '@zxcvbn-ts/language-common',
        'axios',
        'bowser',
        'exifreader',
        'react-quill',
        'socket.io-client',
        'zustand/react/shallow',
      ],
    },
    server: {
      port: DEV_PORT,
      host: '127.0.0.1',
      // Where `changeOrigin` is false, the Host of the page is kept: the API treats a request as cross-origin if its
      // Origin has another host.
      proxy: {
        '/api': { target: api, changeOrigin: false },
        '/media': api,
        '/health': api,
        '/metrics': api,
        // Documents for feed readers and search engines, with the address of this server.
        '^/(?:(?:author|place)/[^/]+/)?feed\\.xml$': { target: api, changeOrigin: false },
        '^/(?:sitemap\\.xml|robots\\.txt)': { target: api, changeOrigin: false },
        '/socket.io': { target: api, ws: true, changeOrigin: false },
      },
    },
  };
});
