import { bare, curve, fill, heightAt, line, n, type Pen, type Point, under, use } from './kit.js';
import { INDIGO, MARIGOLD, person, VERMILION } from './motifs.js';
import { mix } from './palette.js';
import { birds, positionSun, sky } from './sky.js';

/** The Thar: dunes with one lit and one shaded side, a row of camels, a distant fort. */
export function drawDunes(pen: Pen): string {
  const { random, palette } = pen;
  const horizon = random.range(430, 480);
  const sun = positionSun(pen, horizon, 250, 1250);
  let content = sky(pen, { sun, horizon, clouds: 2 });
  content += citadel(pen, random.range(150, 1250), horizon + 4);
  const sand = ['#e9c894', '#e6b878', '#e0a862', '#d9954f', '#c9803f'];
  sand.forEach((color, index) => {
    const share = index / (sand.length - 1);
    const { picture, crest } = dune(pen, horizon + 18 + share ** 1.2 * 330, color, 0.52 - share * 0.5, share);
    content += picture;
    if (index === 2) content += caravan(pen, crest, random.range(260, 900), random.int(3, 5));
    if (index === 0) content += birds(pen, random.range(500, 1100), random.range(150, 260), 4);
  });
  const nearX = random.range(120, 420);
  return (
    content +
    grass(pen, nearX) +
    grass(pen, nearX + random.range(650, 950)) +
    person(pen, random.range(760, 1000), palette.lighting === 'noon' ? 846 : 852, 1.1)
  );
}

/** One dune: a crest across the sheet, with its right side in the shade. */
function dune(pen: Pen, y: number, color: string, distance: number, share: number) {
  const { random, palette } = pen;
  const lit = pen.tone(color, distance);
  const shade = mix(lit, pen.tone('#8f4f4a', distance), 0.46);
  const peak = random.range(300, 1300);
  const height = 50 + share * 90;
  const left = random.range(0.4, 0.9) * height;
  const crest: Point[] = [
    [-80, y + left * 0.7],
    [peak * 0.3, y + left * 0.25],
    [peak * 0.68, y - height * 0.36],
    [peak, y - height],
    [peak + (1600 - peak) * 0.3, y - height * 0.24],
    [peak + (1600 - peak) * 0.66, y + height * 0.3],
    [1680, y + random.range(-0.3, 0.25) * height],
  ];
  const d = curve(crest);
  const top = heightAt(crest, peak) + height * 0.17;
  let content = fill(under(crest, d), lit);
  const slip = `M${n(peak)} ${n(top)}C${n(peak - 30)} ${n(top + height * 0.6)} ${n(peak + 190)} ${n(top + height * 0.8)} ${n(peak + 90)} ${n(top + height * 1.9)}C${n(peak + 40)} ${n(top + height * 2.6)} ${n(peak - 160)} ${n(top + height * 3)} ${n(peak - 240)} 900H1680V${n(y + height * 0.34)}Q${n(peak + (1600 - peak) * 0.55)} ${n(y + height * 0.4)} ${n(peak + (1600 - peak) * 0.3)} ${n(top + height * 0.58)}Q${n(peak + 60)} ${n(top + height * 0.1)} ${n(peak)} ${n(top)}Z`;
  content += fill(slip, shade, 0.75);
  let ripples = '';
  for (let index = 0; index < 7; index += 1) {
    const rx = random.range(0, Math.max(120, peak - 300));
    const ry = y + height * 0.5 + index * (12 + share * 12);
    ripples += `M${n(rx)} ${n(ry)}q${n(50 + share * 40)} ${n(-10 - share * 8)} ${n(110 + share * 60)} 0t${n(100 + share * 70)} -4`;
  }
  return { picture: content + line(ripples, palette.ink, 1.5 + share, 0.16), crest };
}

/** Camels on a rope, along a ridge. */
function caravan(pen: Pen, points: readonly Point[], x: number, count: number): string {
  const { random, palette } = pen;
  let content = '';
  for (let index = 0; index < count; index += 1) {
    const px = x + index * 120;
    const py = heightAt(points, px) + 18;
    content += camel(pen, px, py, 0.92);
    if (index < count - 1)
      content += line(
        `M${n(px + 40)} ${n(py - 70)}Q${n(px + 60)} ${n(py - 40)} ${n(px + 84)} ${n(py - 52)}`,
        palette.ink,
        1.6,
        0.7,
      );
  }
  return (
    content +
    person(pen, x + count * 120 - 44, heightAt(points, x + count * 120 - 44) + 18, random.range(0.7, 0.78))
  );
}

/** A camel with a saddle cloth, 100 high, looking right. */
function camel(pen: Pen, x: number, y: number, scale: number): string {
  const { palette, random } = pen;
  const coat = mix(pen.tone('#9a6636', 0.05), palette.ink, 0.18);
  const id = pen.define(
    'camel',
    () =>
      line('M-30-46L-34 0M-20-46L-17 0M22-46L18 0M32-46L36 0', coat, 6) +
      fill(
        'M-42-44Q-46-66-26-70Q-12-72-4-90Q6-96 14-72Q30-70 38-64Q48-58 52-74Q54-92 62-98L84-94Q86-86 70-86Q68-56 44-46Q10-36-42-44Z',
        coat,
      ) +
      bare('M-16-72Q-8-80-3-91Q6-97 13-74Q22-70 20-46Q0-40-18-46Z') +
      line('M-17-54Q0-48 20-54', palette.light, 2.4, 0.8),
  );
  return use(id, x, y, scale, pen.tone(random.pick([VERMILION, MARIGOLD, INDIGO])));
}

/** A distant fort on a rock. */
function citadel(pen: Pen, x: number, y: number): string {
  const color = pen.tone('#c98f52', 0.45);
  let d = `M${n(x - 190)} ${n(y + 16)}L${n(x - 140)} ${n(y - 40)}`;
  for (let index = 0; index < 7; index += 1)
    d += `v${index % 2 === 0 ? -22 : -10}q17-12 34 0v${index % 2 === 0 ? 22 : 10}h6`;
  d += `L${n(x + 200)} ${n(y + 16)}Z`;
  return (
    fill(d, color) +
    fill(`M${n(x - 60)} ${n(y - 60)}v-34h26v-14h20v14h40v-22h24v56Z`, mix(color, pen.palette.ink, 0.12))
  );
}

function grass(pen: Pen, x: number): string {
  let d = '';
  for (let index = 0; index < 11; index += 1) {
    const lean = pen.random.range(-46, 46);
    d += `M${n(x + index * 4)} 905q${n(lean * 0.2)} -50 ${n(lean)} ${n(-70 - pen.random.range(0, 50))}`;
  }
  return line(d, pen.tone('#7d7a3c'), 3.2);
}
