import { disc, el, fill, gradient, line, n, type Pen, rect, round1, SHEET } from './kit.js';
import { mix } from './palette.js';

/** Position and size of the sun or moon. */
export interface Sun {
  x: number;
  y: number;
  radius: number;
}

/** Chooses the position of the sun: low at dawn and dusk, high at noon. `horizon` in sheet units. */
export function positionSun({ palette, random }: Pen, horizon: number, from = 300, to = 1300): Sun {
  const { lighting } = palette;
  const x = random.range(from, to);
  if (lighting === 'noon') return { x, y: random.range(110, 200), radius: 52 };
  if (lighting === 'night') return { x, y: random.range(120, 250), radius: random.range(46, 66) };
  if (lighting === 'rain') return { x, y: random.range(120, 200), radius: 60 };
  return { x, y: horizon - random.range(40, 150), radius: random.range(74, 112) };
}

function stars({ palette, random }: Pen, horizon: number): string {
  let small = '';
  let large = '';
  for (let index = 0; index < 64; index += 1) {
    const dot = `M${n(random.range(10, 1590))} ${n(random.range(10, horizon - 60))}h0`;
    if (index % 5 === 0) large += dot;
    else small += dot;
  }
  return line(small, palette.sun, 3, 0.55) + line(large, palette.sun, 5, 0.8);
}

/** A crescent: a disc minus a second, shifted disc. */
function moon({ palette }: Pen, { x, y, radius }: Sun): string {
  const r = radius;
  const crescent = `M${n(x - r * 0.34)} ${n(y - r * 0.94)}A${n(r)} ${n(r)} 0 1 1 ${n(x - r * 0.34)} ${n(y + r * 0.94)}A${n(r * 1.15)} ${n(r * 1.15)} 0 0 0 ${n(x - r * 0.34)} ${n(y - r * 0.94)}Z`;
  return (
    disc(x, y, r * 2.4, palette.haze, 0.16) +
    disc(x, y, r * 1.6, palette.haze, 0.2) +
    fill(crescent, palette.sun)
  );
}

/** A long flat cloud of three strokes, the middle one the longest. */
function cloud({ palette, random }: Pen, x: number, y: number, width: number): string {
  const isRain = palette.lighting === 'rain';
  const color = isRain
    ? mix(palette.sky[0], palette.sky[1], random.range(0.1, 0.6))
    : mix(palette.sky[2], palette.light, 0.5);
  const opacity = { night: 0.14, rain: 0.75, noon: 0.8 }[palette.lighting as string] ?? 0.5;
  const gap = isRain ? 30 : 15;
  const rows = [0.45, 1, 0.7].map((share, row) => {
    const start = x + random.range(0.02, 0.3) * width * (1 - share + 0.1);
    return `M${n(start)} ${n(y + row * gap)}h${n(width * share)}`;
  });
  return line(rows.join(''), color, isRain ? 44 : 16, opacity);
}

/** Distant birds in a loose row. */
export function birds({ palette, random }: Pen, x: number, y: number, count: number): string {
  let d = '';
  for (let index = 0; index < count; index += 1) {
    const size = random.range(7, 13);
    const px = x + index * random.range(24, 46);
    const py = y + random.range(-26, 26) - index * 5;
    d += `M${n(px)} ${n(py)}q${round1(size * 0.6)} ${round1(-size * 0.7)} ${round1(size)} 0q${round1(size * 0.5)} ${round1(-size * 0.6)} ${round1(size)} ${round1(size * 0.1)}`;
  }
  return line(d, palette.ink, 2.6, 0.65);
}

interface SkyOptions {
  sun: Sun | null;
  horizon: number;
  clouds?: number;
}

/** The sky down to a little below the horizon, with sun or moon, clouds and stars. */
export function sky(pen: Pen, { sun, horizon, clouds = 3 }: SkyOptions): string {
  const { palette, random, id } = pen;
  const [top, middle, low] = palette.sky;
  let content =
    el(
      'defs',
      {},
      gradient(`${id}-sky`, [
        [0, top],
        [0.58, middle],
        [1, low],
      ]),
    ) + rect(0, 0, SHEET.width, horizon + 40, `url(#${id}-sky)`);
  if (palette.lighting === 'night') content += stars(pen, horizon);
  if (sun && palette.lighting === 'night') content += moon(pen, sun);
  else if (sun && palette.lighting !== 'rain') {
    content += [2.9, 2.1, 1.45]
      .map((factor) => disc(sun.x, sun.y, sun.radius * factor, palette.light, 0.17))
      .join('');
    content += disc(sun.x, sun.y, sun.radius, palette.sun);
  }
  const cloudCount = palette.lighting === 'rain' ? clouds + 3 : clouds;
  for (let index = 0; index < cloudCount; index += 1) {
    const y = palette.lighting === 'rain' ? random.range(10, 210) : random.range(70, horizon * 0.62);
    content += cloud(pen, random.range(-100, 1350), y, random.range(180, 420));
  }
  return content;
}
