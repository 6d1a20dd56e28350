import {
  curve,
  el,
  fill,
  heightAt,
  line,
  n,
  type Pen,
  type Point,
  polygon,
  ridge,
  under,
  use,
} from './kit.js';
import { INDIGO, lamps, MARIGOLD, PAPER, person, pineShape, VERMILION } from './motifs.js';
import { mix } from './palette.js';
import { birds, positionSun, sky } from './sky.js';

/** Hills seen from a meadow: the snow of the Himalaya, forest ridges in mist, a house, a string of prayer flags. */
export function drawHills(pen: Pen): string {
  const { random, id } = pen;
  const horizon = 520;
  const sun = positionSun(pen, horizon - 130, 250, 1350);
  let content = sky(pen, { sun, horizon, clouds: 2 }) + el('defs', {}, pineShape(`${id}-pine`));
  // Monsoon clouds hide the snow, so that the scene also fits the hills of the north-east.
  const isClear = pen.palette.lighting !== 'rain';
  if (isClear) content += peaks(pen, random.range(395, 430), 0.5, 5) + peaks(pen, 480, 0.2, 4);
  else content += mists(pen);
  const colors = ['#6f86a3', '#4f7480', '#3f6858', '#2f5445'];
  colors.forEach((color, index) => {
    const share = index / (colors.length - 1);
    const points = ridge(random, {
      y: 505 + share * 190,
      amplitude: 44 - share * 6,
      waves: random.range(0.8, 1.7),
      rough: 0.45,
    });
    content += fill(under(points, curve(points)), pen.tone(color, 0.6 - share * 0.52));
    if (index === 1) content += birds(pen, random.range(300, 900), random.range(250, 350), 5);
    if (index >= 1)
      content += forest(
        pen,
        points,
        0.34 + share * 0.5,
        mix(pen.tone(color, 0.56 - share * 0.52), pen.palette.ink, 0.2),
        12 - index * 2,
      );
    if (index === 2) content += house(pen, points, random.range(420, 1150));
  });
  const meadow = ridge(random, { y: 815, amplitude: 26, waves: 0.7, rough: 0.2 });
  content += fill(under(meadow, curve(meadow)), pen.tone('#8a9a4f', 0.02));
  content += tufts(pen, meadow);
  content += person(pen, random.range(500, 1100), 842, 1.05);
  return isClear ? content + flags(pen) : content;
}

/** Wooded ridges one behind the other, with mist between them. */
function mists(pen: Pen): string {
  return [0, 1, 2]
    .map((row) => {
      const points = ridge(pen.random, {
        y: 330 + row * 62,
        amplitude: 58 - row * 8,
        waves: 1.1 + row * 0.3,
        rough: 0.5,
      });
      const veil = points.map(([x, y]): Point => [x, y + 46]);
      return (
        fill(under(points, curve(points)), pen.tone('#567d72', 0.78 - row * 0.14)) +
        fill(under(veil, curve(veil)), pen.palette.haze, 0.4)
      );
    })
    .join('');
}

/** Jagged snow peaks, lit from one side. */
function peaks(pen: Pen, y: number, distance: number, count: number): string {
  const { random, palette } = pen;
  const rock = pen.tone('#5b6c98', distance);
  const snow = mix(mix('#ffffff', palette.sky[2], 0.35), palette.ink, palette.dark * 0.5);
  const shade = mix(pen.tone('#8f9cc4', distance), snow, 0.25);
  let content = '';
  for (let index = 0; index < count; index += 1) {
    const x = ((index + random.range(0.15, 0.85)) / count) * 1700 - 50;
    const height = random.range(150, 300) * (1.05 - distance * 0.45);
    const half = height * random.range(1.05, 1.4);
    const top = y - height + 60;
    const left: Point[] = [
      [x - half, y + 120],
      [x - half * 0.55, y - height * 0.22 + 60],
      [x - half * 0.4, y - height * 0.3 + 60],
      [x - half * 0.15, top + height * 0.2],
    ];
    const right: Point[] = [
      [x + half * 0.18, top + height * 0.26],
      [x + half * 0.34, top + height * 0.4],
      [x + half * 0.62, y - height * 0.2 + 60],
      [x + half, y + 120],
    ];
    content += fill(polygon([...left, [x, top], ...right]), rock);
    const rightFoot: Point[] = [
      [x + half * 0.42, top + height * 0.56],
      [x + half * 0.26, top + height * 0.5],
      [x + half * 0.12, top + height * 0.7],
      [x - half * 0.02, top + height * 0.46],
    ];
    const leftFoot: Point[] = [
      [x - half * 0.14, top + height * 0.64],
      [x - half * 0.26, top + height * 0.46],
      [x - half * 0.42, top + height * 0.62],
    ];
    content += fill(
      polygon([[x, top], ...right.slice(0, 2), ...rightFoot, ...leftFoot, ...left.slice(2)]),
      snow,
    );
    content += fill(
      polygon([
        [x, top],
        [x + half * 0.05, top + height * 0.24],
        [x - half * 0.03, top + height * 0.4],
        ...rightFoot.toReversed().slice(0, 4),
        ...right.slice(0, 2).toReversed(),
      ]),
      shade,
    );
  }
  return content;
}

function forest(pen: Pen, points: readonly Point[], scale: number, color: string, count: number): string {
  const { random, id } = pen;
  let content = '';
  for (let group = 0; group < 3; group += 1) {
    const start = random.range(-60, 1400);
    for (let index = 0; index < count / 2; index += 1) {
      const x = start + index * 34 * scale + random.range(0, 18);
      content += use(`${id}-pine`, x, heightAt(points, x) + 12, scale * random.range(0.8, 1.35), color);
    }
  }
  return content;
}

/** A house of stone and wood with a slate roof. */
function house(pen: Pen, points: readonly Point[], x: number): string {
  const { palette } = pen;
  const y = heightAt(points, x) + 22;
  const at = (...list: Point[]): string => polygon(list.map(([dx, dy]) => [x + dx, y + dy]));
  return (
    fill(at([-52, 4], [-52, -44], [52, -44], [52, 10]), pen.tone(PAPER, 0.1)) +
    fill(at([12, 8], [12, -44], [52, -44], [52, 10]), palette.ink, 0.18) +
    fill(at([-66, -40], [-36, -82], [40, -82], [66, -40]), pen.tone('#5b5568', 0.1)) +
    fill(at([-40, 0], [-40, -26], [-26, -26], [-26, 0]), pen.tone(VERMILION)) +
    fill(
      at([-14, -12], [-14, -32], [0, -32], [0, -12]) + at([22, -12], [22, -32], [38, -32], [38, -12]),
      palette.ink,
      0.7,
    ) +
    line(`M${n(x - 64)} ${n(y - 40)}H${n(x + 64)}`, palette.light, 3, 0.6) +
    lamps(
      pen,
      [
        [x - 7, y - 22],
        [x + 30, y - 22],
      ],
      5,
    )
  );
}

/** A string of prayer flags across the near corner. */
function flags(pen: Pen): string {
  const { palette, random } = pen;
  const colors = [INDIGO, PAPER, VERMILION, '#3f7d57', MARIGOLD];
  const fromY = random.range(560, 610);
  const sag = random.range(90, 130);
  const at = (share: number): Point => [
    -20 + share * 760,
    fromY + 4 * sag * share * (1 - share) + share * 120,
  ];
  let content =
    line('M724 900V640', pen.tone('#6b4a35'), 9) +
    line(curve([0, 0.25, 0.5, 0.75, 1].map(at)), palette.ink, 2.4);
  for (let index = 0; index < 13; index += 1) {
    const [x, y] = at((index + 0.6) / 13.4);
    content += fill(
      `M${n(x - 20)} ${n(y - 2)}l40 4q-6 20 3 40q-22-8-42-2q6-22-1-42Z`,
      pen.tone(colors[index % 5] ?? PAPER),
    );
  }
  return content;
}

function tufts(pen: Pen, points: readonly Point[]): string {
  let d = '';
  for (let index = 0; index < 40; index += 1) {
    const x = pen.random.range(0, 1600);
    d += `M${n(x)} ${n(heightAt(points, x) + pen.random.range(14, 70))}q2-9 7-13m-7 13q-1-8-6-10`;
  }
  return line(d, pen.palette.ink, 2, 0.32);
}
