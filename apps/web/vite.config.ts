import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import { firstLoad } from './build/first-load.ts';
import { fullReloadForModules } from './build/full-reload-for-modules.ts';
import { precompress } from './build/precompress.ts';
import { trimDependencies } from './build/trim-dependencies.ts';

const DEFAULT_API_PORT = '3000';
const DEV_PORT = 5173;

export default defineConfig(({ mode }) => {
  // The same PORT that the API of this workspace listens on; no prefix, since nothing of it reaches the bundle.
  const { PORT = DEFAULT_API_PORT } = loadEnv(mode, import.meta.dirname, '');
  const api = `http://127.0.0.1:${PORT}`;
  return {
    plugins: [react(), tailwindcss(), trimDependencies(), firstLoad(), precompress(), fullReloadForModules()],
    build: {
      target: 'es2022',
      sourcemap: false,
      // Browsers without module preload load the same files a little later.
      modulePreload: { polyfill: false },
      // The size check reads which chunks each page loads.
      manifest: true,
      // Inlined as data URLs, pictures would be part of the first script that every visitor loads.
      assetsInlineLimit: 0,
    },
    // Lazy pages import these. Discovered on first use, they would make the development server reload the page.
    optimizeDeps: {
      include: [
        '@zxcvbn-ts/core',
        '@zxcvbn-ts/language-common',
        'bowser',
        'react-quill',
        'socket.io-client',
        'zustand/react/shallow',
      ],
    },
    server: {
      port: DEV_PORT,
      host: '127.0.0.1',
      // With the Host of the page: the API takes a request whose Origin is another for one of another site.
      proxy: {
        '/api': { target: api, changeOrigin: false },
        '/media': api,
        '/health': api,
        '/socket.io': { target: api, ws: true, changeOrigin: false },
      },
    },
  };
});
