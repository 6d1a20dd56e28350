import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const STYLES = path.join(import.meta.dirname, 'tokens.css');
const MIN_TEXT_CONTRAST = 4.5;
/** Minimum contrast of field borders and focus rings, from WCAG 1.4.11. */
const MIN_SHAPE_CONTRAST = 3;

/** Colors by token name. The dark theme inherits those it does not override. */
function readColors(theme: 'light' | 'dark'): Map<string, string> {
  const css = readFileSync(STYLES, 'utf8');
  const [light = '', dark = ''] = css.split('@variant dark');
  const matchTokens = (part: string) => [...part.matchAll(/--color-([a-z-]+):\s*(#[0-9a-f]{6})/g)];
  return new Map(
    [...matchTokens(light), ...(theme === 'dark' ? matchTokens(dark) : [])].map(([, name = '', hex = '']) => [
      name,
      hex,
    ]),
  );
}

/** Contrast ratio of two `#rrggbb` colors by WCAG 2.2, from 1 to 21. */
function contrastOf(first: string, second: string): number {
  const [high = 0, low = 0] = [luminanceOf(first), luminanceOf(second)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const BACKGROUNDS = ['paper', 'paper-raised', 'paper-sunk'];
const PAIRS: [text: string, ground: string, minimum: number][] = [
  ...BACKGROUNDS.flatMap((background): [string, string, number][] => [
    ['ink', background, MIN_TEXT_CONTRAST],
    ['ink-soft', background, MIN_TEXT_CONTRAST],
    ['marigold-text', background, MIN_TEXT_CONTRAST],
    ['indigo', background, MIN_TEXT_CONTRAST],
    ['danger', background, MIN_TEXT_CONTRAST],
    ['online', background, MIN_TEXT_CONTRAST],
    ['line-strong', background, MIN_SHAPE_CONTRAST],
  ]),
  ['ink', 'indigo-wash', MIN_TEXT_CONTRAST],
  ['ink-soft', 'indigo-wash', MIN_TEXT_CONTRAST],
  ['indigo', 'indigo-wash', MIN_TEXT_CONTRAST],
  ['danger', 'danger-wash', MIN_TEXT_CONTRAST],
  ['ink', 'danger-wash', MIN_TEXT_CONTRAST],
  ['on-indigo', 'indigo-fill', MIN_TEXT_CONTRAST],
  ['on-indigo', 'indigo-fill-hover', MIN_TEXT_CONTRAST],
  ['on-marigold', 'marigold', MIN_TEXT_CONTRAST],
  ['on-marigold', 'marigold-hover', MIN_TEXT_CONTRAST],
];

describe.each(['light', 'dark'] as const)('tokens, %s', (theme) => {
  const colors = readColors(theme);
  it.each(PAIRS)('%s on %s: has a contrast ratio of at least %d', (text, background, minimum) => {
    expect(contrastOf(colors.get(text) ?? '', colors.get(background) ?? '')).toBeGreaterThanOrEqual(minimum);
  });
});

describe('contrastOf', () => {
  it('with known colors: returns the ratio that WCAG defines', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
});
