import {
  bare,
  curve,
  disc,
  el,
  fill,
  heightAt,
  line,
  n,
  type Pen,
  type Point,
  rect,
  ridge,
  transformGroup,
  under,
  use,
} from './kit.js';
import { boat, chhatri, lamps, MARIGOLD, PAPER, parasol, person, shikhara, VERMILION } from './motifs.js';
import { mix } from './palette.js';
import { birds, positionSun, sky } from './sky.js';
import { water } from './water.js';

const WALLS = ['#d99b66', '#e7c08b', '#c97f5a', '#d8b27c', '#b96f57', '#ead2a4'] as const;

/** Scale of the objects on the bank, which recedes to the left. */
const sizeAt = (x: number) => 0.2 + 0.95 * (Math.max(0, x) / 1600) ** 1.25;

/** The stepped bank of the Ganga at Varanasi: houses, towers, stairs, parasols, boats. */
export function drawGhats(pen: Pen): string {
  const { random, palette } = pen;
  const horizon = random.range(430, 480);
  const sun = positionSun(pen, horizon, 160, 620);
  const waterAt = (x: number) => horizon + 22 + 250 * (Math.max(0, x) / 1600) ** 1.35;
  const stairTop = (x: number) => waterAt(x) - 165 * sizeAt(x);
  let content = sky(pen, { sun, horizon, clouds: 3 });
  const far = ridge(random, { y: horizon - 2, amplitude: 7, waves: 3, rough: 0.8, step: 60 });
  content += fill(under(far, curve(far), horizon + 20), pen.tone('#7d8f6c', 0.62));
  content += water(pen, { y: horizon + 10, sun, deep: '#5d8296' });
  content += grove(pen, waterAt);
  content += birds(pen, random.range(420, 760), random.range(130, 240), 7);

  const lights: [number, number][] = [];
  let x = 190;
  let houseIndex = 0;
  while (x < 1640) {
    const size = sizeAt(x);
    const width = random.range(150, 235) * size + 16;
    const distance = 0.55 - 0.5 * (x / 1600);
    const base = stairTop(x + width) + 30 * size;
    const height = random.range(190, 330) * size;
    const top = stairTop(x) - height + 30 * size;
    const color = pen.tone(random.pick(WALLS), Math.max(0, distance));
    const isTower = houseIndex % 3 === 1;
    if (isTower) {
      content += shikhara(
        pen,
        x + width / 2,
        base - height * 0.4,
        width * 0.92,
        height * 0.95,
        mix(color, pen.tone(VERMILION, distance), 0.25),
      );
    }
    const wallTop = isTower ? base - height * 0.42 : top;
    const wallHeight = base - wallTop + 10;
    content += use(defineWall(pen), x, wallTop, [(width + 2) / 100, wallHeight / 100], color);
    const columns = Math.min(4, Math.max(2, Math.floor(width / (36 * size + 4))));
    const rows = Math.min(4, Math.max(1, Math.floor(wallHeight / (66 * size + 2))));
    const stretch = [width / WINDOWS_SIDE, wallHeight / WINDOWS_SIDE] as const;
    content += use(defineWindows(pen, columns, rows), x, wallTop, stretch, palette.ink);
    for (let row = 0; row < rows; row += 1) {
      const column = random.int(0, columns - 1) + 0.5;
      if (random.chance(0.35)) {
        lights.push([x + (width * column) / columns, wallTop + (wallHeight * (row + 0.62)) / rows]);
      }
    }
    if (!isTower && random.chance(0.6))
      content += chhatri(pen, x + width * 0.3, wallTop, 46 * size + 6, mix(color, palette.light, 0.25));
    x += width;
    houseIndex += 1;
  }
  content += lamps(pen, lights, 4);
  content += stairs(pen, stairTop, waterAt);
  for (let index = 0; index < 4; index += 1) {
    const px = random.range(560, 1540);
    const py = stairTop(px) + random.range(60, 120) * sizeAt(px);
    content += parasol(pen, px, py, sizeAt(px) * 0.95, random.pick([MARIGOLD, PAPER, VERMILION]));
  }
  for (let index = 0; index < 6; index += 1) {
    const px = random.range(420, 1580);
    content += person(pen, px, stairTop(px) + random.range(70, 158) * sizeAt(px), sizeAt(px) * 0.6);
  }
  const boats = random.int(2, 3);
  for (let index = 0; index < boats; index += 1) {
    const py = horizon + 90 + index * random.range(110, 140);
    const px = random.range(120, 360 + index * 250);
    content += transformGroup(
      px,
      py,
      (0.55 + index * 0.5) * random.range(0.9, 1.1),
      boat(pen, { hull: random.pick(['#7a4a34', '#34408c', '#8c3f31']), hasAwning: index === 1 }),
      random.chance(0.5),
    );
  }
  // Oil lamps floating on the river.
  if (palette.lighting === 'night' || palette.lighting === 'dusk') {
    for (let index = 0; index < 9; index += 1) {
      const px = random.range(200, 1200);
      const py =
        heightAt(
          [
            [0, 700],
            [1600, 860],
          ],
          px,
        ) + random.range(-40, 30);
      content += disc(px, py, 15, '#f7b955', 0.22) + disc(px, py, 4, '#ffdf94');
    }
  }
  return content;
}

/** The front of a house, 100 by 100, to be stretched: one side in the shade, a ledge along the top. @returns its id. */
function defineWall(pen: Pen): string {
  const { ink, light } = pen.palette;
  return pen.define(
    'wall',
    () =>
      bare('M0 0H100V100H0Z') + fill('M72 0H100V100H72Z', ink, 0.14) + rect(-2, -1.5, 104, 3.6, light, 0.45),
  );
}

/** Side of the shape with the windows: large enough that rounding to whole numbers does no harm. */
const WINDOWS_SIDE = 200;

/** Rows of pointed windows, to be stretched over the front of a house. @returns their id. */
function defineWindows(pen: Pen, columns: number, rows: number): string {
  const [columnWidth, rowHeight] = [WINDOWS_SIDE / columns, WINDOWS_SIDE / rows];
  const [width, height] = [columnWidth * 0.46, rowHeight * 0.3];
  return pen.define(`windows-${columns}-${rows}`, () => {
    let d = '';
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        d += `M${n(columnWidth * (column + 0.27))} ${n(rowHeight * (row + 0.78))}v${n(-height)}q${n(width / 2)} ${n(-height * 0.5)} ${n(width)} 0v${n(height)}z`;
      }
    }
    return el('path', { d, opacity: 0.62 });
  });
}

/** Trees where the houses end. */
function grove(pen: Pen, waterAt: (x: number) => number): string {
  let d = '';
  for (let x = 70; x < 250; x += 26) {
    const r = pen.random.range(16, 30);
    d += `M${n(x - r)} ${n(waterAt(x) - 4)}q-4 ${n(-r)} ${n(r * 0.5)} ${n(-r * 1.1)}q${n(r * 0.8)} ${n(-r * 0.8)} ${n(r)} ${n(r * 0.1)}q${n(r * 0.9)} ${n(r * 0.4)} ${n(r * 0.5)} ${n(r)}Z`;
  }
  return fill(d, pen.tone('#5f7a58', 0.45));
}

/** Steps as bands that run along the bank down to the water. */
function stairs(pen: Pen, topAt: (x: number) => number, waterAt: (x: number) => number): string {
  const bands = 8;
  const xs = [60, 420, 700, 980, 1290, 1640];
  // All steps converge at the far end of the bank.
  const row = (share: number): Point[] =>
    xs.map((x, index) => [x, index === 0 ? waterAt(x) : topAt(x) + (waterAt(x) - topAt(x)) * share + 10]);
  const stone = pen.tone('#d8b083');
  const treads: [string, string] = ['', ''];
  for (let index = 0; index < bands; index += 1) {
    const d = `${curve(row(index / bands))}L${curve(row((index + 1) / bands).reverse()).slice(1)}Z`;
    treads[index % 2 === 0 ? 0 : 1] += d;
  }
  const content =
    fill(treads[0], mix(stone, pen.palette.light, 0.22)) + fill(treads[1], mix(stone, pen.palette.ink, 0.14));
  return content + line(curve(row(1)), pen.palette.ink, 4, 0.35);
}
