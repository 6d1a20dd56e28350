import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { start } from './app/start.ts';
import { useAuthStore } from './stores/auth.store.ts';
import './styles/index.css';

const root = document.getElementById('root');
if (root) void open(root);

// A function, because a top-level await would delay the pages, which import from this module.
async function open(container: HTMLElement): Promise<void> {
  const mode = await start();
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  if (mode === 'hydrate') {
    // React hydrates with the initial state of a store.
    Object.assign(useAuthStore.getInitialState(), useAuthStore.getState());
    hydrateRoot(container, app);
    return;
  }
  const reactRoot = createRoot(container);
  // A transition renders in slices; a single render would block taps on a phone for a quarter of a second.
  startTransition(() => reactRoot.render(app));
}
