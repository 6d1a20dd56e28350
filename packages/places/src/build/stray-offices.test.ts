import { describe, expect, it } from 'vitest';
import type { PostOffice } from './post-office.js';
import { placeStrayOffices } from './stray-offices.js';

const STATE = 'Maharashtra';
const OFFICES_OF_A_DISTRICT = 25;
const STEP_DEGREES = 0.05;

/** A square of offices some 5 kilometres apart. */
const districtAt = (district: string, lat: number, lon: number): PostOffice[] =>
  Array.from({ length: OFFICES_OF_A_DISTRICT }, (_, index) => ({
    name: `${district} ${index}`,
    district,
    state: STATE,
    lat: lat + STEP_DEGREES * Math.floor(index / 5),
    lon: lon + STEP_DEGREES * (index % 5),
    accuracy: 4,
  }));

const raigad = districtAt('Raigad', 18.4, 73.2);
const jalgaon = districtAt('Jalgaon', 20.9, 75.5);
const officeAt = (lat: number, lon: number): PostOffice => ({
  name: 'Khopoli',
  district: 'Raigad',
  state: STATE,
  lat,
  lon,
  accuracy: 3,
});
const inJalgaon = officeAt(20.98, 75.58);
const place = (office: PostOffice, towns: Parameters<typeof placeStrayOffices>[1] = []) =>
  placeStrayOffices([...raigad, ...jalgaon, office], towns).at(-1);

describe('placeStrayOffices', () => {
  it('with an office alone in a district far from its own: moves it to the middle of its own district and marks it', () => {
    expect(place(inJalgaon)).toEqual({ ...inJalgaon, lat: 18.5, lon: 73.3, isStray: true });
  });

  it('with an office that has the name of a town in its district: moves it there', () => {
    const town = { name: 'Khopoli', state: STATE, lat: 18.45, lon: 73.35 };
    expect(place(inJalgaon, [town])).toMatchObject({ lat: town.lat, lon: town.lon, isStray: true });
  });

  it('with an office that has the name of a town outside its district: moves it to the middle of its district', () => {
    const town = { name: 'Khopoli', state: STATE, lat: 20.98, lon: 75.58 };
    expect(place(inJalgaon, [town])).toMatchObject({ lat: 18.5, lon: 73.3 });
  });

  it.each([
    ['in its district', officeAt(18.52, 73.31)],
    ['near the border of its district', officeAt(18.8, 73.4)],
    ['far from all others, as in the mountains', officeAt(19.8, 74.4)],
  ])('with an office %s: leaves it unchanged', (_where, office) => {
    expect(place(office)).toEqual(office);
  });
});
