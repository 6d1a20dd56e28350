import { afterEach, expect, it, vi } from 'vitest';
import { getLanguage } from '../i18n/language.ts';
import { start } from './start.ts';

/** Translations that never arrive. */
vi.mock('../i18n/translations.ts', () => ({
  TRANSLATIONS: new Proxy({}, { get: () => () => new Promise(() => undefined) }),
}));

afterEach(() => vi.useRealTimers());

it('start, on a prerendered page in Hindi whose texts do not arrive: renders it in English after a while', async () => {
  vi.useFakeTimers();
  document.head.innerHTML = '<meta name="session" content="none" />';
  document.documentElement.lang = 'hi';
  document.body.innerHTML = '<div id="root"><form></form></div>';
  window.history.replaceState(null, '', '/login');
  let result = '';

  void start().then((started) => {
    result = started;
  });
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1_000);
    expect(result).toBe('replace');
  });

  expect(getLanguage()).toBe('en');
});
