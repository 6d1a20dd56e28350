import { disc, el, f, fill, line, n, type Pen } from './kit.js';

/** Colours that come back in every picture. */
export const MARIGOLD = '#eb9a1f';
export const INDIGO = '#34408c';
export const VERMILION = '#c9472c';
export const PAPER = '#fbf3e0';
export const CLOTHS = [MARIGOLD, VERMILION, INDIGO, '#b3386b', PAPER, '#2e7d74'] as const;

/** A palm around its foot at 0,0; about 250 high. Colour comes from `use`. */
export function palmShape(id: string): string {
  const fronds = [-168, -140, -112, -80, -52, -22, 8, 172, 200]
    .map((angle, index) => {
      const turn = (angle * Math.PI) / 180;
      const length = 96 - (index % 3) * 9;
      const tipX = 26 + Math.cos(turn) * length;
      const tipY = -240 + Math.sin(turn) * length * 0.62 + 42;
      const midX = 26 + Math.cos(turn) * length * 0.52;
      const midY = -240 + Math.sin(turn) * length * 0.86 - 6;
      return `M26-240Q${n(midX)} ${n(midY - 9)} ${n(tipX)} ${n(tipY)}Q${n(midX + 3)} ${n(midY + 15)} 26-240Z`;
    })
    .join('');
  return el('path', { id, d: `M-8 0Q-2-130 22-240L30-239Q12-130 8 0Z${fronds}` });
}

/** A conifer around its foot, 100 high. */
export function pineShape(id: string): string {
  return el('path', { id, d: 'M-3 0V-14H-24L-8-40H-18L-5-66H-12L0-100L12-66H5L18-40H8L24-14H3V0Z' });
}

interface BoatOptions {
  hull: string;
  /** Draws a rower who stands. */
  hasRower?: boolean;
  /** Draws a low awning. */
  hasAwning?: boolean;
}

/** A country boat around the middle of its waterline, 150 long, with its shadow on the water. */
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

/** Somebody standing, 90 high at scale 1, foot at x,y: a long cloth and a head, sometimes a turban or a bundle. */
export function person(pen: Pen, x: number, y: number, scale: number): string {
  const { palette, random } = pen;
  const cloth = pen.tone(random.pick(CLOTHS));
  const skin = pen.tone('#7a4a2e');
  const s = scale;
  const lean = random.range(-4, 4) * s;
  const at = (dx: number, dy: number) => `${f(x + dx * s)} ${f(y + dy * s)}`;
  let content = fill(`M${at(-14, 0)}Q${at(-13, -40)} ${at(-12, -62)}Q${at(0, -76)} ${at(12, -62)}Q${at(13, -40)} ${at(15, 0)}Z`, cloth);
  content += line(`M${at(-9, -60)}Q${at(8, -34)} ${at(6, -2)}`, palette.light, 2.4 * s, 0.5);
  content += el('circle', { cx: f(x + lean), cy: f(y - 78 * s), r: f(9.5 * s), fill: skin });
  if (random.chance(0.4)) {
    content += fill(`M${at(-11 + lean, -80)}Q${at(lean, -100)} ${at(11 + lean, -80)}Q${at(lean, -87)} ${at(-11 + lean, -80)}Z`, pen.tone(random.pick(CLOTHS)));
  }
  return content;
}

/** A temple tower around the middle of its foot: curved, ribbed, with its pot and flag. */
export function shikhara(pen: Pen, x: number, y: number, width: number, height: number, color: string): string {
  const { palette } = pen;
  const w = width / 2;
  const h = height;
  const side = (share: number) => `M${n(x + w * share)} ${n(y)}C${n(x + w * share)} ${n(y - h * 0.5)} ${n(x + w * 0.5 * share)} ${n(y - h * 0.82)} ${n(x + w * 0.14 * share)} ${n(y - h)}`;
  const body = `M${n(x - w)} ${n(y)}C${n(x - w)} ${n(y - h * 0.5)} ${n(x - w * 0.5)} ${n(y - h * 0.82)} ${n(x - w * 0.14)} ${n(y - h)}H${n(x + w * 0.14)}C${n(x + w * 0.5)} ${n(y - h * 0.82)} ${n(x + w)} ${n(y - h * 0.5)} ${n(x + w)} ${n(y)}Z`;
  const shade = `M${n(x + w * 0.2)} ${n(y)}C${n(x + w * 0.2)} ${n(y - h * 0.5)} ${n(x + w * 0.1)} ${n(y - h * 0.8)} ${n(x)} ${n(y - h)}H${n(x + w * 0.14)}C${n(x + w * 0.5)} ${n(y - h * 0.82)} ${n(x + w)} ${n(y - h * 0.5)} ${n(x + w)} ${n(y)}Z`;
  const pole = h * 0.2;
  return (
    fill(body, color) +
    fill(shade, palette.ink, 0.16) +
    line([-0.55, 0, 0.55].map(side).join(''), palette.ink, 1.6, 0.35) +
    el('ellipse', { cx: n(x), cy: n(y - h), rx: n(w * 0.3), ry: n(w * 0.13), fill: color }) +
    line(`M${n(x)} ${n(y - h)}v${n(-pole)}`, palette.ink, 2.4) +
    fill(`M${n(x)} ${n(y - h - pole)}l${n(w * 0.62)} ${n(w * 0.14)}l${n(-w * 0.62)} ${n(w * 0.2)}Z`, pen.tone(VERMILION))
  );
}

/** Pointed windows in a row, one path. */
export function windows(x: number, y: number, count: number, gap: number, width: number, height: number): string {
  let d = '';
  for (let index = 0; index < count; index += 1) {
    d += `M${n(x + index * gap)} ${n(y)}v${n(-height)}q${f(width / 2)} ${f(-width * 0.8)} ${n(width)} 0v${n(height)}z`;
  }
  return d;
}

/** A small domed pavilion around the middle of its foot. */
export function chhatri(pen: Pen, x: number, y: number, width: number, color: string): string {
  const w = width / 2;
  return (
    line(`M${n(x - w * 0.7)} ${n(y)}v${n(-w)}M${n(x)} ${n(y)}v${n(-w)}M${n(x + w * 0.7)} ${n(y)}v${n(-w)}`, color, Math.max(2, w * 0.16)) +
    fill(`M${n(x - w)} ${n(y - w)}Q${n(x - w * 0.8)} ${n(y - w * 1.9)} ${n(x)} ${n(y - w * 2.1)}Q${n(x + w * 0.8)} ${n(y - w * 1.9)} ${n(x + w)} ${n(y - w)}Z`, color) +
    line(`M${n(x)} ${n(y - w * 2.1)}v${n(-w * 0.5)}`, pen.palette.ink, 2)
  );
}

/** The big leaf umbrella of the river bank, tilted against the sun. */
export function parasol(pen: Pen, x: number, y: number, scale: number, color: string): string {
  const s = scale;
  return (
    line(`M${n(x)} ${n(y)}L${n(x + 12 * s)} ${n(y - 74 * s)}`, pen.palette.ink, 3 * s) +
    fill(`M${n(x - 48 * s)} ${n(y - 54 * s)}Q${n(x + 4 * s)} ${n(y - 122 * s)} ${n(x + 70 * s)} ${n(y - 76 * s)}Q${n(x + 10 * s)} ${n(y - 78 * s)} ${n(x - 48 * s)} ${n(y - 54 * s)}Z`, pen.tone(color)) +
    line(`M${n(x + 10 * s)} ${n(y - 98 * s)}L${n(x - 14 * s)} ${n(y - 68 * s)}M${n(x + 10 * s)} ${n(y - 98 * s)}L${n(x + 34 * s)} ${n(y - 78 * s)}`, pen.palette.ink, 1.4 * s, 0.4)
  );
}

/** Lamps that are lit: at dusk and at night. */
export function lamps(pen: Pen, points: readonly (readonly [number, number])[], radius = 5): string {
  if (pen.palette.hour !== 'night' && pen.palette.hour !== 'dusk') return '';
  return points.map(([x, y]) => disc(x, y, radius * 3.4, '#f7b955', 0.22) + disc(x, y, radius, '#ffdf94')).join('');
}
