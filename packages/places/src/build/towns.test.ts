import { describe, expect, it } from 'vitest';
import { distanceInKm } from '../distance.js';
import { readGazetteer } from '../gazetteer.js';
import { nameKey } from '../name-key.js';
import type { Row } from '../row-format.js';
import { isInState } from '../testing/outlines.js';
import { isInScript, soundsLike } from './names.js';
import { readTable, requireField, requireList } from './sources.js';

const gazetteer = readGazetteer();
const rows: Row[] = Array.from({ length: gazetteer.size }, (_, number) => gazetteer.row(number));
const scripts = new Map(
  readTable('data/states.tsv').map((state) => [requireField(state, 'name'), requireField(state, 'script')]),
);
const settlements = rows.flatMap((row, number) =>
  row.id !== '' && ['town', 'village'].includes(row.kind)
    ? [{ ...row, state: gazetteer.place(number).state }]
    : [],
);
const towns = settlements.filter(({ id }) => id.startsWith('gn-'));
const SAME_TOWN_KM = 2.5;
/** Parts of a town that the census numbers. */
const NUMBERED = /[- ][IVX]+$/;
const LARGE = 180_000;

describe('the towns', () => {
  it('has each town inside the outline of its state', () => {
    const outside = towns.filter((town) => !isInState(town.state, town));
    expect(outside.map(({ name, state }) => `${name}, ${state}`)).toEqual([]);
  });

  it('has no town twice in two spellings', () => {
    const heard = settlements.map((town) => ({ ...town, sound: `${nameKey(town.name)}, ${town.state}` }));
    const twice = heard.flatMap((town, index) =>
      heard
        .slice(index + 1)
        .filter(({ sound }) => sound === town.sound)
        .filter((other) => distanceInKm(other, town) <= SAME_TOWN_KM && !NUMBERED.test(town.name))
        .map((other) => [town.name, other.name].sort().join(' and ')),
    );
    // Two parts of Satara.
    expect(twice).toEqual(['Godoli and Kodoli']);
  });

  it.each([
    ['Dahanu', 'Palghar'],
    ['Kandhla', 'Shamli'],
    ['Chirmiri', 'Manendragarh-Chirmiri-Bharatpur'],
    ['Bhuban', 'Dhenkanal'],
    ['Kalka', 'Panchkula'],
    ['Neemuch', 'Neemuch'],
  ])('has %s in its present district', (town, district) => {
    const numbers = rows.flatMap(({ name, kind }, number) =>
      name === town && kind === 'town' ? [number] : [],
    );
    expect(numbers.map((number) => gazetteer.place(number).district)).toEqual([district]);
  });

  it('has local names in the script of the state', () => {
    const wrong = towns.filter(
      ({ localName, state }) => localName !== '' && !isInScript(localName, scripts.get(state) ?? ''),
    );
    expect(wrong.map(({ name, localName }) => `${name}: ${localName}`)).toEqual([]);
  });

  it('has local names of our own that sound like a name of the town', () => {
    const wrong = readTable('data/towns.tsv').filter((town) => {
      const localName = requireField(town, 'localName');
      const names = [
        requireField(town, 'name') || requireField(town, 'town'),
        ...requireField(town, 'otherNames').split('|'),
      ];
      return (
        localName !== '' &&
        !isInScript(localName, 'Arab') &&
        !isInScript(localName, 'Tibt') &&
        !names.some((name) => soundsLike(name, localName))
      );
    });
    expect(wrong.map((town) => `${requireField(town, 'town')}: ${requireField(town, 'localName')}`)).toEqual(
      [],
    );
  });

  it(`has a local name for each town of more than ${LARGE} people whose state has a script of its own`, () => {
    const without = towns.filter(
      ({ population, localName, state }) =>
        population > LARGE && localName === '' && !['Latn', 'Tibt'].includes(scripts.get(state) ?? ''),
    );
    expect(without.map(({ name, state }) => `${name}, ${state}`)).toEqual([]);
  });
});

/** Words that a name in another script translates: `North Goa` is `उत्तर गोवा`. */
const TRANSLATED = /\b(North|South|East|West|Upper|Lower|Central|City|Rural|Urban|Suburban|Valley|and)\b/;

describe('the villages', () => {
  it('has the village of Dadar in Raigad as well as Dadar in Mumbai', () => {
    const districts = rows.flatMap(({ name }, number) => {
      const place = gazetteer.place(number);
      return name === 'Dadar' && place.state === 'Maharashtra' ? [place.district] : [];
    });
    expect(districts.sort()).toEqual(['Mumbai City', 'Raigad']);
  });
});

describe('the districts', () => {
  it('has names of our own in the script of the state, else in Devanagari, that sound like the district', () => {
    const states = new Map(readTable('data/states.tsv').map((state) => [requireField(state, 'code'), state]));
    const wrong = readTable('data/district-names.tsv').filter((district) => {
      const localName = requireField(district, 'localName');
      const hindiName = requireField(district, 'hindiName');
      const script = states.get(requireField(district, 'state'))?.['script'] ?? '';
      const names = [requireField(district, 'district'), ...requireList(district, 'otherNames')];
      const isTranslated = names.some((name) => TRANSLATED.test(name));
      // The phonetic key has no rules for these two scripts.
      const hasKey = localName !== '' && !['Arab', 'Tibt'].includes(script);
      const ours = hasKey ? [hindiName, localName] : [hindiName];
      return (
        !isInScript(hindiName, 'Deva') ||
        (localName !== '' && !isInScript(localName, script)) ||
        (!isTranslated && !ours.every((each) => names.some((name) => soundsLike(name, each))))
      );
    });
    expect(wrong.map((district) => Object.values(district).join(' '))).toEqual([]);
  });
});
