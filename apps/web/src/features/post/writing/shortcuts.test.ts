import { describe, expect, it } from 'vitest';
import { FORMATS, findCommand, formatKeys, SHORTCUTS } from './shortcuts.ts';

function press(key: string, code: string, modifiers: string[] = ['Ctrl']) {
  return findCommand({
    key,
    code,
    ctrlKey: modifiers.includes('Ctrl'),
    metaKey: false,
    shiftKey: modifiers.includes('Shift'),
    altKey: modifiers.includes('Alt'),
  });
}

describe('shortcuts of the editor', () => {
  it('a letter: counts where the keyboard has it, and by its place on a Hindi keyboard', () => {
    expect(press('b', 'KeyB')).toEqual(FORMATS.bold);
    expect(press('z', 'KeyW')).toBe('undo');
    // On that keyboard 'w' stands where others have 'z'.
    expect(press('w', 'KeyZ')).toBeUndefined();
    expect(press('व', 'KeyB')).toEqual(FORMATS.bold);
  });

  it('digits and brackets: by their place, whatever they write with Shift', () => {
    expect(press('&', 'Digit7', ['Ctrl', 'Shift'])).toEqual(FORMATS.numbered);
    expect(press('2', 'Digit2', ['Ctrl', 'Alt'])).toEqual(FORMATS.heading);
    expect(press(']', 'BracketRight')).toBe('indent');
    expect(press('F10', 'F10', ['Alt'])).toBe('toolbar');
  });

  it('without what is held, or with more: is typing', () => {
    expect(press('b', 'KeyB', [])).toBeUndefined();
    expect(press('b', 'KeyB', ['Ctrl', 'Shift'])).toBeUndefined();
    expect(press('Tab', 'Tab', [])).toBeUndefined();
  });

  it('the list: names each once', () => {
    const keys = SHORTCUTS.map(formatKeys);
    expect(new Set(keys).size).toBe(SHORTCUTS.length);
    expect(keys).toContain('Ctrl+Shift+7');
  });
});
