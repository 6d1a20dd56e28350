import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseTheme, onThemeChange, readThemeChoice } from './theme.ts';

const SCRIPT = readFileSync(path.join(import.meta.dirname, '../../public/theme.js'), 'utf8');

/** Runs public/theme.js as the page does, on a device set to dark or not. */
function openPage(isDark: boolean): void {
  const matchMedia = () => ({ matches: isDark, addEventListener: () => undefined });
  new Function('matchMedia', SCRIPT)(matchMedia);
}

describe('theme', () => {
  beforeEach(() => {
    localStorage.clear();
    delete document.documentElement.dataset.theme;
  });

  it('with nothing chosen: is as the device has it', () => {
    openPage(true);

    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(readThemeChoice()).toBe('system');
  });

  it('a choice: shows at once, stays on the device, and is told to who listens', () => {
    const listener = vi.fn();
    const stop = onThemeChange(listener);
    openPage(false);

    chooseTheme('dark');

    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(readThemeChoice()).toBe('dark');
    expect(listener).toHaveBeenCalledOnce();
    stop();
    chooseTheme('system');
    expect(document.documentElement.dataset.theme).toBe('light');
    expect(listener).toHaveBeenCalledOnce();
  });

  it('on the next visit: the kept choice wins over the device', () => {
    chooseTheme('light');

    openPage(true);

    expect(document.documentElement.dataset.theme).toBe('light');
  });

  it('where the browser keeps nothing: follows the device', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });

    openPage(true);

    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(readThemeChoice()).toBe('system');
  });
});
