import { distanceInKm } from '@safarnama/places';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNearestFinder } from './nearness.js';

const DELHI = { lat: 28.6139, lon: 77.209 };

/** Somewhere in India. */
const point = fc.record({
  lat: fc.double({ min: 6, max: 37, noNaN: true }),
  lon: fc.double({ min: 68, max: 98, noNaN: true }),
});

describe('createNearestFinder', () => {
  it('finds the point with the shortest distance', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 60 }), point, (points, from) => {
        const nearest = createNearestFinder(points)(from);
        const shortest = Math.min(...points.map((each) => distanceInKm(each, from)));
        expect(nearest && distanceInKm(nearest, from)).toBe(shortest);
      }),
    );
  });

  it('without points: returns null', () => {
    expect(createNearestFinder([])(DELHI)).toBeNull();
  });
});
