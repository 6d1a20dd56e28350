import { fill, heightAt, line, n, type Pen, type Point, place, rect, ridge, under, curve, disc } from './kit.js';
import { boat, chhatri, lamps, MARIGOLD, PAPER, parasol, person, shikhara, VERMILION, windows } from './motifs.js';
import { mix } from './palette.js';
import { birds, placeSun, sky } from './sky.js';
import { water } from './water.js';

const WALLS = ['#d99b66', '#e7c08b', '#c97f5a', '#d8b27c', '#b96f57', '#ead2a4'] as const;

/** The bank bends away to the left: everything on it grows with x. */
const sizeAt = (x: number) => 0.2 + 0.95 * (Math.max(0, x) / 1600) ** 1.25;

/** The stepped bank of the Ganga at Varanasi: houses, towers, stairs, parasols, boats. */
export function drawGhats(pen: Pen): string {
  const { random, palette } = pen;
  const horizon = random.range(430, 480);
  const sun = placeSun(pen, horizon, 160, 620);
  const waterAt = (x: number) => horizon + 22 + 250 * (Math.max(0, x) / 1600) ** 1.35;
  const stairTop = (x: number) => waterAt(x) - 165 * sizeAt(x);
  let content = sky(pen, { sun, horizon, clouds: 3 });
  const far = ridge(random, { y: horizon - 2, swing: 7, waves: 3, rough: 0.8, step: 60 });
  content += fill(under(far, curve(far), horizon + 20), pen.tone('#7d8f6c', 0.62));
  content += water(pen, { y: horizon + 10, sun, deep: '#5d8296' });
  content += birds(pen, random.range(420, 760), random.range(130, 240), 7);

  const lights: [number, number][] = [];
  let x = 190;
  let index = 0;
  while (x < 1640) {
    const size = sizeAt(x);
    const width = random.range(120, 200) * size + 10;
    const distance = 0.55 - 0.5 * (x / 1600);
    const base = stairTop(x + width) + 30 * size;
    const height = random.range(190, 330) * size;
    const top = stairTop(x) - height + 30 * size;
    const color = pen.tone(random.pick(WALLS), Math.max(0, distance));
    const isTower = index % 3 === 1;
    if (isTower) {
      content += shikhara(pen, x + width / 2, base - height * 0.4, width * 0.92, height * 0.95, mix(color, pen.tone(VERMILION, distance), 0.25));
    }
    const wallTop = isTower ? base - height * 0.42 : top;
    content += rect(x, wallTop, width + 2, base - wallTop + 10, color);
    content += fill(`M${n(x + width * 0.72)} ${n(wallTop)}h${n(width * 0.28 + 2)}V${n(base + 10)}h${n(-width * 0.28)}Z`, palette.ink, 0.14);
    const w = 17 * size + 2;
    const gap = w * 2;
    const columns = Math.max(2, Math.floor((width - w) / gap));
    let holes = '';
    for (let y = base - 18 * size; y - w * 2 > wallTop; y -= 62 * size) {
      holes += windows(x + w * 0.7, y, columns, gap, w, w * 1.25);
      if (lights.length < 12 && random.chance(0.5)) lights.push([x + w * 1.2 + gap * random.int(0, columns - 1), y - w * 0.6]);
    }
    content += fill(holes, palette.ink, 0.62);
    content += line(`M${n(x - 3)} ${n(wallTop)}h${n(width + 6)}`, mix(color, palette.light, 0.5), 5 * size + 1);
    if (!isTower && random.chance(0.6)) content += chhatri(pen, x + width * 0.3, wallTop, 46 * size + 6, mix(color, palette.light, 0.25));
    x += width;
    index += 1;
  }
  content += lamps(pen, lights, 4);
  content += stairs(pen, stairTop, waterAt);
  for (let step = 0; step < 4; step += 1) {
    const px = random.range(560, 1540);
    const py = stairTop(px) + random.range(60, 120) * sizeAt(px);
    content += parasol(pen, px, py, sizeAt(px) * 0.95, random.pick([MARIGOLD, PAPER, VERMILION]));
  }
  for (let step = 0; step < 8; step += 1) {
    const px = random.range(420, 1580);
    content += person(pen, px, stairTop(px) + random.range(70, 158) * sizeAt(px), sizeAt(px) * 0.6);
  }
  const boats = random.int(2, 3);
  for (let step = 0; step < boats; step += 1) {
    const py = horizon + 90 + step * random.range(110, 140);
    const px = random.range(120, 360 + step * 250);
    content += place(px, py, (0.55 + step * 0.5) * random.range(0.9, 1.1), boat(pen, { hull: random.pick(['#7a4a34', '#34408c', '#8c3f31']), hasAwning: step === 1 }), random.chance(0.5));
  }
  if (palette.hour === 'night' || palette.hour === 'dusk') {
    for (let step = 0; step < 9; step += 1) {
      const px = random.range(200, 1200);
      const py = heightAt([[0, 700], [1600, 860]], px) + random.range(-40, 30);
      content += disc(px, py, 15, '#f7b955', 0.22) + disc(px, py, 4, '#ffdf94');
    }
  }
  return content;
}

/** Steps as bands that run along the bank down to the water. */
function stairs(pen: Pen, topAt: (x: number) => number, waterAt: (x: number) => number): string {
  const bands = 8;
  const xs = [150, 420, 700, 980, 1290, 1640];
  const row = (share: number): Point[] => xs.map((x) => [x, topAt(x) + (waterAt(x) - topAt(x)) * share + 10]);
  const stone = pen.tone('#d8b083');
  let content = fill(under(row(0), curve(row(0)), 0).replace(/L\d+ 0L\d+ 0Z$/, ''), stone, 0);
  content = '';
  for (let index = 0; index < bands; index += 1) {
    const upper = row(index / bands);
    const lower = row((index + 1) / bands).reverse();
    const d = `${curve(upper)}L${curve(lower).slice(1)}Z`;
    content += fill(d, index % 2 === 0 ? mix(stone, pen.palette.light, 0.22) : mix(stone, pen.palette.ink, 0.14));
  }
  return content + line(curve(row(1)), pen.palette.ink, 4, 0.35);
}
