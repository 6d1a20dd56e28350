import { describe, expect, it } from 'vitest';
import { distanceInKm } from './distance.js';

const DELHI = { lat: 28.6139, lon: 77.209 };
const MUMBAI = { lat: 19.0728, lon: 72.8826 };

describe('distanceInKm', () => {
  it('between two cities: returns their distance within 2%', () => {
    expect(distanceInKm(DELHI, DELHI)).toBe(0);
    expect(distanceInKm(DELHI, MUMBAI)).toBeGreaterThan(1_130);
    expect(distanceInKm(DELHI, MUMBAI)).toBeLessThan(1_170);
  });

  it('is the same in both directions', () => {
    expect(distanceInKm(DELHI, MUMBAI)).toBe(distanceInKm(MUMBAI, DELHI));
  });
});
