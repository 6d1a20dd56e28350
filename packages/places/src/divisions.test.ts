import { describe, expect, it } from 'vitest';
import { findWithin, getImportance, listAncestors, listStates, placeBySlug } from './index.js';
import { requirePlace } from './testing/require-place.js';

describe('listStates', () => {
  it('returns 36 states and union territories, by name', () => {
    const names = listStates().map(({ name }) => name);
    expect(names).toHaveLength(36);
    expect(names).toEqual(expect.arrayContaining(['Kerala', 'Ladakh', 'Puducherry']));
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
  });
});

describe('findWithin', () => {
  it('with a state: returns places in it, the best known first', () => {
    const rajasthan = requirePlace('rajasthan');
    const found = findWithin(rajasthan, 12);

    expect(found).toHaveLength(12);
    expect(found.map(({ slug }) => slug)).toContain('jaipur');
    for (const place of found) expect(listAncestors(place)).toContainEqual(rajasthan);
    expect(found).not.toContainEqual(rajasthan);
    const importances = found.map(getImportance);
    expect(importances).toEqual([...importances].sort((a, b) => b - a));
  });

  it('with the country: returns states', () => {
    expect(new Set(findWithin(requirePlace('india'), 36).map(({ kind }) => kind))).toEqual(
      new Set(['state']),
    );
  });

  it('with a town or an unknown place: returns nothing', () => {
    expect(findWithin(requirePlace('jaipur'), 12)).toEqual([]);
    expect(findWithin({ _id: 'gn-0' }, 12)).toEqual([]);
  });
});

describe('getImportance', () => {
  it('is higher for a city than for a village, and 0 for an unknown place', () => {
    expect(getImportance(requirePlace('jaipur'))).toBeGreaterThan(getImportance(requirePlace('osian')));
    expect(getImportance({ _id: 'gn-0' })).toBe(0);
  });
});

describe('placeBySlug', () => {
  it.each(['search', 'map'])('with %j, a path of the API: returns null', (slug) => {
    expect(placeBySlug(slug)).toBeNull();
  });
});
