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
  it('with names of areas: chooses those that are narrower than their areas and that no dot covers', () => {
    const areas = [
      { name: 'Goa', x: 50, y: 50, width: 10 },
      { name: 'Odisha', x: 200, y: 50, width: 80 },
      { name: 'Bihar', x: 300, y: 50, width: 80 },
    ];

    expect(fitLabels(areas, SIZE, [dot('', 310, 52)]).map(({ name }) => name)).toEqual(['Odisha']);
  });
});
