import { el, gradient, line, n, type Pen, rect, SHEET } from './kit.js';
import { mix } from './palette.js';
import type { Sun } from './sky.js';

interface WaterOptions {
  /** Vertical position of the surface. */
  y: number;
  sun: Sun | null;
  /** Colour of the deep water. */
  deep: string;
  bottom?: number;
  /** Width of the sun's reflection, as a factor of the default. */
  spread?: number;
}

/** Water from `y` down: sky colours near the horizon, its own colour in the foreground, the sun's reflection. */
export function water(pen: Pen, { y, sun, deep, bottom = SHEET.height, spread = 1 }: WaterOptions): string {
  const { palette, random, id } = pen;
  const far = mix(palette.sky[2], palette.sky[1], 0.35);
  const near = mix(pen.tone(deep, 0.05), palette.sky[0], 0.25);
  const depth = bottom - y;
  let content =
    el(
      'defs',
      {},
      gradient(`${id}-water`, [
        [0, far],
        [0.3, mix(far, near, 0.45)],
        [1, near],
      ]),
    ) + rect(0, y, SHEET.width, depth, `url(#${id}-water)`);

  let glints = '';
  for (let index = 0; index < 26; index += 1) {
    const share = random.range(0.02, 1) ** 1.4;
    glints += `M${n(random.range(-20, 1600))} ${n(y + share * depth)}h${n(14 + share * random.range(20, 120))}`;
  }
  content += line(glints, palette.light, 2.5, palette.lighting === 'night' ? 0.18 : 0.4);
  if (!sun || palette.lighting === 'rain') return content;

  let path = '';
  for (let index = 0; index < 17; index += 1) {
    const share = (index / 17) ** 1.35;
    const width = (random.range(0.5, 1.2) * sun.radius * 1.3 + share * 70) * spread;
    path += `M${n(sun.x - width / 2 + random.range(-20, 20) * (1 + share))} ${n(y + 8 + share * depth * 0.86)}h${n(width)}`;
  }
  return content + line(path, palette.sun, 5, palette.lighting === 'night' ? 0.4 : 0.62);
}
