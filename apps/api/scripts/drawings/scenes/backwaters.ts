import { curve, el, fill, line, n, type Pen, ridge, transformGroup, under, use } from './kit.js';
import { boat, lamps, MARIGOLD, palmShape, person } from './motifs.js';
import { mix } from './palette.js';
import { birds, positionSun, sky } from './sky.js';
import { water } from './water.js';

/** The backwaters of Kerala: palms that lean over still water, a rice boat, a canoe. */
export function drawBackwaters(pen: Pen): string {
  const { random, palette, id } = pen;
  const horizon = random.range(440, 490);
  const sun = positionSun(pen, horizon, 480, 1050);
  const palmId = `${id}-palm`;
  let content = sky(pen, { sun, horizon, clouds: 3 }) + el('defs', {}, palmShape(palmId));
  const far = ridge(random, { y: horizon - 26, amplitude: 12, waves: 5, rough: 0.9, step: 40 });
  content += fill(under(far, curve(far), horizon + 12), pen.tone('#5d8a68', 0.55));
  for (let index = 0; index < 9; index += 1) {
    content += use(
      palmId,
      random.range(0, 1600),
      horizon + 6,
      random.range(0.34, 0.52),
      pen.tone('#4b7a5c', 0.45),
      random.chance(0.5),
    );
  }
  content += water(pen, { y: horizon + 8, sun, deep: '#3f7f78' });
  content += birds(pen, random.range(500, 1000), random.range(120, 240), 6);
  content += bank(pen, { side: 'left', palmId, horizon, distance: 0.3 });
  content += bank(pen, { side: 'right', palmId, horizon, distance: 0.16 });
  const boatX = random.range(620, 1020);
  const boatY = horizon + random.range(120, 165);
  content += transformGroup(boatX, boatY, random.range(0.95, 1.2), houseboat(pen), random.chance(0.5));
  content += transformGroup(
    random.range(330, 620),
    horizon + 270,
    1.25,
    boat(pen, { hull: '#4b3a35' }),
    random.chance(0.5),
  );
  content += lilies(pen);
  const near = mix(pen.tone('#23543f'), palette.ink, 0.35);
  const isOnLeft = random.chance(0.5);
  content += use(palmId, isOnLeft ? 60 : 1540, 930, 2.5, near, !isOnLeft);
  content += use(palmId, isOnLeft ? -40 : 1640, 950, 2.1, near, !isOnLeft);
  return content;
}

interface BankOptions {
  side: 'left' | 'right';
  palmId: string;
  horizon: number;
  distance: number;
}

/** A strip of land that reaches in from one side, with a hut, palms and a reflection. */
function bank(pen: Pen, { side, palmId, horizon, distance }: BankOptions): string {
  const { random, palette } = pen;
  const isLeft = side === 'left';
  const y = horizon + (isLeft ? 34 : 74);
  const reach = random.range(300, 430) * (isLeft ? 1 : 1.25);
  const x = (value: number) => (isLeft ? value : 1600 - value);
  const land = pen.tone('#4f8a57', distance);
  let content = fill(
    `M${n(x(-10))} ${n(y - 30)}Q${n(x(reach * 0.6))} ${n(y - 34)} ${n(x(reach))} ${n(y)}Q${n(x(reach * 0.5))} ${n(y + 22)} ${n(x(-10))} ${n(y + 20)}Z`,
    land,
  );
  content += fill(
    `M${n(x(-10))} ${n(y + 18)}Q${n(x(reach * 0.5))} ${n(y + 20)} ${n(x(reach))} ${n(y)}Q${n(x(reach * 0.6))} ${n(y + 70)} ${n(x(-10))} ${n(y + 110)}Z`,
    palette.ink,
    0.18,
  );
  const hut = x(reach * 0.42);
  content +=
    fill(`M${n(hut - 44)} ${n(y - 6)}v-40h88v40Z`, pen.tone('#e9cfa0', distance)) +
    fill(
      `M${n(hut - 62)} ${n(y - 42)}L${n(hut - 20)} ${n(y - 84)}H${n(hut + 20)}L${n(hut + 62)} ${n(y - 42)}Z`,
      pen.tone('#a4503a', distance),
    ) +
    fill(`M${n(hut - 10)} ${n(y - 6)}v-26h20v26Z`, palette.ink, 0.6);
  content += lamps(pen, [[hut, y - 22]], 5);
  const leaf = pen.tone('#2f6a4b', distance);
  for (let index = 0; index < 5; index += 1) {
    content += use(
      palmId,
      x((index / 5) * reach + random.range(0, 40)),
      y - 8,
      random.range(0.75, 1.25),
      mix(leaf, palette.ink, random.range(0, 0.25)),
      !isLeft,
    );
  }
  return content;
}

/** A rice boat with its woven roof, about 360 long. The origin is the middle of its waterline. */
function houseboat(pen: Pen): string {
  const { palette } = pen;
  const straw = pen.tone('#d9a95c');
  let ribs = '';
  for (let x = -96; x <= 96; x += 16) ribs += `M${x}-22Q${x + 4}-60 ${x + 1} ${n(-76 + (x / 30) ** 2)}`;
  return (
    fill('M-150 14H160L110 34H-90Z', palette.ink, 0.22) +
    fill('M-108-14V-50Q-100-80-40-84H40Q100-80 108-50V-14Z', straw) +
    fill('M20-84H40Q100-80 108-50V-14H52Q64-58 20-84Z', palette.ink, 0.14) +
    line(ribs, palette.ink, 1.6, 0.3) +
    line('M-100-48H100M-104-30H104', palette.light, 2, 0.4) +
    fill('M-74-20v-20q12-14 24 0v20ZM-32-20v-20q12-14 24 0v20ZM10-20v-20q12-14 24 0v20Z', palette.ink, 0.62) +
    lamps(
      pen,
      [
        [-62, -32],
        [22, -32],
      ],
      6,
    ) +
    person(pen, 132, -18, 0.58) +
    line('M142-62L166 40', palette.ink, 3.4) +
    fill('M-178-44Q-150-14-100-14H110Q156-14 186-48Q176 4 120 20H-112Q-164 10-178-44Z', pen.tone('#5a3a34')) +
    line('M-168-26Q-146-4-100-2H112Q154-6 178-30', pen.tone(MARIGOLD), 3)
  );
}

function lilies(pen: Pen): string {
  const { random } = pen;
  let leaves = '';
  let flowers = '';
  for (let index = 0; index < 16; index += 1) {
    const x = random.range(560, 1240);
    const y = random.range(800, 890);
    const r = random.range(14, 30);
    leaves += `M${n(x - r)} ${n(y)}a${n(r)} ${n(r * 0.3)} 0 1 1 ${n(r * 0.9)} ${n(r * 0.28)}l${n(r * 0.2)} ${n(-r * 0.25)}Z`;
    if (index % 4 === 0)
      flowers += `M${n(x)} ${n(y)}q-12-8-9-18q6 4 9 10q3-10 9-14q4 8-1 16q8-4 12-2q-6 9-20 8Z`;
  }
  return fill(leaves, pen.tone('#4f8f62'), 0.9) + fill(flowers, pen.tone('#e58aa8'));
}
