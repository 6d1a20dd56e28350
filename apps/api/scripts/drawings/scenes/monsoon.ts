import { bare, curve, el, fill, gradient, line, n, type Pen, rect, transformGroup, use } from './kit.js';
import { CLOTHS, MARIGOLD, PAPER, person, VERMILION } from './motifs.js';
import { mix } from './palette.js';
import { sky } from './sky.js';

const HOUSES = ['#d9a25a', '#c86f4f', '#6f9a92', '#e2c48a', '#8d6a9c', '#b98a6a', '#5f86a8'] as const;

/** A street of old houses in the monsoon: tiled roofs, balconies, umbrellas, an auto-rickshaw, the wet road. */
export function drawMonsoon(pen: Pen): string {
  const { random, palette, id } = pen;
  const road = 640;
  let content = sky(pen, { sun: null, horizon: road, clouds: 3 });
  const far = mix(pen.tone('#7f95a0'), palette.haze, 0.5);
  let skyline = 'M-10 640V430';
  for (let x = 0; x < 1600; x += 190) skyline += `H${n(x + 8)}V${n(random.range(330, 450))}H${n(x + 150)}`;
  content += fill(`${skyline}H1610V640Z`, far, 0.7);
  let x = -random.range(20, 120);
  let index = random.int(0, 6);
  const wet: string[] = [];
  while (x < 1600) {
    const width = random.range(230, 320);
    const height = random.range(250, 390);
    const color = HOUSES[index % HOUSES.length] ?? PAPER;
    content += house(pen, x, road, width, height, color);
    wet.push(rect(x + 6, road + 62, width - 12, height * 0.5, pen.tone(color), 0.22));
    x += width + (random.chance(0.3) ? random.range(36, 70) : 2);
    index += random.int(1, 3);
  }
  content += el(
    'defs',
    {},
    gradient(`${id}-road`, [
      [0, mix(palette.haze, palette.ink, 0.35)],
      [0.4, mix(palette.haze, palette.ink, 0.5)],
      [1, mix(palette.haze, palette.ink, 0.72)],
    ]),
  );
  content += rect(0, road, 1600, 260, `url(#${id}-road)`) + wet.join('');
  content += rect(0, road - 4, 1600, 20, pen.tone('#b9b2a0')) + rect(0, road + 16, 1600, 8, palette.ink, 0.4);
  content += puddles(pen) + wires(pen);
  content += transformGroup(random.range(880, 1180), 790, 1.25, rickshaw(pen), random.chance(0.5));
  const start = random.range(120, 260);
  for (let index = 0; index < 5; index += 1) {
    content += walker(
      pen,
      start + index * random.range(120, 165),
      712 + (index % 3) * 52,
      1.02 + (index % 3) * 0.22,
    );
  }
  return content + rain(pen);
}

/** Width of the shapes that a house consists of; each house stretches them to its own width. */
const SHAPE_WIDTH = 280;

/** Windows with shutters above a balcony. The shutters take the colour of the `use`. @returns their id. */
function defineFloor(pen: Pen, columns: number, isLit: boolean): string {
  const { palette } = pen;
  return pen.define(`floor-${columns}-${isLit}`, () => {
    const columnWidth = (SHAPE_WIDTH - 36) / columns;
    let frames = '';
    let leaves = '';
    for (let column = 0; column < columns; column += 1) {
      const x = 18 + columnWidth * (column + 0.5) - 15;
      frames += `M${n(x)} 0v-52q15-16 30 0v52z`;
      leaves += `M${n(x - 12)} 0v-54h11v54zM${n(x + 31)} 0v-54h11v54z`;
    }
    const rail = line('M16 21H264', palette.ink, 18, 0.32).replace(
      '/>',
      ' stroke-linecap="butt" stroke-dasharray="2.4 9"/>',
    );
    return (
      fill(frames, isLit ? mix('#f7bf63', palette.ink, 0.1) : palette.ink, isLit ? 0.9 : 0.6) +
      bare(leaves) +
      rect(8, 6, 264, 7, palette.light, 0.45) +
      line('M14 30H266', palette.ink, 3, 0.6) +
      rail
    );
  });
}

function defineRoof(pen: Pen): string {
  return pen.define('roof', () => {
    let courses = '';
    for (let index = 0; index < 9; index += 1) courses += `M${n(24 + index * 29)}-56L${n(-8 + index * 37)} 6`;
    return bare('M-16 8L22-58H258L296 8Z') + line(courses, pen.palette.ink, 1.8, 0.28);
  });
}

/** A shop under its striped awning. @returns its id. */
function defineShop(pen: Pen): string {
  const { palette } = pen;
  return pen.define('shop', () => {
    let stripes = '';
    for (let index = 1; index < 9; index += 2) {
      stripes += `M${n(22 + (236 * index) / 9)}-112h26L${n(4 + (272 * (index + 1)) / 9)}-74h-30Z`;
    }
    return (
      rect(20, -92, 240, 92, palette.ink, 0.55) +
      rect(34, -72, 212, 48, '#f7bf63', 0.35) +
      bare('M22-112H258L276-74H4Z') +
      fill(stripes, palette.light, 0.6)
    );
  });
}

/** A house of two or three floors with a tiled roof, balconies and a shop below. */
function house(pen: Pen, x: number, ground: number, width: number, height: number, color: string): string {
  const { random, palette } = pen;
  const wall = pen.tone(color, 0.06);
  const top = ground - height;
  const stretch = [width / SHAPE_WIDTH, 1] as const;
  const front = pen.define(
    'front',
    () => bare('M0 0H280V100H0Z') + fill('M218 0H280V100H218Z', palette.ink, 0.12),
  );
  let content = use(front, x, top, [width / SHAPE_WIDTH, height / 100], wall);
  content += use(
    defineRoof(pen),
    x,
    top,
    stretch,
    pen.tone(random.pick(['#a14a36', '#8c4a3e', '#b0563c']), 0.06),
  );
  const floorId = defineFloor(pen, random.int(3, 4), random.chance(0.6));
  const shutter = pen.tone(random.pick(CLOTHS), 0.05);
  for (let y = top + 96; y < ground - 130; y += 110) content += use(floorId, x, y, stretch, shutter);
  return (
    content +
    use(defineShop(pen), x, ground, stretch, pen.tone(random.pick([MARIGOLD, VERMILION, '#2e7d74'])))
  );
}

function puddles(pen: Pen): string {
  const { random, palette } = pen;
  let pools = '';
  let rings = '';
  for (let index = 0; index < 7; index += 1) {
    const x = random.range(20, 1500);
    const y = random.range(720, 880);
    const w = random.range(70, 190);
    pools += `M${n(x)} ${n(y)}q${n(w * 0.4)} ${n(-w * 0.12)} ${n(w)} 0q${n(-w * 0.1)} ${n(w * 0.12)} ${n(-w * 0.6)} ${n(w * 0.1)}q${n(-w * 0.36)} ${n(w * 0.02)} ${n(-w * 0.4)} ${n(-w * 0.1)}Z`;
    rings += `M${n(x + w * 0.4)} ${n(y + 4)}a16 4 0 1 0 32 0a16 4 0 1 0-32 0`;
  }
  return fill(pools, mix(palette.sky[2], palette.haze, 0.3), 0.5) + line(rings, palette.light, 1.8, 0.6);
}

function wires(pen: Pen): string {
  const { palette, random } = pen;
  const x = random.range(560, 840);
  const poles = `M${n(x)} 690V150M${n(x - 40)} 180h80M${n(x - 28)} 220h56`;
  const drops = [180, 220, 186].map(
    (y, index) =>
      curve([
        [-20, 120 + index * 40],
        [x / 2, 210 + index * 30],
        [x, y],
      ]) +
      curve([
        [x, y],
        [(x + 1600) / 2, 250 + index * 26],
        [1620, 90 + index * 46],
      ]),
  );
  let crows = '';
  for (let index = 0; index < 4; index += 1)
    crows += `M${n(x - 34 + index * 20)} 178q4-16 14-13l8 3l-8 3q-2 8-14 7Z`;
  return (
    line(drops.join(''), palette.ink, 2, 0.5) +
    line(poles, palette.ink, 7, 0.75) +
    fill(crows, palette.ink, 0.9)
  );
}

/** A figure under an umbrella, with its reflection on the road. */
function walker(pen: Pen, x: number, y: number, scale: number): string {
  const { palette, random } = pen;
  const umbrella = pen.define(
    'umbrella',
    () =>
      el('path', { d: 'M-14 4Q-9 40 0 46Q9 40 14 4Z', opacity: 0.28 }) +
      line('M8-58V-104M8-140v-9', palette.ink, 2.4) +
      bare(
        'M-52-92Q-40-136 8-140Q56-136 66-92Q54-102 43-92Q32-102 20-92Q8-102-4-92Q-18-102-29-92Q-42-102-52-92Z',
      ) +
      line('M8-140Q-16-126-29-93M8-140Q30-126 43-93', palette.ink, 1.6, 0.4),
  );
  return person(pen, x, y, scale) + use(umbrella, x, y, scale, pen.tone(random.pick(CLOTHS)));
}

/** An auto-rickshaw, looking left, 190 long. */
function rickshaw(pen: Pen): string {
  const { palette } = pen;
  const green = pen.tone('#2f7d5b');
  const wheel = (x: number) =>
    el('circle', { cx: x, cy: -6, r: 17, fill: palette.ink }) +
    el('circle', { cx: x, cy: -6, r: 7, fill: palette.haze });
  return (
    fill('M-96 16H100Q80 60-70 58Z', green, 0.2) +
    fill('M-72-110Q-66-132-30-134H62Q92-130 94-96L98-60H-86Z', pen.tone(MARIGOLD)) +
    fill(
      'M-64-104Q-60-118-36-120H-26L-32-62H-78ZM-14-120H28V-62H-18ZM40-120H60Q80-118 82-98L84-62H40Z',
      palette.ink,
      0.66,
    ) +
    person(pen, -42, -34, 0.66) +
    fill('M-104-16Q-104-52-84-64H98Q106-40 102-14L84-8H-70Z', green) +
    fill('M-100-34H102V-26H-102Z', pen.tone(PAPER)) +
    el('circle', { cx: -94, cy: -42, r: 8, fill: '#ffe6a3' }) +
    fill('M-100-44L-210-20V14L-100-34Z', '#ffe6a3', 0.22) +
    wheel(-74) +
    wheel(66)
  );
}

function rain(pen: Pen): string {
  const { random, palette } = pen;
  let d = '';
  for (let index = 0; index < 56; index += 1)
    d += `M${n(random.range(0, 1660))} ${n(random.range(-20, 860))}l-9 38`;
  let splash = '';
  for (let index = 0; index < 14; index += 1)
    splash += `M${n(random.range(0, 1600))} ${n(random.range(670, 890))}q3-8 8-10m2 10q1-8-4-12`;
  return line(d, palette.light, 2, 0.4) + line(splash, palette.light, 1.8, 0.5);
}
