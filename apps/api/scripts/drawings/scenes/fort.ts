import { curve, fill, heightAt, line, n, type Pen, type Point, polygon, ridge, under } from './kit.js';
import { chhatri, lamps, MARIGOLD, PAPER, person, VERMILION } from './motifs.js';
import { mix } from './palette.js';
import { birds, positionSun, sky } from './sky.js';

/** A fort of the Deccan: walls with round bastions along a table mountain, a gate, fields below. */
export function drawFort(pen: Pen): string {
  const { random } = pen;
  const horizon = 540;
  const sun = positionSun(pen, horizon - 40, 140, 520);
  let content = sky(pen, { sun, horizon, clouds: 3 });
  for (const [y, color, distance] of [
    [480, '#8291a8', 0.55],
    [530, '#7f8f76', 0.4],
  ] as const) {
    const points = mesas(pen, y);
    content += fill(under(points, polygon(points).replace('Z', '')), pen.tone(color, distance));
  }
  content += birds(pen, random.range(200, 560), random.range(180, 300), 6);
  content += mountain(pen);
  const fields = [
    ['#b7a252', 690],
    ['#93964a', 752],
    ['#7a8a45', 815],
  ] as const;
  fields.forEach(([color, y], index) => {
    const points = ridge(random, { y, amplitude: 20, waves: 0.8, rough: 0.2 });
    content += fill(under(points, curve(points)), pen.tone(color, 0.12 - index * 0.05));
    content += index < 2 ? trees(pen, points, 7 - index) : furrows(pen, points);
  });
  const walkers = random.int(2, 3);
  const start = random.range(240, 980);
  for (let index = 0; index < walkers; index += 1)
    content += person(pen, start + index * 62, 858 + index * 5, 0.95);
  return content;
}

/** Distant table mountains: flat tops, steep sides. */
function mesas(pen: Pen, y: number): Point[] {
  const { random } = pen;
  const points: Point[] = [[-40, y]];
  let x = -40;
  while (x < 1640) {
    const rise = random.range(40, 130);
    const top = random.range(110, 280);
    points.push(
      [x + 34, y - rise * 0.4],
      [x + 52, y - rise],
      [x + 52 + top, y - rise + random.range(-6, 6)],
      [x + 78 + top, y - rise * 0.35],
    );
    x += top + random.range(130, 230);
    points.push([x, y]);
  }
  return points;
}

function mountain(pen: Pen): string {
  const { random, palette } = pen;
  const left = random.range(330, 450);
  const top = random.range(330, 370);
  const rock = pen.tone('#9c6a4c', 0.1);
  const rim: Point[] = [
    [left + 170, top + 8],
    [left + 420, top - 22],
    [left + 700, top + 4],
    [left + 960, top - 26],
    [1680, top - 8],
  ];
  const slope: Point[] = [[left - 240, 720], [left - 60, 640], [left + 60, 520], [left + 130, 440], ...rim];
  let content = fill(under(slope, polygon(slope).replace('Z', '')), rock);
  const shade: Point[] = [
    [left + 170, top + 8],
    [left + 190, 440],
    [left + 260, 470],
    [left + 240, 560],
    [left + 400, 640],
    [left + 420, 720],
    [left - 240, 720],
    [left - 60, 640],
    [left + 60, 520],
    [left + 130, 440],
  ];
  content += fill(polygon(shade), palette.ink, 0.13);
  const strata = [70, 112, 176, 238].map((drop, index) =>
    curve([
      [left + 150 - index * 48, top + drop + 10],
      [left + 460, top + drop - 12],
      [left + 780, top + drop + 14],
      [1660, top + drop - 8],
    ]),
  );
  content += line(strata.join(''), palette.ink, 2.2, 0.28);
  let gullies = '';
  for (let x = left + 230; x < 1600; x += random.range(70, 130))
    gullies += `M${n(x)} ${n(top + 60)}q${n(random.range(-16, 8))} 50 ${n(random.range(-30, 16))} ${n(random.range(100, 190))}`;
  content += line(gullies, palette.ink, 3, 0.16);
  const bush = pen.tone('#6f7d43', 0.12);
  let scrub = '';
  for (let index = 0; index < 26; index += 1) {
    const x = random.range(left - 80, 1580);
    const y = random.range(610, 700);
    scrub += `M${n(x - 16)} ${n(y)}q2-20 16-18q16-4 18 18Z`;
  }
  content += palace(pen, left, rim) + walls(pen, rim) + fill(scrub, bush);
  return content + gate(pen, left + random.range(320, 420));
}

/** The wall along the rim, with battlements and bastions. */
function walls(pen: Pen, rim: readonly Point[]): string {
  const { palette } = pen;
  const stone = pen.tone('#c08a5e', 0.06);
  const first = rim[0]?.[0] ?? 0;
  let d = '';
  const merlons: string[] = [];
  let bastions = '';
  let shades = '';
  const crest: Point[] = rim.map(([x, y]) => [x, y - 46]);
  const foot: Point[] = rim.map(([x, y]) => [x, y + 26]);
  d = `${polygon([...crest, ...foot.toReversed()])}`;
  for (let x = first + 8; x < 1620; x += 26) merlons.push(`M${n(x)} ${n(heightAt(rim, x) - 42)}v-14h14v14z`);
  for (let x = first + 6; x < 1640; x += 236) {
    const y = heightAt(rim, x);
    bastions += `M${n(x - 46)} ${n(y + 44)}L${n(x - 38)} ${n(y - 66)}h-6v-16h14v8h14v-8h14v8h14v-8h14v8h14v-8h12v16h-6L${n(x + 50)} ${n(y + 44)}Z`;
    shades += `M${n(x + 12)} ${n(y + 44)}L${n(x + 10)} ${n(y - 66)}h30L${n(x + 50)} ${n(y + 44)}Z`;
  }
  const slits = slitsOf(rim, first);
  return (
    fill(merlons.join(''), stone) +
    fill(d, stone) +
    line(curve(crest.map(([x, y]): Point => [x, y + 12])), palette.light, 2.4, 0.4) +
    fill(slits, palette.ink, 0.5) +
    fill(bastions, mix(stone, palette.light, 0.08)) +
    fill(shades, palette.ink, 0.2)
  );
}

/** Narrow openings along the wall. */
function slitsOf(rim: readonly Point[], first: number): string {
  let d = '';
  for (let x = first + 74; x < 1600; x += 52) d += `M${n(x)} ${n(heightAt(rim, x) - 4)}v-16h6v16z`;
  return d;
}

/** The palace behind the wall, with its flag. */
function palace(pen: Pen, left: number, rim: readonly Point[]): string {
  const { palette, random } = pen;
  const wall = pen.tone('#dbb184', 0.14);
  const x = left + random.range(520, 640);
  const y = heightAt(rim, x) - 30;
  const blocks: readonly (readonly [number, number, number])[] = [
    [-150, 130, 92],
    [-30, 150, 140],
    [112, 110, 104],
    [214, 120, 70],
  ];
  let content = '';
  for (const [dx, width, height] of blocks) {
    content +=
      fill(`M${n(x + dx)} ${n(y)}v${-height}h${width}v${height}Z`, wall) +
      fill(
        `M${n(x + dx + width * 0.66)} ${n(y)}v${-height}h${n(width * 0.34)}v${height}Z`,
        palette.ink,
        0.14,
      );
    content += fill(
      `M${n(x + dx + 16)} ${n(y - height + 50)}v-18q9-12 18 0v18zm34 0v-18q9-12 18 0v18zm34 0v-18q9-12 18 0v18z`,
      palette.ink,
      0.55,
    );
    content += line(`M${n(x + dx - 5)} ${n(y - height)}h${width + 10}`, mix(wall, palette.light, 0.5), 6);
  }
  content += chhatri(pen, x - 90, y - 92, 46, wall) + chhatri(pen, x + 165, y - 104, 50, wall);
  content += fill(`M${n(x - 4)} ${n(y - 140)}q0-62 49-70q49 8 49 70Z`, pen.tone(PAPER, 0.12));
  content += lamps(
    pen,
    [
      [x - 125, y - 50],
      [x + 25, y - 98],
      [x + 170, y - 60],
    ],
    5,
  );
  return (
    content +
    line(`M${n(x + 45)} ${n(y - 208)}v-70`, palette.ink, 4) +
    fill(`M${n(x + 45)} ${n(y - 278)}q34-12 74 8l-26 12l24 18q-38-10-72 0Z`, pen.tone(MARIGOLD))
  );
}

/** The gate at the foot of the hill and the path that climbs to it. */
function gate(pen: Pen, x: number): string {
  const { palette } = pen;
  const stone = pen.tone('#cf9a69', 0.04);
  return (
    line(
      curve([
        [x - 190, 790],
        [x + 90, 720],
        [x - 60, 660],
        [x + 60, 600],
      ]),
      pen.tone('#e3c694', 0.05),
      17,
    ) +
    fill(`M${n(x - 20)} 624V520h-6v-18h14v9h14v-9h14v9h16v-9h14v9h16v-9h14v9h14v-9h14v18h-6V624Z`, stone) +
    fill(`M${n(x + 30)} 624v-46q24-40 48 0v46Z`, palette.ink, 0.75) +
    fill(`M${n(x + 76)} 624V520h38V624Z`, palette.ink, 0.14) +
    line(`M${n(x - 16)} 540h124`, palette.light, 2.4, 0.5) +
    lamps(
      pen,
      [
        [x + 22, 584],
        [x + 88, 584],
      ],
      5,
    ) +
    fill(`M${n(x + 50)} 502v-44l30 9l-30 11Z`, pen.tone(VERMILION))
  );
}

function trees(pen: Pen, points: readonly Point[], count: number): string {
  const { random } = pen;
  let leaves = '';
  let trunks = '';
  for (let index = 0; index < count; index += 1) {
    const x = random.range(0, 1600);
    const y = heightAt(points, x) + 14;
    const r = random.range(20, 34);
    trunks += `M${n(x)} ${n(y)}v${n(-r * 1.2)}`;
    leaves += `M${n(x - r * 1.5)} ${n(y - r)}q${n(-r * 0.3)} ${n(-r)} ${n(r * 0.8)} ${n(-r * 0.9)}q${n(r * 0.8)} ${n(-r * 0.9)} ${n(r * 1.5)} ${n(0)}q${n(r)} ${n(r * 0.1)} ${n(r * 0.6)} ${n(r)}Z`;
  }
  return line(trunks, pen.palette.ink, 5, 0.7) + fill(leaves, pen.tone('#4f6b3c', 0.06));
}

function furrows(pen: Pen, points: readonly Point[]): string {
  let d = '';
  for (let index = 0; index < 26; index += 1) {
    const x = index * 66;
    const y = heightAt(points, x) + 10;
    d += `M${n(x)} ${n(y)}L${n(800 + (x - 800) * 1.5)} 900`;
  }
  return line(d, pen.palette.ink, 2, 0.16);
}
