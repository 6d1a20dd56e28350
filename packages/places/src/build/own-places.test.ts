import { PLACE_KINDS } from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';
import { distanceInKm, type Point } from '../distance.js';
import { readGazetteer } from '../gazetteer.js';
import { DIVISIONS } from '../place.js';
import type { Row } from '../row-format.js';
import { isInState } from '../testing/outlines.js';
import { isInScript } from './names.js';
import { type Fields, readOwnPlaces, readTable, requireField, requireList } from './sources.js';

const MIN_PLACES = 900;
const MAX_KM_TO_DISTRICT = 100;
const SAME_PLACE_KM = 5;
/** Kinds of places that GeoNames has as well. */
const SETTLEMENTS = ['town', 'village'];

const gazetteer = readGazetteer();
const rows: Row[] = Array.from({ length: gazetteer.size }, (_, number) => gazetteer.row(number));
const states = new Map(readTable('data/states.tsv').map((state) => [requireField(state, 'code'), state]));
const own = readOwnPlaces();

const stateOf = (place: Fields): Fields => {
  const state = states.get(requireField(place, 'state'));
  if (!state) throw new Error(`${requireField(place, 'name')}: unknown state`);
  return state;
};
const pointOf = (place: Fields): Point => ({
  lat: Number(requireField(place, 'lat')),
  lon: Number(requireField(place, 'lon')),
});
const foldName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{M}]/gu, '');
const allNames = (place: Fields): string[] =>
  [requireField(place, 'name'), ...requireList(place, 'otherNames')].map(foldName);
/** Lists the places that break a rule, in the form that a failing test shows. */
const listWrong = (isWrong: (place: Fields) => boolean): string[] =>
  own.filter(isWrong).map((place) => `${requireField(place, 'name')}, ${requireField(place, 'state')}`);

/** The towns of GeoNames, by their names. */
const townsByName = new Map<string, Row[]>();
/**
 * The places of each district, and the district itself: some new districts have no place that is certain to lie in
 * them.
 */
const placesOfDistricts = new Map<Row, Row[]>();

function add<K>(map: Map<K, Row[]>, key: K, row: Row): void {
  const known = map.get(key);
  if (known) known.push(row);
  else map.set(key, [row]);
}

for (const row of rows) {
  if (row.id.startsWith('gn-')) {
    for (const name of [row.name, ...row.otherNames]) add(townsByName, foldName(name), row);
  }
  const district = row.kind === 'district' ? row : rows[row.parent];
  if (district?.kind === 'district') add(placesOfDistricts, district, row);
}

function kilometresToDistrict(place: Fields): number {
  const state = requireField(stateOf(place), 'name');
  const district = rows.find(
    ({ kind, name, parent }) =>
      kind === 'district' && name === requireField(place, 'district') && rows[parent]?.name === state,
  );
  const near = (district && placesOfDistricts.get(district)) ?? [];
  const distances = near.map((each) => distanceInKm(each, pointOf(place)));
  return distances.reduce((nearest, each) => Math.min(nearest, each), Number.POSITIVE_INFINITY);
}

describe('our own list of places', () => {
  it(`has at least ${MIN_PLACES} places`, () => {
    expect(own.length).toBeGreaterThanOrEqual(MIN_PLACES);
    expect(
      [...states.keys()].filter((code) => !own.some((place) => requireField(place, 'state') === code)),
    ).toEqual([]);
  });

  // Divisions have lists of their own.
  it('has a kind for each place, which is not that of a division', () => {
    expect(
      listWrong((place) => {
        const kind = requireField(place, 'kind');
        return DIVISIONS.includes(kind) || !PLACE_KINDS.some((each) => each === kind);
      }),
    ).toEqual([]);
  });

  it('has coordinates with at least two decimals', () => {
    const isExact = (value: string) => /^\d{1,2}\.\d{2,4}$/.test(value);
    expect(
      listWrong((place) => !isExact(requireField(place, 'lat')) || !isExact(requireField(place, 'lon'))),
    ).toEqual([]);
  });

  it('has each place inside the outline of its state', () => {
    expect(listWrong((place) => !isInState(requireField(stateOf(place), 'name'), pointOf(place)))).toEqual(
      [],
    );
  });

  it('has each place near another place of its district', () => {
    expect(
      listWrong(
        (place) => requireField(place, 'district') !== '' && kilometresToDistrict(place) > MAX_KM_TO_DISTRICT,
      ),
    ).toEqual([]);
  });

  it('has local names in the script of the state, and none where that is Latin', () => {
    expect(
      listWrong((place) => {
        const name = requireField(place, 'localName');
        return name !== '' && !isInScript(name, requireField(stateOf(place), 'script'));
      }),
    ).toEqual([]);
  });

  it('has a Hindi name in Devanagari for each place', () => {
    expect(listWrong((place) => !isInScript(requireField(place, 'hindiName'), 'Deva'))).toEqual([]);
  });

  it('has a local name wherever the state has one main script of its own', () => {
    expect(
      listWrong(
        (place) =>
          !['Latn', 'Tibt'].includes(requireField(stateOf(place), 'script')) &&
          requireField(place, 'localName') === '',
      ),
    ).toEqual([]);
  });

  it('lists each name of a place once', () => {
    expect(
      listWrong((place) => {
        const names = [requireField(place, 'name'), ...requireList(place, 'otherNames')];
        return new Set(names).size < names.length;
      }),
    ).toEqual([]);
  });

  it('has no place twice', () => {
    expect(
      listWrong((place) =>
        own.some(
          (other) =>
            other !== place &&
            requireField(other, 'state') === requireField(place, 'state') &&
            distanceInKm(pointOf(other), pointOf(place)) <= SAME_PLACE_KM &&
            allNames(other).includes(foldName(requireField(place, 'name'))),
        ),
      ),
    ).toEqual([]);
  });

  it('has no town or village that GeoNames has', () => {
    expect(
      listWrong(
        (place) =>
          SETTLEMENTS.includes(requireField(place, 'kind')) &&
          allNames(place).some((name) =>
            townsByName.get(name)?.some((town) => distanceInKm(town, pointOf(place)) <= SAME_PLACE_KM),
          ),
      ),
    ).toEqual([]);
  });
});
