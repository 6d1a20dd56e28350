import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { historyIndex } from '../lib/history-index.ts';
import { buildSearchPage, buildUser } from '../testing/factories.ts';
import { fill } from '../testing/fill.ts';
import { renderApp } from '../testing/render-app.tsx';
import { mockResponse, signIn } from '../testing/server.ts';

const { resultsScript, contactScript } = vi.hoisted(() => {
  const createScript = () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    return { released, release };
  };
  return { resultsScript: createScript(), contactScript: createScript() };
});

// Simulates a slow network.
vi.mock('../pages/search.page.tsx', async (importOriginal) => {
  await resultsScript.released;
  return importOriginal();
});
vi.mock('../pages/contact.page.tsx', async (importOriginal) => {
  await contactScript.released;
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
  resultsScript.release();
  expect(await screen.findByRole('heading', { level: 1, name: '“jaipur”' })).toBeVisible();
  expect(box).toHaveValue('jaipur');
});

it('the search box, with text typed while the script of another page loads: keeps the text and the focus', async () => {
  signIn(buildUser());
  const user = renderApp('/about');
  await screen.findByRole('heading', { level: 1 });
  const box = await screen.findByRole('combobox', { name: 'Search stories' });
  const link = within(await screen.findByRole('contentinfo')).getByRole('link', { name: 'Contact' });
  await user.type(box, 'ja');
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  link.click();
  await vi.waitFor(() => expect(window.location.pathname).toBe('/contact'));

  box.focus();
  fill(box, 'jaipur');
  vi.unstubAllGlobals();
  contactScript.release();

  expect(await screen.findByRole('heading', { level: 1, name: 'Contact' })).toBeVisible();
  expect(box).toHaveValue('jaipur');
  expect(box).toHaveFocus();
  await user.click(screen.getByRole('link', { name: 'Safarnama, home' }));
  await waitFor(() => expect(box).toHaveValue(''));
});
