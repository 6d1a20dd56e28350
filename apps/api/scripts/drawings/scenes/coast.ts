import { curve, el, fill, line, n, type Pen, type Point, ridge, transformGroup, under, use } from './kit.js';
import { boat, CLOTHS, lamps, PAPER, palmShape, person, VERMILION } from './motifs.js';
import { mix } from './palette.js';
import { birds, positionSun, sky } from './sky.js';
import { water } from './water.js';

/** The Konkan coast: red cliffs with palms, a lighthouse, surf on a bay, boats drawn up on the sand. */
export function drawCoast(pen: Pen): string {
  const { random, palette, id } = pen;
  const horizon = random.range(380, 440);
  const sun = positionSun(pen, horizon, 180, 700);
  const palm = `${id}-palm`;
  let content = sky(pen, { sun, horizon, clouds: 3 }) + el('defs', {}, palmShape(palm));
  content += water(pen, { y: horizon, sun, deep: '#2f8190', bottom: 780 });
  content += sails(pen, horizon) + birds(pen, random.range(200, 700), random.range(130, 250), 6);
  const far = ridge(random, { y: 0, amplitude: 16, waves: 4, rough: 0.6, step: 50 })
    .filter(([x]) => x > 930)
    .map(([x, y]): Point => [x, horizon - 20 + y - ((x - 930) / 700) * 60]);
  content += fill(
    `${under([[860, horizon + 6], ...far], curve([[860, horizon + 6], ...far]), horizon + 8)}`,
    pen.tone('#6c8a70', 0.5),
  );
  content += headland(pen, palm, horizon);
  content += beach(pen, horizon);
  const near = mix(pen.tone('#2b5f46'), palette.ink, 0.3);
  content += use(palm, 1500, 900, 2.1, near, true) + use(palm, 1580, 920, 2.5, near, true);
  return content;
}

function sails(pen: Pen, horizon: number): string {
  const { random } = pen;
  let content = '';
  for (let index = 0; index < 3; index += 1) {
    const x = random.range(120, 860);
    const s = random.range(0.7, 1.3);
    const y = horizon + 14 + index * 14;
    content += transformGroup(
      x,
      y,
      s,
      fill('M-4-6V-64Q34-40 38-8Z', pen.tone(PAPER, 0.1)) +
        fill('M-8-8V-54Q-26-30-28-8Z', pen.tone(random.pick(CLOTHS), 0.2)) +
        fill('M-40-4H46Q36 10 20 10H-22Z', pen.tone('#6b4436', 0.2)),
    );
  }
  return content;
}

/** The laterite cliff with its palms, and the lighthouse at its tip. */
function headland(pen: Pen, palm: string, horizon: number): string {
  const { random, palette } = pen;
  const tip = random.range(880, 980);
  const y = horizon;
  const top: Point[] = [
    [tip, y + 20],
    [tip + 40, y - 60],
    [tip + 150, y - 96],
    [tip + 320, y - 132],
    [tip + 520, y - 150],
    [1660, y - 190],
  ];
  const lamp = tip + 112;
  const tower = (half: number, from: number, to: number) =>
    `M${n(lamp - half)} ${n(y - from)}L${n(lamp - half + 4)} ${n(y - to)}H${n(lamp + half - 4)}L${n(lamp + half)} ${n(y - from)}Z`;
  let content =
    fill(tower(19, 76, 210), pen.tone(PAPER, 0.08)) +
    fill(tower(17, 106, 134) + tower(15, 160, 188), pen.tone(VERMILION, 0.08));
  content +=
    fill(`M${n(lamp - 14)} ${n(y - 208)}v-22q14-18 28 0v22Z`, palette.ink, 0.75) +
    lamps(pen, [[lamp, y - 220]], 9);
  const leaf = pen.tone('#3d7a52', 0.14);
  for (let index = 0; index < 8; index += 1) {
    const x = tip + 190 + index * 62 + random.range(-14, 14);
    content += use(
      palm,
      x,
      y - 92 - (x - tip - 150) * 0.1,
      random.range(0.5, 0.85),
      mix(leaf, palette.ink, random.range(0, 0.3)),
      random.chance(0.5),
    );
  }
  const foot: Point[] = [
    [1660, y + 210],
    [tip + 420, y + 150],
    [tip + 180, y + 74],
    [tip - 30, y + 30],
  ];
  content += fill(`${curve(top)}L${curve(foot).slice(1)}Z`, pen.tone('#b4573b', 0.1));
  content += fill(
    `${curve(top)}L1660 ${n(y - 140)}${curve([
      [1660, y - 140],
      [tip + 400, y - 108],
      [tip + 190, y - 60],
      [tip + 60, y - 30],
      [tip, y + 20],
    ]).replace('M', 'L')}Z`,
    pen.tone('#5f8c4f', 0.08),
  );
  const strata = [0.25, 0.5, 0.72].map((share) =>
    curve([
      [tip + 20 + share * 30, y - 30 + share * 60],
      [tip + 200, y - 20 + share * 92],
      [tip + 420, y - 40 + share * 170],
      [1660, y - 90 + share * 270],
    ]),
  );
  return content + line(strata.join(''), palette.ink, 2, 0.3);
}

/** Surf in three lines, sand, boats and people. */
function beach(pen: Pen, horizon: number): string {
  const { random, palette } = pen;
  const edge = (shift: number): Point[] => [
    [-40, 770 + shift],
    [260, 712 + shift],
    [560, 742 + shift],
    [900, 690 + shift],
    [1180, 640 + shift],
    [1420, horizon + 196 + shift],
    [1660, horizon + 170 + shift],
  ];
  const foam = mix('#ffffff', palette.ink, palette.dark * 0.7);
  let content =
    fill(under(edge(-34), curve(edge(-34))), foam, 0.35) +
    fill(under(edge(-14), curve(edge(-14))), foam, 0.75);
  content +=
    fill(under(edge(0), curve(edge(0))), pen.tone('#c9a26a')) +
    fill(under(edge(34), curve(edge(34))), pen.tone('#ecd09a'));
  const waves = [-74, -118].map((shift) =>
    curve(
      edge(shift)
        .slice(0, 5)
        .map(([x, y]): Point => [x + shift, y + random.range(-8, 8)]),
    ),
  );
  content += line(waves.join(''), foam, 5, 0.55);
  content += transformGroup(
    random.range(300, 480),
    826,
    1.35,
    boat(pen, { hull: '#2f6f8f', hasRower: false }),
  );
  content += transformGroup(
    random.range(700, 860),
    800,
    1.1,
    boat(pen, { hull: '#c9472c', hasRower: false }),
    true,
  );
  for (let index = 0; index < 4; index += 1) {
    content += person(pen, random.range(540, 1240), random.range(780, 860), random.range(0.7, 0.85));
  }
  let prints = '';
  for (let index = 0; index < 24; index += 1)
    prints += `M${n(random.range(60, 1500))} ${n(random.range(820, 892))}h${n(random.range(6, 26))}`;
  return content + line(prints, palette.ink, 2, 0.2);
}
