import { describe, expect, it } from 'vitest';
import { fitLabels, placeLabels } from './place-labels.ts';

const AREA = { width: 400, height: 200 };
const SIZE = 10;
const dot = (name: string, x: number, y: number) => ({ name, x, y, radius: 5 });

describe('placeLabels', () => {
  it('of a dot with space around it: writes the name to its right', () => {
    const jaipur = dot('Jaipur', 100, 100);

    expect(placeLabels([jaipur], SIZE, AREA)).toEqual([{ item: jaipur, anchor: 'start', x: 109, y: 100 }]);
  });

  it('of a dot with another dot to its right, or at the right edge: writes the name to its left', () => {
    const dots = [dot('Ajmer', 100, 100), dot('Jaipur', 125, 100), dot('Mathura', 395, 50)];

    const labels = placeLabels(dots, SIZE, AREA);

    expect(labels.map(({ item, anchor }) => [item.name, anchor])).toEqual([
      ['Ajmer', 'end'],
      ['Jaipur', 'start'],
      ['Mathura', 'end'],
    ]);
  });

  it('of a dot with other dots on both sides: writes the name below it', () => {
    const dots = [dot('Pushkar', 100, 100), dot('Jaipur', 125, 100), dot('Merta', 75, 100)];

    expect(placeLabels(dots, SIZE, AREA)[0]).toMatchObject({ anchor: 'middle', x: 100, y: 114 });
  });

  it('of a dot surrounded by other dots: omits its name', () => {
    const center = dot('Kishangarh', 100, 100);
    const around = [
      [75, 100],
      [125, 100],
      [100, 114],
      [100, 86],
    ].map(([x = 0, y = 0]) => dot('', x, y));

    expect(placeLabels([center, ...around], SIZE, AREA).map(({ item }) => item.name)).not.toContain(
      'Kishangarh',
    );
  });
});

describe('fitLabels', () => {
  const rectangle = (name: string, [left, top, width, height]: [number, number, number, number]) => ({
    name,
    outline: [
      { x: left, y: top },
      { x: left + width, y: top },
      { x: left + width, y: top + height },
      { x: left, y: top + height },
    ],
    middle: { x: left + width / 2, y: top + height / 2 },
  });
  const bihar = rectangle('Bihar', [100, 100, 80, 60]);

  it('of an area with space: writes the name in its middle', () => {
    expect(fitLabels([bihar], SIZE, [])).toEqual([{ ...bihar, x: 140, y: 130, lines: ['Bihar'] }]);
  });

  it('of an area that is narrower than its name: omits the name', () => {
    expect(fitLabels([rectangle('Goa', [50, 50, 8, 20])], SIZE, [])).toEqual([]);
  });

  it('of an area that only one of its words fits into: writes one word per line', () => {
    const [label] = fitLabels([rectangle('Andhra Pradesh', [100, 100, 60, 60])], SIZE, []);

    expect(label).toMatchObject({ lines: ['Andhra', 'Pradesh'], x: 130 });
  });

  it('of an area with a dot in its middle: writes the name beside the dot, inside the area', () => {
    const [label] = fitLabels([bihar], SIZE, [dot('', 140, 130)]);

    expect(label?.x).toBe(140);
    expect(Math.abs((label?.y ?? 130) - 130)).toBeGreaterThanOrEqual(10);
    expect(Math.abs((label?.y ?? 130) - 130)).toBeLessThan(20);
  });

  it('of an area whose widest part is not its middle: writes the name there', () => {
    // An L: a tall stem on the left, a wide foot.
    const outline = [
      [0, 0],
      [20, 0],
      [20, 100],
      [120, 100],
      [120, 130],
      [0, 130],
    ].map(([x = 0, y = 0]) => ({ x, y }));
    const [label] = fitLabels([{ name: 'West Bengal', outline, middle: { x: 40, y: 85 } }], SIZE, []);

    expect(label?.y).toBeGreaterThan(100);
    expect(label?.y).toBeLessThan(130);
  });

  it('of areas whose names would overlap: omits the name of the later one', () => {
    const low = rectangle('Jharkhand', [100, 100, 60, 12]);
    const lowToo = rectangle('West Bengal', [120, 100, 70, 12]);

    expect(fitLabels([low, lowToo], SIZE, []).map(({ name }) => name)).toEqual(['Jharkhand']);
  });
});
