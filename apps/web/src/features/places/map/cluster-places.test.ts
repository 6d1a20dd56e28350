import { describe, expect, it } from 'vitest';
import { clusterPlaces } from './cluster-places.ts';

const place = (slug: string, x: number, storyCount: number) => ({ slug, name: slug, x, y: 0, storyCount });

describe('clusterPlaces', () => {
  it('with places far apart: returns a dot for each, the one with the most stories first', () => {
    const dots = clusterPlaces([place('puri', 0, 1), place('konark', 10, 3)], 10);

    expect(dots).toEqual([
      { ...place('konark', 10, 3), others: 0 },
      { ...place('puri', 0, 1), others: 0 },
    ]);
  });

  it('with places nearer than the distance: returns one dot at the place with the most stories, with all stories', () => {
    const places = [place('pushkar', 4, 2), place('ajmer', 0, 5), place('kishangarh', 7, 1)];

    expect(clusterPlaces(places, 10)).toEqual([{ ...place('ajmer', 0, 8), others: 2 }]);
  });

  it('with a place between two dots: merges it into the nearer one', () => {
    const places = [place('delhi', 0, 9), place('agra', 12, 8), place('mathura', 8, 1)];

    expect(clusterPlaces(places, 10)).toEqual([
      { ...place('delhi', 0, 9), others: 0 },
      { ...place('agra', 12, 9), others: 1 },
    ]);
  });

  it('with places that have equally many stories: returns the same dots whatever their order', () => {
    const places = [place('diu', 0, 1), place('una', 3, 1), place('kodinar', 30, 1)];

    expect(clusterPlaces([...places].reverse(), 10)).toEqual(clusterPlaces(places, 10));
  });
});
