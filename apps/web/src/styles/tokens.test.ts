import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const STYLES = path.join(import.meta.dirname, 'tokens.css');
const TEXT = 4.5;
/** Lines of fields and the focus ring, WCAG 1.4.11. */
const SHAPE = 3;

/** Colours by token name, of the light theme or, where it has a twin, the dark one. */
function readColours(theme: 'light' | 'dark'): Map<string, string> {
  const css = readFileSync(STYLES, 'utf8');
  const [light = '', dark = ''] = css.split(':root[data-theme="dark"]');
  const found = (part: string) => [...part.matchAll(/--color-([a-z-]+):\s*(#[0-9a-f]{6})/g)];
  return new Map(
    [...found(light), ...(theme === 'dark' ? found(dark) : [])].map(([, name = '', hex = '']) => [name, hex]),
  );
}

/** Contrast of two `#rrggbb` colours by WCAG 2.2, 1 to 21. */
function contrastOf(one: string, other: string): number {
  const [high = 0, low = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const PAPERS = ['paper', 'paper-raised', 'paper-sunk'];
const PAIRS: [text: string, ground: string, least: number][] = [
  ...PAPERS.flatMap((ground): [string, string, number][] => [
    ['ink', ground, TEXT],
    ['ink-soft', ground, TEXT],
    ['marigold-text', ground, TEXT],
    ['indigo', ground, TEXT],
    ['danger', ground, TEXT],
    ['online', ground, TEXT],
    ['line-strong', ground, SHAPE],
  ]),
  ['ink', 'indigo-wash', TEXT],
  ['ink-soft', 'indigo-wash', TEXT],
  ['indigo', 'indigo-wash', TEXT],
  ['danger', 'danger-wash', TEXT],
  ['ink', 'danger-wash', TEXT],
  ['on-indigo', 'indigo-fill', TEXT],
  ['on-indigo', 'indigo-fill-hover', TEXT],
  ['on-marigold', 'marigold', TEXT],
  ['on-marigold', 'marigold-hover', TEXT],
];

describe.each(['light', 'dark'] as const)('tokens, %s', (theme) => {
  const colours = readColours(theme);
  it.each(PAIRS)('%s on %s: keeps a contrast of %d', (text, ground, least) => {
    expect(contrastOf(colours.get(text) ?? '', colours.get(ground) ?? '')).toBeGreaterThanOrEqual(least);
  });
});

describe('contrast', () => {
  it('of known colours: is the one of the definition', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
});
