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

describe('findCommand', () => {
  it('with a letter: matches by key on Latin layouts and by code on a Hindi one', () => {
    expect(press('b', 'KeyB')).toEqual(FORMATS.bold);
    expect(press('z', 'KeyW')).toBe('undo');
    // AZERTY has w where QWERTY has z.
    expect(press('w', 'KeyZ')).toBeUndefined();
    expect(press('व', 'KeyB')).toEqual(FORMATS.bold);
  });

  it('with digits and brackets: matches by code, whatever they type with Shift', () => {
    expect(press('&', 'Digit7', ['Ctrl', 'Shift'])).toEqual(FORMATS.numbered);
    expect(press('2', 'Digit2', ['Ctrl', 'Alt'])).toEqual(FORMATS.heading);
    expect(press(']', 'BracketRight')).toBe('indent');
    expect(press('F10', 'F10', ['Alt'])).toBe('toolbar');
  });

  it('with missing or extra modifiers: finds no command', () => {
    expect(press('b', 'KeyB', [])).toBeUndefined();
    expect(press('b', 'KeyB', ['Ctrl', 'Shift'])).toBeUndefined();
    expect(press('Tab', 'Tab', [])).toBeUndefined();
  });

  it('with all shortcuts: has no duplicate keys', () => {
    const keys = SHORTCUTS.map(formatKeys);
    expect(new Set(keys).size).toBe(SHORTCUTS.length);
    expect(keys).toContain('Ctrl+Shift+7');
  });
});
