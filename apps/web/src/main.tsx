import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { start } from './app/start.ts';
import './styles/index.css';

const root = document.getElementById('root');
if (root) void open(root);

// A function: a module that awaits here would hold up the pages, which import from it.
async function open(container: HTMLElement): Promise<void> {
  await start();
  createRoot(container).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
