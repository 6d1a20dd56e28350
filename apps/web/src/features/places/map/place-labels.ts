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
 * Chooses where the names of dots fit: right, left, below or above, without covering another name or dot. A name that
 * fits nowhere is omitted; earlier items have precedence.
 */
export function placeLabels<Item extends Labelled>(
  items: readonly Item[],
  fontSize: number,
  area: { width: number; height: number },
): Label<Item>[] {
  const taken: Box[] = items.map(({ x, y, radius }) => boxAround(x, y, 2 * radius, 2 * radius));
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

/**
 * Chooses the names that fit into their areas without covering a dot.
 *
 * @param items - the centre of each area, and its width.
 */
export function fitLabels<Item extends Point & { name: string; width: number }>(
  items: readonly Item[],
  fontSize: number,
  dots: readonly (Point & { radius: number })[],
): Item[] {
  const taken = dots.map(({ x, y, radius }) => boxAround(x, y, 2 * radius, 2 * radius));
  return items.filter(({ name, x, y, width }) => {
    const textWidth = widthOfText(name, fontSize);
    const box = boxAround(x, y, textWidth, fontSize);
    return textWidth < width && !taken.some((dot) => overlap(box, dot));
  });
}

function widthOfText(text: string, fontSize: number): number {
  return text.length * fontSize * LETTER_WIDTH;
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
