import { describe, expect, it } from 'vitest';
import { gatherPoints } from './gather-points.ts';

const place = (slug: string, x: number, storyCount: number) => ({ slug, name: slug, x, y: 0, storyCount });

describe('gatherPoints', () => {
  it('of places far apart: draws a separate dot for each, the largest first', () => {
    const dots = gatherPoints([place('puri', 0, 1), place('konark', 10, 3)], 10);

    expect(dots).toEqual([
      { ...place('konark', 10, 3), others: 0 },
      { ...place('puri', 0, 1), others: 0 },
    ]);
  });

  it('of places nearer than the distance: draws one dot at the largest, with all their stories', () => {
    const places = [place('pushkar', 4, 2), place('ajmer', 0, 5), place('kishangarh', 7, 1)];

    expect(gatherPoints(places, 10)).toEqual([{ ...place('ajmer', 0, 8), others: 2 }]);
  });

  it('of a place between two dots: gathers it into the nearer one', () => {
    const places = [place('delhi', 0, 9), place('agra', 12, 8), place('mathura', 8, 1)];

    expect(gatherPoints(places, 10)).toEqual([
      { ...place('delhi', 0, 9), others: 0 },
      { ...place('agra', 12, 9), others: 1 },
    ]);
  });

  it('of equal places in any order: draws the same dots', () => {
    const places = [place('diu', 0, 1), place('una', 3, 1), place('kodinar', 30, 1)];

    expect(gatherPoints([...places].reverse(), 10)).toEqual(gatherPoints(places, 10));
  });
});
