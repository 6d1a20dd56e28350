import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { loadMemberParts } from './app/member-parts.ts';
import { start } from './app/start.ts';
import { preloadTransport } from './lib/api-client.ts';
import { APP_STARTED } from './lib/app-started.ts';
import { hasPublicStory } from './lib/public-story.ts';
import { runOnFirstInteraction } from './lib/run-on-first-interaction.ts';
import { runWhenIdle } from './lib/run-when-idle.ts';
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
  } else {
    const reactRoot = createRoot(container);
    // A transition renders in slices; a single render would block taps on a phone for a quarter of a second.
    startTransition(() => reactRoot.render(app));
  }
  window.dispatchEvent(new Event(APP_STARTED));
  if (mode === 'hydrate' && !hasPublicStory()) {
    // Most guests send the form of their page, and then need the other parts. If loading fails, they are loaded then.
    runWhenIdle(preloadTransport);
    runWhenIdle(() => void loadMemberParts().catch(() => undefined));
  } else runOnFirstInteraction(preloadTransport);
}
