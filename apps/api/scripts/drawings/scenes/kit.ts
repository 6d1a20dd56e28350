import type { Random } from '../../random.js';
import { type Palette, tone } from './palette.js';

/** Size of the sheet that every scene is drawn on; pictures of other proportions are cropped from it. */
export const SHEET = { width: 1600, height: 900 } as const;

export type Point = readonly [x: number, y: number];

/** Drawing context of a scene. */
export interface Pen {
  palette: Palette;
  random: Random;
  /** Prefix of the ids of this picture, so that pictures of different scenes can be in one document. */
  id: string;
  /** Defines a shape for `use`, once for each picture, and returns its id. */
  define(name: string, draw: () => string): string;
  /** Markup of all defined shapes. */
  definitions(): string;
  /** Adapts a local colour to the picture's light, faded by `distance` (0 to 1). */
  tone(color: string, distance?: number): string;
}

export function createPen(palette: Palette, random: Random, id: string): Pen {
  const shapes = new Map<string, string>();
  return {
    palette,
    random,
    id,
    define(name, draw) {
      const key = `${id}-${name}`;
      if (!shapes.has(key)) shapes.set(key, el('g', { id: key }, draw()));
      return key;
    },
    definitions: () => (shapes.size === 0 ? '' : el('defs', {}, [...shapes.values()].join(''))),
    tone: (color, distance) => tone(palette, color, distance),
  };
}

/** Rounds to a whole number: exact enough on a sheet of 1600, and short. */
export const n = (value: number): string => String(Math.round(value));
/** Rounds to one decimal, for small shapes. */
export const round1 = (value: number): string => String(Math.round(value * 10) / 10);
/** Rounds to two decimals, for scales. */
const round2 = (value: number): string => String(Math.round(value * 100) / 100);

type Attributes = Record<string, string | number>;

/** Creates an element; numbers are rounded to two decimals. */
export function el(name: string, attributes: Attributes, content = ''): string {
  const list = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? Math.round(value * 100) / 100 : value}"`)
    .join('');
  return content === '' ? `<${name}${list}/>` : `<${name}${list}>${content}</${name}>`;
}

export const fill = (d: string, color: string, opacity = 1): string =>
  el('path', opacity === 1 ? { d, fill: color } : { d, fill: color, opacity });

/** A path element in the colour of the `use` that draws it. */
export const bare = (d: string): string => el('path', { d });

/** A path element with a stroke only; the root element sets round line caps. */
export const line = (d: string, color: string, width: number, opacity = 1): string =>
  el('path', {
    d,
    fill: 'none',
    stroke: color,
    'stroke-width': width,
    ...(opacity === 1 ? {} : { opacity }),
  });

export const disc = (x: number, y: number, radius: number, color: string, opacity = 1): string =>
  el('circle', { cx: n(x), cy: n(y), r: n(radius), fill: color, ...(opacity === 1 ? {} : { opacity }) });

/** Moves and scales a drawing with its origin at 0,0. */
export const transformGroup = (
  x: number,
  y: number,
  scale: number,
  content: string,
  mirror = false,
): string =>
  el(
    'g',
    { transform: `matrix(${round2(mirror ? -scale : scale)} 0 0 ${round2(scale)} ${n(x)} ${n(y)})` },
    content,
  );

/** Draws a defined shape in a colour. A pair of scales stretches it. */
export function use(
  id: string,
  x: number,
  y: number,
  scale: number | readonly [number, number],
  color: string,
  mirror = false,
): string {
  const [sx, sy] = typeof scale === 'number' ? [scale, scale] : scale;
  return el('use', {
    href: `#${id}`,
    fill: color,
    transform: `matrix(${round2(mirror ? -sx : sx)} 0 0 ${round2(sy)} ${n(x)} ${n(y)})`,
  });
}

/** Path data of a polygon. */
export const polygon = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`;

/** Path data of a smooth line through the midpoints between the given points (quadratic, so it never overshoots). */
export function curve(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  let d = `M${n(first[0])} ${n(first[1])}`;
  rest.forEach(([x, y], index) => {
    const next = rest[index + 1];
    const end: Point = next ? [(x + next[0]) / 2, (y + next[1]) / 2] : [x, y];
    d += `Q${n(x)} ${n(y)} ${n(end[0])} ${n(end[1])}`;
  });
  return d;
}

/** Path data of the area under the line `d` through the points, down to `bottom`. */
export function under(points: readonly Point[], d: string, bottom: number = SHEET.height): string {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return '';
  return `${d}L${n(last[0])} ${n(bottom)}L${n(first[0])} ${n(bottom)}Z`;
}

interface RidgeShape {
  /** Vertical position of its centre line. */
  y: number;
  amplitude: number;
  /** Number of waves over the width of the sheet. */
  waves: number;
  /** Amplitude of a second wave of higher frequency, relative to the first: 0 is smooth. */
  rough?: number;
  step?: number;
}

/** Points of a hilly skyline that extends beyond both edges of the sheet. */
export function ridge(random: Random, { y, amplitude, waves, rough = 0.3, step = 80 }: RidgeShape): Point[] {
  const phase = random.range(0, 6.28);
  const secondPhase = random.range(0, 6.28);
  const points: Point[] = [];
  for (let x = -step; x <= SHEET.width + step; x += step) {
    const angle = (x / SHEET.width) * waves * 6.28;
    const wave = Math.sin(angle + phase) + rough * Math.sin(angle * 2.7 + secondPhase);
    points.push([x, y - amplitude * wave + random.range(-1, 1) * amplitude * rough * 0.3]);
  }
  return points;
}

/** Vertical position at `x` of the line through a row of points. */
export function heightAt(points: readonly Point[], x: number): number {
  const next = points.findIndex(([px]) => px >= x);
  const right = points[next];
  const left = points[next - 1] ?? right;
  if (!left || !right) return points.at(-1)?.[1] ?? 0;
  const span = right[0] - left[0] || 1;
  return left[1] + ((x - left[0]) / span) * (right[1] - left[1]);
}

/** A vertical gradient, used as `url(#id)`. Offsets are from 0 (top) to 1 (bottom). */
export function gradient(
  id: string,
  stops: readonly (readonly [offset: number, color: string, opacity?: number])[],
) {
  const content = stops
    .map(([offset, color, opacity]) =>
      el('stop', {
        offset,
        'stop-color': color,
        ...(opacity === undefined ? {} : { 'stop-opacity': opacity }),
      }),
    )
    .join('');
  return el('linearGradient', { id, x1: 0, y1: 0, x2: 0, y2: 1 }, content);
}

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  color: string,
  opacity = 1,
): string =>
  el('rect', {
    x: round1(x),
    y: round1(y),
    width: round1(width),
    height: round1(height),
    fill: color,
    ...(opacity === 1 ? {} : { opacity }),
  });
