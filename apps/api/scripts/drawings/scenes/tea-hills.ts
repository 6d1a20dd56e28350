import {
  bare,
  curve,
  fill,
  line,
  n,
  type Pen,
  type Point,
  ridge,
  transformGroup,
  under,
  use,
} from './kit.js';
import { lamps, PAPER, person, VERMILION } from './motifs.js';
import { mix } from './palette.js';
import { birds, positionSun, sky } from './sky.js';

/** Tea country: round hills combed with rows of bushes, silver oaks, pickers with their baskets, mist. */
export function drawTeaHills(pen: Pen): string {
  const { random, palette } = pen;
  const horizon = 470;
  const sun = positionSun(pen, horizon - 70, 250, 1350);
  let content = sky(pen, { sun, horizon, clouds: 2 });
  for (const [y, color, distance] of [
    [400, '#7d93b0', 0.55],
    [455, '#6c8f98', 0.42],
  ] as const) {
    const points = ridge(random, { y, amplitude: 42, waves: 1.3, rough: 0.5 });
    content += fill(under(points, curve(points)), pen.tone(color, distance));
    content += fill(under(points, curve(points.map(([x, py]): Point => [x, py + 64]))), palette.haze, 0.28);
  }
  content += birds(pen, random.range(400, 1000), random.range(150, 260), 5);
  content += hill(pen, {
    x: random.range(1050, 1300),
    y: 470,
    width: 1250,
    color: '#7fae63',
    distance: 0.3,
    step: 25,
  });
  content += bungalow(pen, random.range(1060, 1260), 474);
  content += hill(pen, {
    x: random.range(150, 420),
    y: 505,
    width: 1300,
    color: '#68a052',
    distance: 0.17,
    step: 30,
  });
  content += oaks(pen, random.range(180, 330), 520, 0.75);
  content += hill(pen, {
    x: random.range(1150, 1500),
    y: 590,
    width: 1500,
    color: '#54913f',
    distance: 0.07,
    step: 35,
  });
  content += oaks(pen, random.range(1130, 1300), 606, 1.15);
  content += hill(pen, {
    x: random.range(300, 620),
    y: 680,
    width: 1900,
    color: '#468437',
    distance: 0,
    step: 45,
  });
  const start = random.range(240, 560);
  for (let index = 0; index < 4; index += 1)
    content += picker(pen, start + index * random.range(120, 180), 742 + (index % 2) * 34, 0.95);
  return content;
}

interface HillShape {
  /** Position of the summit. */
  x: number;
  y: number;
  width: number;
  color: string;
  distance: number;
  /** Distance between rows of bushes. */
  step: number;
}

/** A hill whose rows of bushes follow its shape. */
function hill(pen: Pen, { x, y, width, color, distance, step }: HillShape): string {
  const { random, palette } = pen;
  const half = width / 2;
  const arc = (drop: number): Point[] => {
    const grow = 1 + drop / 420;
    return [
      [x - half * 1.2 * grow, y + 330 + drop],
      [x - half * 0.8 * grow, y + 190 + drop],
      [x - half * 0.36 * grow, y + 12 + drop],
      [x + half * 0.1 * grow, y - 26 + drop],
      [x + half * 0.5 * grow, y + 66 + drop],
      [x + half * 0.9 * grow, y + 240 + drop],
      [x + half * 1.3 * grow, y + 330 + drop],
    ];
  };
  const base = pen.tone(color, distance);
  let content = fill(under(arc(0), curve(arc(0))), base);
  let rows = '';
  let lights = '';
  let index = 0;
  for (let drop = step * 0.8; y + drop < 960; drop += step * (1 + drop / 900)) {
    const d = curve(arc(drop).slice(1, 6));
    rows += d;
    if (index % 2 === 0) lights += curve(arc(drop - step * 0.36).slice(1, 6));
    index += 1;
  }
  content += line(rows, mix(base, palette.ink, 0.42), step * 0.2, 0.75);
  content += line(lights, mix(base, palette.light, 0.4), step * 0.26, 0.5).replace(
    '/>',
    ` stroke-dasharray="${n(step * 1.6)} ${n(step * 0.9)}"/>`,
  );
  const path = [
    arc(0)[3],
    [x + half * 0.12 + random.range(-30, 30), y + 110],
    [x - half * 0.16, y + 230],
    [x - half * 0.02, y + 420],
  ] as Point[];
  return content + line(curve(path), pen.tone('#d9a873', distance), step * 0.44);
}

/** Silver oaks: slim trunks, light crowns. */
function oaks(pen: Pen, x: number, y: number, scale: number): string {
  const { random, palette } = pen;
  let trunks = '';
  let crowns = '';
  const count = random.int(4, 6);
  for (let index = 0; index < count; index += 1) {
    const px = x + index * 52 * scale + random.range(-12, 12);
    const py = y + random.range(0, 30) * scale;
    const h = random.range(130, 200) * scale;
    const w = random.range(16, 26) * scale;
    trunks += `M${n(px)} ${n(py)}v${n(-h)}`;
    for (const [share, size] of [
      [0.5, 0.9],
      [0.72, 1.15],
      [0.98, 0.8],
    ] as const) {
      const cy = py - h * share;
      crowns += `M${n(px - w * size)} ${n(cy)}q${n(w * 0.1)} ${n(-w * 1.3 * size)} ${n(w * size)} ${n(-w * 1.4 * size)}q${n(w * size)} ${n(w * 0.2)} ${n(w * size)} ${n(w * 1.4 * size)}q${n(-w * size)} ${n(w * 0.5)} ${n(-2 * w * size)} 0Z`;
    }
  }
  return (
    line(trunks, mix(pen.tone('#b9a98e'), palette.ink, 0.4), 6 * scale) +
    fill(crowns, pen.tone('#3f6f55', 0.16), 0.94)
  );
}

function bungalow(pen: Pen, x: number, y: number): string {
  const { palette } = pen;
  return transformGroup(
    x,
    y,
    0.9,
    fill('M-80 6V-34H80V10Z', pen.tone(PAPER, 0.14)) +
      fill('M-104-28L-66-72H66L104-28Z', pen.tone(VERMILION, 0.16)) +
      fill('M-58-2v-20h16v20zM-20 2v-26h20v28zM20 0v-22h16v22zM50 0v-22h14v22z', palette.ink, 0.6) +
      line('M-98-28H98M-86-28V4M86-28V8', palette.light, 3, 0.7) +
      lamps(
        pen,
        [
          [-50, -12],
          [28, -12],
        ],
        5,
      ),
  );
}

/** A tea picker with a basket on the back, held by a headband. */
function picker(pen: Pen, x: number, y: number, scale: number): string {
  const { palette } = pen;
  const basket = pen.define(
    'basket',
    () =>
      fill('M-30-64L-26-22Q-18-16-10-22L-8-64Z', pen.tone('#c9974f')) +
      line('M-30-56H-8M-28-44H-9M-27-32H-10', palette.ink, 1.6, 0.4) +
      line('M-26-64Q-14-96 6-86', palette.ink, 2, 0.6) +
      bare('M-58 20Q-56-20-30-18Q-16-30 2-20Q26-30 40-16Q62-14 62 20Z') +
      line('M-44-4q10-8 18 0M-8-8q10-8 20 0M22-2q10-8 18 0', palette.light, 2.4, 0.35),
  );
  return person(pen, x, y, scale) + use(basket, x, y, scale, pen.tone('#356b2e'));
}
