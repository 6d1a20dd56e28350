import { foldWord } from '@safarnama/phonetic';
import type { PostOffice } from './post-office.js';
import { readSource, readTable, requireField, toAscii } from './sources.js';
import { placeStrayOffices } from './stray-offices.js';

/** Below this accuracy the coordinates are those of the area and up to 100 km off. */
const MIN_ACCURACY = 3;
const MIN_LETTERS = 3;
const MAX_LETTERS = 30;

/** Words in the names of institutions, which are not travel destinations. */
const INSTITUTION = new RegExp(
  String.raw`\b(${[
    'collectorate|college|court|colony|factory|project|railway|station|industrial|estate|school|university',
    'hospital|mills?|campus|sector|phase|extension|extn|secretariat|bhawan|bhavan|office|airport|bank|works',
    'plant|board|block|delivery|kutchery|kutcheri|road|market|camp|lines|depot|institute|centre|center',
    'society|complex|workshop|press|police|vidyapeeth|vidyalaya|polytechnic|crossing|housing|area|sugar',
    'thermal|power|mines?|colliery|town',
  ].join('|')})\b`,
  'i',
);
/** Abbreviations in a name: `R.S.`, `Bk`, `K`. */
const ABBREVIATION = /\b(?:[b-df-hj-np-tv-xz]{1,4}|[aeiouy])\b/i;

/** The name of the place: without the kind of its office and without the area that distinguishes it from others. */
function cleanName(name: string): string {
  return toAscii(name)
    .replace(/\s*\(.*$/, '')
    .replace(/\s+[HSB]\.?O\.?$/i, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Whether a name is that of a village or quarter, as far as its form shows. */
const isPlaceName = (name: string): boolean =>
  /^[A-Za-z][A-Za-z' ]+$/.test(name) &&
  name.length >= MIN_LETTERS &&
  name.length <= MAX_LETTERS &&
  !INSTITUTION.test(name) &&
  !ABBREVIATION.test(name);

/** Coordinates that we know better than the source, by district and name. */
function readKnownCoordinates(): Map<string, { lat: number; lon: number }> {
  return new Map(
    readTable('data/post-offices.tsv').map((record) => [
      `${requireField(record, 'district')}|${requireField(record, 'name')}`,
      { lat: Number(requireField(record, 'lat')), lon: Number(requireField(record, 'lon')) },
    ]),
  );
}

/**
 * Reads all post offices with accurate coordinates. Where these are a namesake's, the office is moved into its
 * district.
 */
export function readPostOffices(): PostOffice[] {
  const known = readKnownCoordinates();
  const offices = readSource('geonames-post-offices')
    .map((record): PostOffice => {
      const name = cleanName(requireField(record, 'name'));
      const district = requireField(record, 'district');
      return {
        name,
        district,
        state: requireField(record, 'state'),
        lat: Number(requireField(record, 'lat')),
        lon: Number(requireField(record, 'lon')),
        accuracy: Number(requireField(record, 'accuracy')),
        ...known.get(`${district}|${name}`),
      };
    })
    .filter(({ accuracy }) => accuracy >= MIN_ACCURACY);
  const towns = readSource('geonames-towns').map((record) => ({
    name: toAscii(requireField(record, 'name')),
    state: requireField(record, 'state'),
    lat: Number(requireField(record, 'lat')),
    lon: Number(requireField(record, 'lon')),
  }));
  return placeStrayOffices(offices, towns);
}

/** Selects villages and quarters: for each name and district, the office with the most accurate coordinates. */
export function selectVillages(offices: readonly PostOffice[]): PostOffice[] {
  const villages = new Map<string, PostOffice>();
  for (const office of offices) {
    if (!isPlaceName(office.name)) continue;
    const key = [foldWord(office.name.replaceAll(' ', '')), office.district, office.state].join('\t');
    const known = villages.get(key);
    if (!known || known.accuracy < office.accuracy) villages.set(key, office);
  }
  return [...villages.values()];
}
