import { describe, expect, it } from 'vitest';
import { findPlaces, nearestCity } from './index.js';
import { requirePlace } from './testing/require-place.js';

describe('nearestCity', () => {
  it('distinguishes two villages of the same name in a state', () => {
    const villages = findPlaces('Banar, Rajasthan').filter(({ place }) => place.name === 'Banar');
    expect(villages.map(({ place }) => nearestCity(place)?.name)).toEqual(
      expect.arrayContaining(['Jaipur', 'Jodhpur']),
    );
  });

  it('is in the same state, and has another name', () => {
    expect(nearestCity(requirePlace('fatehpur-sikri'))).toMatchObject({ name: 'Agra' });
    expect(nearestCity(requirePlace('agra'))).toMatchObject({ name: expect.not.stringMatching(/^Agra$/) });
    expect(nearestCity(requirePlace('noida'))?.state).toBe('Uttar Pradesh');
  });

  it('of a place in a state without cities: is null', () => {
    expect(nearestCity(requirePlace('kavaratti'))).toBeNull();
  });
});
