import { bare, disc, el, fill, line, n, type Pen, use } from './kit.js';

/** Colours used in every picture. */
export const MARIGOLD = '#eb9a1f';
export const INDIGO = '#34408c';
export const VERMILION = '#c9472c';
export const PAPER = '#fbf3e0';
export const CLOTHS = [MARIGOLD, VERMILION, INDIGO, '#b3386b', PAPER, '#2e7d74'] as const;

/** A palm about 250 high with its foot at 0,0. It takes the colour of the `use`. */
export function palmShape(id: string): string {
  const fronds = [-168, -140, -112, -80, -52, -22, 8, 172, 200]
    .map((angle, index) => {
      const radians = (angle * Math.PI) / 180;
      const length = 96 - (index % 3) * 9;
      const tipX = 26 + Math.cos(radians) * length;
      const tipY = -240 + Math.sin(radians) * length * 0.62 + 42;
      const midX = 26 + Math.cos(radians) * length * 0.52;
      const midY = -240 + Math.sin(radians) * length * 0.86 - 6;
      return `M26-240Q${n(midX)} ${n(midY - 9)} ${n(tipX)} ${n(tipY)}Q${n(midX + 3)} ${n(midY + 15)} 26-240Z`;
    })
    .join('');
  return el('path', { id, d: `M-8 0Q-2-130 22-240L30-239Q12-130 8 0Z${fronds}` });
}

/** A conifer 100 high with its foot at 0,0. */
export function pineShape(id: string): string {
  return el('path', { id, d: 'M-3 0V-14H-24L-8-40H-18L-5-66H-12L0-100L12-66H5L18-40H8L24-14H3V0Z' });
}

interface BoatOptions {
  hull: string;
  /** Draws a standing rower. */
  hasRower?: boolean;
  /** Draws a low awning. */
  hasAwning?: boolean;
}

/** A country boat, 150 long, with its shadow on the water. The origin is the middle of its waterline. */
export function boat(pen: Pen, { hull, hasRower = true, hasAwning = false }: BoatOptions): string {
  const { palette, random } = pen;
  let content = fill('M-70 8H74L40 20H-34Z', palette.ink, 0.25);
  if (hasAwning) {
    content += fill('M-34-4V-30Q0-46 34-30V-4Z', pen.tone(random.pick([MARIGOLD, PAPER, VERMILION])));
    content += line('M-34-30V-2M34-30V-2M-12-36V-4M12-36V-4', palette.ink, 1.6, 0.5);
  }
  if (hasRower) content += person(pen, 48, -4, 0.52) + line('M60-40L96 26', palette.ink, 3);
  content += fill('M-84-16Q-46-2 0-2Q50-2 86-20Q70 14 36 14H-34Q-66 12-84-16Z', pen.tone(hull));
  return content + line('M-80-12Q-44 4 0 4Q48 4 82-15', palette.light, 2, 0.55);
}

/** A standing figure, 90 high at scale 1, with its foot at x,y: a long garment and a head, sometimes a turban. */
export function person(pen: Pen, x: number, y: number, scale: number): string {
  const { palette, random } = pen;
  const hasTurban = random.chance(0.4);
  const id = pen.define(hasTurban ? 'turban' : 'person', () => {
    const turban = pen.tone(random.pick([MARIGOLD, VERMILION, PAPER]));
    return (
      bare('M-14 0Q-13-40-12-62Q0-76 12-62Q13-40 15 0Z') +
      line('M-9-60Q8-34 6-2', palette.light, 2.4, 0.5) +
      disc(0, -78, 9.5, pen.tone('#7a4a2e')) +
      (hasTurban
        ? fill('M-12-79Q0-101 12-79Q0-87-12-79Z', turban)
        : fill('M-10-80Q-6-92 6-88Q12-84 9-76Q4-86-10-80Z', palette.ink))
    );
  });
  return use(id, x, y, scale, pen.tone(random.pick(CLOTHS)), random.chance(0.5));
}

/** A temple tower, curved and ribbed, with a pot and a flag on top. The middle of its foot is at x,y. */
export function shikhara(
  pen: Pen,
  x: number,
  y: number,
  width: number,
  height: number,
  color: string,
): string {
  const id = pen.define('tower', () => {
    const { ink } = pen.palette;
    const ribs = [-28, 0, 28].map((foot) => `M${foot} 0C${foot}-100 ${foot * 0.5}-164 ${foot * 0.14}-200`);
    return (
      bare('M-50 0C-50-100-25-164-7-200H7C25-164 50-100 50 0Z') +
      fill('M10 0C10-100 5-160 0-200H7C25-164 50-100 50 0Z', ink, 0.16) +
      line(ribs.join(''), ink, 1.4, 0.35) +
      bare('M-15-200a15 7 0 1 0 30 0a15 7 0 1 0-30 0') +
      line('M0-204v-36', ink, 2.4) +
      fill('M0-240l32 8l-32 9Z', pen.tone(VERMILION))
    );
  });
  return use(id, x, y, [width / 100, height / 200], color);
}

/** A small domed pavilion. The middle of its foot is at x,y. */
export function chhatri(pen: Pen, x: number, y: number, width: number, color: string): string {
  const id = pen.define(
    'chhatri',
    () =>
      bare('M-36 0v-50h8v50zM-4 0v-50h8v50zM28 0v-50h8v50zM-50-50Q-40-94 0-104Q40-94 50-50Z') +
      line('M0-104v-22', pen.palette.ink, 4),
  );
  return use(id, x, y, width / 100, color);
}

/** The big leaf umbrella of the river bank, tilted against the sun. */
export function parasol(pen: Pen, x: number, y: number, scale: number, color: string): string {
  const id = pen.define(
    'parasol',
    () =>
      line('M0 0L12-74', pen.palette.ink, 3) +
      bare('M-48-54Q4-122 70-76Q10-78-48-54Z') +
      line('M10-98L-14-68M10-98L34-78', pen.palette.ink, 1.4, 0.4),
  );
  return use(id, x, y, scale, pen.tone(color));
}

/** Lit lamps, at dusk and at night only. */
export function lamps(pen: Pen, points: readonly (readonly [number, number])[], radius = 5): string {
  if (pen.palette.lighting !== 'night' && pen.palette.lighting !== 'dusk') return '';
  return points
    .map(([x, y]) => disc(x, y, radius * 3.4, '#f7b955', 0.22) + disc(x, y, radius, '#ffdf94'))
    .join('');
}
