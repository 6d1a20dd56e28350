import { describe, expect, it } from 'vitest';
import { mayFit, normalizeText } from './normalize-text.js';

describe('normalizeText', () => {
  it('with NFD: returns NFC, idempotently', () => {
    const composed = 'Zoë, ক়ো';

    const normal = normalizeText(composed.normalize('NFD'));

    expect(normal).toBe(composed.normalize('NFC'));
    expect(normalizeText(normal)).toBe(normal);
  });

  it('with a lone surrogate: replaces it with U+FFFD', () => {
    expect(normalizeText('a\ud83d')).toBe('a\ufffd');
  });

  it('with more marks in a row than any script needs: splits them, idempotently', () => {
    const longest = `ক${'\u0301'.repeat(30)}`;

    expect(normalizeText(longest)).toBe(longest);
    const split = normalizeText(`${longest}${'\u0316\u0301'.repeat(30)}`);

    expect(split).toBe(
      `${longest}\u034f${'\u0316'.repeat(15)}${'\u0301'.repeat(15)}`.concat(
        `\u034f${'\u0316'.repeat(15)}${'\u0301'.repeat(15)}`,
      ),
    );
    expect(normalizeText(split)).toBe(split);
  });
});

describe('mayFit', () => {
  it('with the longest text that NFC shortens to the limit: is true', () => {
    // Gurung Khema: three code points of 2 units become one, since Unicode 16; in Greek, four of 1 unit.
    for (const text of ['\u{1611e}\u{1611e}\u{1611f}', 'α\u0313\u0300\u0345']) {
      expect(mayFit(text.repeat(100), 100)).toBe(true);
    }
    expect(mayFit('a'.repeat(801), 100)).toBe(false);
  });
});
