import {
  bare,
  curve,
  disc,
  fill,
  heightAt,
  line,
  n,
  type Pen,
  type Point,
  ridge,
  under,
  use,
} from './kit.js';
import { birds, positionSun, sky } from './sky.js';

/** A forest at the edge of a clearing: rows of sal trees in mist, a pool, deer. */
export function drawForest(pen: Pen): string {
  const { random } = pen;
  const horizon = 520;
  let content = sky(pen, { sun: positionSun(pen, horizon - 110, 500, 1150), horizon, clouds: 2 });
  content += birds(pen, random.range(300, 700), random.range(130, 200), 6);
  const rows = [
    { y: 500, color: '#7fa08c', distance: 0.5, scale: 0.8, gap: 74 },
    { y: 560, color: '#5a8368', distance: 0.3, scale: 1.1, gap: 92 },
    { y: 632, color: '#3f6a4c', distance: 0.12, scale: 1.5, gap: 150 },
  ];
  for (const { y, color, distance, scale, gap } of rows) {
    const points = ridge(random, { y, amplitude: 16, waves: 1.1, rough: 0.3 });
    for (let x = -40; x < 1660; x += gap * random.range(0.7, 1.3)) {
      content += tree(pen, x, heightAt(points, x) + 14, scale * random.range(0.85, 1.15), color, distance);
    }
    content += fill(under(points, curve(points)), pen.tone(color, distance));
    content += fill(under(points, curve(points)), pen.palette.haze, distance * 0.4);
  }
  const meadow = ridge(random, { y: 716, amplitude: 18, waves: 0.8, rough: 0.2 });
  content += fill(under(meadow, curve(meadow)), pen.tone('#9aa24e', 0.06)) + pool(pen);
  content += deer(pen, 520, 790, 1.2) + deer(pen, 640, 772, 1, true) + deer(pen, 1240, 760, 0.9);
  return (
    content +
    tree(pen, 60, 880, 3.1, '#274a35', 0) +
    tree(pen, 1530, 890, 2.8, '#274a35', 0) +
    grass(pen, meadow)
  );
}

/** A sal tree, 220 high: a straight trunk and a crown in three parts. */
function tree(pen: Pen, x: number, y: number, scale: number, color: string, distance: number): string {
  const id = pen.define(
    'tree',
    () =>
      fill('M-7 0Q-3-70-5-130H5Q3-70 8 0Z', pen.tone('#5a4332', 0.15)) +
      bare(
        'M-50-92Q-66-116-44-132Q-52-164-24-172Q-14-214 10-206Q36-206 34-172Q58-162 48-134Q66-114 48-94Q20-76 0-88Q-26-76-50-92Z',
      ),
  );
  return use(id, x, y, scale, pen.tone(color, distance), pen.random.chance(0.5));
}

function pool(pen: Pen): string {
  const water = pen.tone('#7fb0b4', 0.1);
  return (
    fill(
      'M760 800Q820 764 960 768Q1120 760 1160 798Q1180 838 1040 850Q860 864 780 840Q730 822 760 800Z',
      water,
    ) + line('M850 806h120M990 826h90M880 836h60', pen.palette.light, 4, 0.55)
  );
}

/** A spotted deer, 70 high at scale 1. */
function deer(pen: Pen, x: number, y: number, scale: number, mirror = false): string {
  const id = pen.define('deer', () => {
    const spots = [
      [-20, -40],
      [-8, -44],
      [4, -40],
      [-14, -34],
      [12, -42],
    ] as const;
    return (
      line('M-24-30L-26 0M-16-30L-15 0M14-30L13 0M22-32L24 0', pen.tone('#8a5a34'), 4) +
      bare('M-32-30Q-36-48-14-48H14Q24-52 32-70L44-74Q52-70 46-64L40-62Q36-40 26-30Q0-24-32-30Z') +
      line('M36-73Q30-88 34-98M38-74Q46-86 42-98', pen.tone('#6b4a35'), 2.4) +
      spots.map(([dx, dy]) => disc(dx, dy, 2, pen.palette.light, 0.8)).join('')
    );
  });
  return use(id, x, y, scale, pen.tone('#a8703f'), mirror);
}

function grass(pen: Pen, points: readonly Point[]): string {
  let d = '';
  for (let index = 0; index < 44; index += 1) {
    const x = pen.random.range(0, 1600);
    d += `M${n(x)} ${n(heightAt(points, x) + pen.random.range(20, 160))}q2-12 9-18m-9 18q-1-12-8-15`;
  }
  return line(d, pen.palette.ink, 2.2, 0.3);
}
