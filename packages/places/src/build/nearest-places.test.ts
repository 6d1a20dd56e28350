import { describe, expect, it } from 'vitest';
import { placeById } from '../index.js';
import { shortSlug } from '../slug.js';
import { buildNearestPlaces } from './nearest-places.js';

const table = buildNearestPlaces();
const ids = table.ids.split('\n');
const slugs = table.slugs.split('\n');
const names = table.names.split('\n');
const lons = table.lons.split(' ').map(Number);
let sum = 0;
const lats = table.lats.split(' ').map((step) => {
  sum += Number(step);
  return sum;
});

describe('buildNearestPlaces', () => {
  it('lists places that the gazetteer knows by the same id, slug, name and coordinates', () => {
    const wrong = names.filter((name, index) => {
      const slug = slugs[index] || shortSlug(name);
      const id = ids[index] || `sf-${slug}`;
      const known = placeById(/^\d/.test(id) ? `gn-${id}` : id);
      return !(
        known?.name === name &&
        known.slug === slug &&
        Math.abs(known.lat * table.stepsPerDegree - (lats[index] ?? 0)) <= 1 &&
        Math.abs(known.lon * table.stepsPerDegree - (lons[index] ?? 0)) <= 1
      );
    });

    expect(wrong).toEqual([]);
    expect(names.length).toBeGreaterThan(8_000);
    for (const column of [ids, slugs, lats, lons, [...table.costs], [...table.reaches], [...table.stateOf]])
      expect(column).toHaveLength(names.length);
  });

  it('lists our own places and the towns, without villages of the postal service and divisions', () => {
    expect(names).toEqual(expect.arrayContaining(['Hampi', 'Taj Mahal', 'Varanasi', 'Kaza']));
    expect(names).not.toEqual(expect.arrayContaining(['Karnataka']));
    expect(ids.some((id) => id.startsWith('po-'))).toBe(false);
  });

  it.each([
    ['Delhi', 28.61, 77.21, true],
    ['Leh', 34.16, 77.58, true],
    ['Aizawl', 23.73, 92.72, true],
    ['Lahore', 31.55, 74.34, false],
    ['Kathmandu', 27.72, 85.32, false],
    ['Dhaka', 23.81, 90.41, false],
    ['the Arabian Sea', 15.3, 73.3, false],
  ])('knows whether %s is in India', (_, lat, lon, isInIndia) => {
    const { first, parallels } = table.border;
    const borders = (parallels[Math.floor(lat * table.parallelsPerDegree) - first] ?? '')
      .split(' ')
      .map(Number);
    expect(borders.filter((border) => border < lon * 100).length % 2 === 1).toBe(isInIndia);
  });
});
