import type { Row } from '../row-format.js';
import { districtId } from '../slug.js';
import { without } from './names.js';
import type { PostOffice } from './post-office.js';
import { type Fields, readTable, requireField, requireList, toAscii } from './sources.js';

/** A state as a row of the new file. */
interface Division {
  row: Row;
  /** Code of its main script. */
  script: string;
}

/** Where a place of the postal service lies today. */
interface TodaysDistrict {
  name: string;
  /** False for a district that has been divided since. */
  isCertain: boolean;
}

const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};
export const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/** Creates a row with default values for the other fields. */
export const newRow = (row: Partial<Row> & Pick<Row, 'parent' | 'name' | 'kind' | 'lat' | 'lon'>): Row => ({
  slug: '',
  id: '',
  population: 0,
  localName: '',
  otherNames: [],
  aliases: [],
  isParentCertain: true,
  ...row,
});

function readStates(): Map<string, Division> {
  const states = readTable('data/states.tsv').map((record): [string, Division] => {
    const name = requireField(record, 'name');
    const localName = requireField(record, 'localName');
    const row = newRow({
      parent: 0,
      name,
      kind: 'state',
      lat: Number(requireField(record, 'lat')),
      lon: Number(requireField(record, 'lon')),
      id: `sf-state-${requireField(record, 'code').toLowerCase()}`,
      localName,
      otherNames: without(
        [requireField(record, 'hindiName'), ...requireList(record, 'otherNames')],
        [localName],
      ),
    });
    return [requireField(record, 'code'), { row, script: requireField(record, 'script') }];
  });
  return new Map(states);
}

const INDIA: Row = newRow({
  parent: 0,
  name: 'India',
  kind: 'country',
  lat: 22.35,
  lon: 79.07,
  id: 'sf-india',
  localName: 'भारत',
  // Both Bharat and India in each script: many spellings of India sound like the town of Indi.
  otherNames: [
    ...['Bharat', 'Hindustan', 'हिन्दुस्तान', 'हिंदुस्तान', 'भारतवर्ष', 'इंडिया', 'इण्डिया', 'इन्डिया'],
    ...['ভারত', 'ভারতবর্ষ', 'ভাৰত', 'ইন্ডিয়া', 'ইণ্ডিয়া'],
    ...['ભારત', 'ઇન્ડિયા', 'ઇંડિયા'],
    ...['ਭਾਰਤ', 'ਇੰਡੀਆ'],
    ...['ଭାରତ', 'ଇଣ୍ଡିଆ'],
    ...['இந்தியா', 'பாரதம்', 'பாரத்'],
    ...['భారతదేశం', 'భారత్', 'భారతం', 'ఇండియా'],
    ...['ಭಾರತ', 'ಇಂಡಿಯಾ'],
    ...['ഇന്ത്യ', 'ഇൻഡ്യ', 'ഭാരതം'],
    ...['بھارت', 'ہندوستان', 'انڈیا', 'རྒྱ་གར'],
  ],
});

/** The country, the states and the districts, in the order of the file. */
export function createDivisions(offices: readonly PostOffice[]) {
  const states = readStates();
  const rows: Row[] = [INDIA, ...[...states.values()].map(({ row }) => row)];
  const codes = new Map([...states].map(([code, { row }]) => [row.name, code]));
  const codeOf = (state: string): string => {
    const code = codes.get(state);
    if (code === undefined) throw new Error(`Unknown state ${state}`);
    return code;
  };
  const stateNumbers = new Map([...states.keys()].map((code, index) => [code, index + 1]));

  const renamed = new Map(
    readTable('data/districts.tsv').map((record): [string, Fields] => [
      `${requireField(record, 'state')}|${requireField(record, 'source')}`,
      record,
    ]),
  );
  /**
   * Today's district of a post office; null when the source names a district that cannot be assigned to one of today's.
   */
  function todaysDistrict({
    state,
    district,
  }: Pick<PostOffice, 'state' | 'district'>): TodaysDistrict | null {
    const record = renamed.get(`${codeOf(state)}|${district}`);
    if (!record) return { name: district, isCertain: true };
    const name = requireField(record, 'name');
    return name === '' ? null : { name, isCertain: requireField(record, 'divided') === '' };
  }

  const districts = new Map<string, { source: string; state: string; members: PostOffice[] }>();
  for (const office of offices) {
    const today = todaysDistrict(office);
    if (!today) continue;
    const key = `${office.state}|${today.name}`;
    const group = districts.get(key) ?? { source: office.district, state: office.state, members: [] };
    group.members.push(office);
    if (office.district < group.source) group.source = office.district;
    districts.set(key, group);
  }
  const districtNumbers = new Map<string, number>();
  const addDistrict = (state: string, name: string, row: Partial<Row> & Pick<Row, 'lat' | 'lon'>) => {
    districtNumbers.set(`${state}|${name}`, rows.length);
    rows.push(newRow({ parent: stateNumbers.get(codeOf(state)) ?? 0, name, kind: 'district', ...row }));
  };
  for (const [key, { source, state, members }] of [...districts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const name = key.slice(state.length + 1);
    const former = toAscii(source).replace(/\s*\(.*$/, '');
    addDistrict(state, name, {
      lat: round(median(members.map(({ lat }) => lat)), 2),
      lon: round(median(members.map(({ lon }) => lon)), 2),
      id: districtId(source, state),
      otherNames: former === name ? [] : [former],
    });
  }
  for (const record of readTable('data/new-districts.tsv')) {
    const name = requireField(record, 'name');
    const state = states.get(requireField(record, 'state'))?.row.name ?? '';
    if (districtNumbers.has(`${state}|${name}`)) throw new Error(`${name} is not a new district`);
    addDistrict(state, name, {
      lat: Number(requireField(record, 'lat')),
      lon: Number(requireField(record, 'lon')),
      id: districtId(name, state),
    });
  }
  return {
    rows,
    todaysDistrict,
    stateOf: (code: string) => states.get(code)?.row.name ?? '',
    scriptOf: (state: string) => states.get(codeOf(state))?.script ?? '',
    /** Number of the row of a state. */
    stateNumber: (state: string): number => stateNumbers.get(codeOf(state)) ?? 0,
    districtNumber: (state: string, district: string): number | undefined =>
      districtNumbers.get(`${state}|${district}`),
  };
}
export type Divisions = ReturnType<typeof createDivisions>;
