import type { Box, Point } from './shapes.ts';

interface Labelled extends Point {
  name: string;
  radius: number;
}

/** A label next to its dot; `anchor` is the SVG text anchor. */
export interface Label<Item> extends Point {
  item: Item;
  anchor: 'start' | 'end' | 'middle';
}

/** Average width of a letter, relative to the font size. */
const LETTER_WIDTH = 0.56;
/** Space between a dot and its label, in map units. */
const GAP = 4;
/**
 * How far a name that does not fit into its area may reach over the border on either side, relative to the font size.
 */
const OVERHANG = 0.4;

/**
 * Chooses where the names of dots fit: right, left, below or above, without covering another name or dot. A name that
 * fits nowhere is omitted; earlier items have precedence.
 */
export function placeLabels<Item extends Labelled>(
  items: readonly Item[],
  fontSize: number,
  area: { width: number; height: number },
): Label<Item>[] {
  const taken: Box[] = items.map(boxAroundDot);
  return items.flatMap((item, index) => {
    const width = widthOfText(item.name, fontSize);
    const side = item.radius + GAP;
    const candidates = [
      { anchor: 'start', x: item.x + side, y: item.y, middle: item.x + side + width / 2 },
      { anchor: 'end', x: item.x - side, y: item.y, middle: item.x - side - width / 2 },
      { anchor: 'middle', x: item.x, y: item.y + side + fontSize / 2, middle: item.x },
      { anchor: 'middle', x: item.x, y: item.y - side - fontSize / 2, middle: item.x },
    ] as const;
    for (const { anchor, x, y, middle } of candidates) {
      const box = boxAround(middle, y, width, fontSize);
      const isInside =
        box.left >= 0 && box.left + width <= area.width && box.top >= 0 && box.top + fontSize <= area.height;
      if (!isInside || taken.some((other, position) => position !== index && overlap(box, other))) continue;
      taken.push(box);
      return [{ item, anchor, x, y }];
    }
    return [];
  });
}

/** An area with its name. */
interface NamedArea {
  name: string;
  /** The outer ring of its largest part. */
  outline: readonly Point[];
  /** The centroid of that part. */
  middle: Point;
}

/**
 * Chooses where the names of areas fit, in one line or one word per line: inside the area, as near to its middle as
 * possible, without covering a dot or another name. A name that fits nowhere is omitted; earlier areas have precedence.
 *
 * @returns the areas whose names fit, with the lines of the name and their common centre.
 */
export function fitLabels<Area extends NamedArea>(
  areas: readonly Area[],
  fontSize: number,
  dots: readonly (Point & { radius: number })[],
): (Area & Point & { lines: string[] })[] {
  const taken = dots.map(boxAroundDot);
  return areas.flatMap((area) => {
    for (const lines of [[area.name], area.name.split(' ')]) {
      const width = Math.max(...lines.map((line) => widthOfText(line, fontSize)));
      const height = lines.length * fontSize;
      const find = (overhang: number) => findSpace(area, { width, height, overhang }, taken);
      const center = find(0) ?? find(fontSize * OVERHANG);
      if (!center) continue;
      taken.push(boxAround(center.x, center.y, width, height));
      return [{ ...area, ...center, lines }];
    }
    return [];
  });
}

/** Finds the centre of the free space for a text of this size that is nearest to the middle of an area. */
function findSpace(
  { outline, middle }: NamedArea,
  { width, height, overhang }: { width: number; height: number; overhang: number },
  taken: readonly Box[],
): Point | undefined {
  const xs = outline.map(({ x }) => x);
  if (Math.max(...xs) - Math.min(...xs) + 2 * overhang < width) return undefined;
  const ys = outline.map(({ y }) => y);
  const top = Math.min(...ys);
  const step = height / 3;
  // Three lines cross a text: the one in its middle, and its neighbours in the upper and the lower third.
  const lines = Array.from({ length: Math.ceil((Math.max(...ys) - top) / step) }, (_, line) =>
    spansInside(outline, top + line * step),
  );
  let nearest: Point | undefined;
  let nearestDistance = Number.POSITIVE_INFINITY;
  for (const [line, spans] of lines.entries()) {
    const y = top + line * step;
    const free = [lines[line - 1] ?? [], lines[line + 1] ?? []]
      .reduce(
        (common, other) => common.flatMap((span) => other.flatMap((part) => intersect(span, part))),
        spans,
      )
      .map(([left, right]): Span => [left - overhang, right + overhang])
      .filter(([left, right]) => right - left >= width)
      .flatMap((span) => subtract(span, y, height, taken));
    for (const [left, right] of free) {
      if (right - left < width) continue;
      const x = Math.min(Math.max(middle.x, left + width / 2), right - width / 2);
      const distance = Math.hypot(x - middle.x, y - middle.y);
      if (distance < nearestDistance) {
        nearest = { x, y };
        nearestDistance = distance;
      }
    }
  }
  return nearest;
}

/** The left and the right end of a part of a horizontal line. */
type Span = [left: number, right: number];

/** Returns the parts of a horizontal line that are inside an outline. */
function spansInside(outline: readonly Point[], y: number): Span[] {
  const crossings: number[] = [];
  let from = outline.at(-1);
  for (const to of outline) {
    if (from && from.y <= y !== to.y <= y) {
      crossings.push(from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x));
    }
    from = to;
  }
  crossings.sort((a, b) => a - b);
  return crossings.flatMap((left, index): Span[] => {
    const right = crossings[index + 1];
    return index % 2 === 0 && right !== undefined ? [[left, right]] : [];
  });
}

function intersect([left, right]: Span, [otherLeft, otherRight]: Span): Span[] {
  const common: Span = [Math.max(left, otherLeft), Math.min(right, otherRight)];
  return common[0] < common[1] ? [common] : [];
}

/** Returns the parts of a span that no box covers in a row of this height. */
function subtract(span: Span, y: number, height: number, boxes: readonly Box[]): Span[] {
  return boxes
    .filter((box) => box.top < y + height / 2 && y - height / 2 < box.top + box.height)
    .reduce(
      (spans, { left, width }) =>
        spans.flatMap((part) => [
          ...intersect(part, [Number.NEGATIVE_INFINITY, left]),
          ...intersect(part, [left + width, Number.POSITIVE_INFINITY]),
        ]),
      [span],
    );
}

function widthOfText(text: string, fontSize: number): number {
  return text.length * fontSize * LETTER_WIDTH;
}

function boxAroundDot({ x, y, radius }: Point & { radius: number }): Box {
  return boxAround(x, y, 2 * radius, 2 * radius);
}

function boxAround(x: number, y: number, width: number, height: number): Box {
  return { left: x - width / 2, top: y - height / 2, width, height };
}

function overlap(a: Box, b: Box): boolean {
  return (
    a.left < b.left + b.width &&
    b.left < a.left + a.width &&
    a.top < b.top + b.height &&
    b.top < a.top + a.height
  );
}
