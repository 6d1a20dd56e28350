import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { historyIndex } from '../lib/history-index.ts';
import { buildSearchPage, buildUser } from '../testing/factories.ts';
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
vi.mock('../pages/search.page.tsx', async (importOriginal) => {
  await script.released;
  return importOriginal();
});

it('the search box, while the script of the results loads: shows the query, and no second history entry', async () => {
  signIn(buildUser());
  mockResponse('get', '/api/post/search', buildSearchPage());
  const user = renderApp('/about');
  const previousHeading = await screen.findByRole('heading', { level: 1 });
  const box = await screen.findByRole('combobox', { name: 'Search stories' });

  await user.type(box, ' jaipur ');
  // Within `act`, React would show the fallback of the page instead of leaving the previous page on the screen.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  box.closest('form')?.requestSubmit();

  await vi.waitFor(() => expect(window.location.pathname).toBe('/search'));
  expect(previousHeading).toBeVisible();
  expect(box).toHaveValue('jaipur');
  box.closest('form')?.requestSubmit();
  expect(historyIndex(window.history.state)).toBe(1);
  vi.unstubAllGlobals();
  script.release();
  expect(await screen.findByRole('heading', { level: 1, name: '“jaipur”' })).toBeVisible();
  expect(box).toHaveValue('jaipur');
});
