import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { start } from './app/start.ts';
import './styles/index.css';

const root = document.getElementById('root');
if (root) void open(root);

// A function, because a top-level await would delay the pages, which import from this module.
async function open(container: HTMLElement): Promise<void> {
  await start();
  const reactRoot = createRoot(container);
  // A transition renders in slices; a single render would block taps on a phone for a quarter of a second.
  startTransition(() =>
    reactRoot.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}
