import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { start } from './app/start.ts';
import './styles/index.css';

const root = document.getElementById('root');
if (root) void open(root);

// A function: a module that awaits here would hold up the pages, which import from it.
async function open(container: HTMLElement): Promise<void> {
  await start();
  const reactRoot = createRoot(container);
  // Drawn in slices: on a phone the whole of it in one go would hold up a tap for a quarter of a second.
  startTransition(() =>
    reactRoot.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}
