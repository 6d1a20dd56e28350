import { describe, expect, it } from 'vitest';
import { kilometres } from './distance.js';

const DELHI = { lat: 28.6139, lon: 77.209 };
const MUMBAI = { lat: 19.0728, lon: 72.8826 };

describe('kilometres', () => {
  it('between two cities: returns their distance within 2%', () => {
    expect(kilometres(DELHI, DELHI)).toBe(0);
    expect(kilometres(DELHI, MUMBAI)).toBeGreaterThan(1_130);
    expect(kilometres(DELHI, MUMBAI)).toBeLessThan(1_170);
  });

  it('is the same in both directions', () => {
    expect(kilometres(DELHI, MUMBAI)).toBe(kilometres(MUMBAI, DELHI));
  });
});
