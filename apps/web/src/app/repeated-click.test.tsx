import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { historyIndex } from '../lib/history-index.ts';
import { buildUser } from '../testing/factories.ts';
import { renderApp } from '../testing/render-app.tsx';
import { mockResponse, signIn } from '../testing/server.ts';

const script = vi.hoisted(() => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { released, release };
});

// Simulates a slow network.
vi.mock('../pages/about.page.tsx', async (importOriginal) => {
  await script.released;
  return importOriginal();
});

it('a second click on a link while the script of its page loads: adds no second history entry', async () => {
  signIn(buildUser());
  mockResponse('get', '/api/post/getposts', { posts: [], nextCursor: null });
  renderApp('/');
  const previousHeading = await screen.findByRole('heading', { level: 1 });
  const link = await screen.findByRole('link', { name: 'About' });

  // Within `act`, React would show the fallback of the page instead of leaving the previous page on the screen.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  link.click();
  expect(window.location.pathname).toBe('/about');
  expect(previousHeading).toBeVisible();
  link.click();
  vi.unstubAllGlobals();
  script.release();

  expect(await screen.findByRole('heading', { level: 1, name: 'About Safarnama' })).toBeVisible();
  expect(historyIndex(window.history.state)).toBe(1);
});
