import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { textSizePreference, textWidthPreference } from '../lib/text-preferences.ts';
import { chooseTheme, onThemeChange, readThemeChoice } from './theme.ts';

const SCRIPT = readFileSync(path.join(import.meta.dirname, '../../public/theme.js'), 'utf8');

/** Runs public/theme.js as the page does, on a device with a dark or light setting. */
function openPage(isDark: boolean): void {
  const matchMedia = () => ({ matches: isDark, addEventListener: () => undefined });
  new Function('matchMedia', SCRIPT)(matchMedia);
}

describe('theme', () => {
  beforeEach(() => {
    delete document.documentElement.dataset.theme;
    delete document.documentElement.dataset.textSize;
  });

  it('the size and width of the text: are applied before the first paint, and whenever they change', () => {
    textWidthPreference.save('wide');
    openPage(false);
    const { dataset } = document.documentElement;
    expect(dataset).toMatchObject({ textSize: 'standard', textWidth: 'wide' });

    textSizePreference.save('largest');
    textWidthPreference.save('standard');

    expect(dataset).toMatchObject({ textSize: 'largest', textWidth: 'standard' });
    expect([textSizePreference.read(), textWidthPreference.read()]).toEqual(['largest', 'standard']);
    expect(localStorage.getItem('safarnama:text-width')).toBeNull();
  });

  it('an unknown size on the device: is read as the standard size', () => {
    localStorage.setItem('safarnama:text-size', 'gigantic');

    expect(textSizePreference.read()).toBe('standard');
  });

  it('with nothing chosen: follows the device', () => {
    openPage(true);

    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(readThemeChoice()).toBe('system');
  });

  it('choosing a theme: applies it, saves it and notifies subscribers', () => {
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

  it("on the next visit: applies the saved choice instead of the device's", () => {
    chooseTheme('light');

    openPage(true);

    expect(document.documentElement.dataset.theme).toBe('light');
  });

  it('without browser storage: follows the device', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });

    openPage(true);

    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(readThemeChoice()).toBe('system');
  });
});
