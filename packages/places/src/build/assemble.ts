import { PLACE_KINDS, type PlaceKind } from '@safarnama/contracts';
import { createSlug } from '@safarnama/contracts/slug';
import { distanceInKm, type Point, SAME_PLACE_KM } from '../distance.js';
import { computeImportance } from '../importance.js';
import { readReplaced } from '../replaced.js';
import type { Row } from '../row-format.js';
import { createDivisions, type Divisions, newRow, round } from './divisions.js';
import { createGrid } from './grid.js';
import { foldName, indicNames, latinAliases, nameInScript, without } from './names.js';
import type { PostOffice } from './post-office.js';
import { readPostOffices, selectVillages } from './post-offices.js';
import {
  type Fields,
  readOwnPlaces,
  readSource,
  readTable,
  requireField,
  requireList,
  toAscii,
} from './sources.js';

/** Distance up to which the nearest post offices decide the district of a town. */
const MAX_DISTRICT_KM = 25;
/** Number of the nearest points of post offices that vote on it. */
const VOTES = 5;
/** A town within this distance of the middle of the district with its name is the chief town of that district. */
const MAX_CHIEF_TOWN_KM = 75;
const DEFAULT_STATE_SCRIPT = 'Deva';

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Reads our corrections to GeoNames' towns. `requireEmpty` throws if one of them matched no town. */
function readTownTable({ stateOf }: Divisions) {
  const unused = new Map<string, Fields>();
  for (const record of readTable('data/towns.tsv')) {
    unused.set(`${stateOf(requireField(record, 'state'))}|${requireField(record, 'town')}`, record);
  }
  return {
    take(state: string, town: string): Fields | undefined {
      const key = `${state}|${town}`;
      const record = unused.get(key);
      unused.delete(key);
      return record;
    },
    requireEmpty() {
      if (unused.size > 0) throw new Error(`Unknown towns: ${[...unused.keys()].join(', ')}`);
    },
  };
}

/**
 * The district of the nearest point of post offices, if at least half of the other near points are in it; else
 * undefined.
 */
function agreedDistrict(near: readonly { office: PostOffice }[], { todaysDistrict }: Divisions) {
  const byPoint = new Map(
    near.map(({ office }) => {
      const district = todaysDistrict(office);
      return [`${office.lat} ${office.lon} ${district?.name}`, district];
    }),
  );
  const [nearest, ...others] = [...byPoint.values()].slice(0, VOTES);
  const agreeing = others.filter((district) => district?.name === nearest?.name).length;
  return nearest && agreeing >= others.length / 2 ? nearest : undefined;
}

/** Creates a function that finds the row number of a town's district; undefined when the district is not certain. */
function createDistrictFinder(divisions: Divisions, offices: readonly PostOffice[]) {
  const officesNear = createGrid(offices.filter(({ isStray }) => !isStray));
  return (name: string, state: string, point: Point): number | undefined => {
    const named = divisions.districtNumber(state, name);
    const itsDistrict = named === undefined ? undefined : divisions.rows[named];
    // The chief town is in the district with its name, even if the district was divided or the nearest post office is
    // in another.
    if (itsDistrict && distanceInKm(itsDistrict, point) <= MAX_CHIEF_TOWN_KM) return named;
    const near = officesNear
      .near(point)
      .filter((office) => office.state === state)
      .map((office) => ({ office, km: distanceInKm(office, point) }))
      .filter(({ km }) => km <= MAX_DISTRICT_KM)
      .sort((a, b) => a.km - b.km || compare(a.office.name, b.office.name));
    const its = near.find(
      ({ office, km }) => km <= SAME_PLACE_KM && foldName(office.name) === foldName(name),
    );
    const district = its ? divisions.todaysDistrict(its.office) : agreedDistrict(near, divisions);
    return district?.isCertain ? divisions.districtNumber(state, district.name) : undefined;
  };
}

function createTowns(divisions: Divisions, offices: readonly PostOffice[]): Row[] {
  const table = readTownTable(divisions);
  const districtOf = createDistrictFinder(divisions, offices);
  const requireDistrict = (state: string, district: string): number | undefined => {
    const number = divisions.districtNumber(state, district);
    if (district !== '' && number === undefined) throw new Error(`${state}: unknown district ${district}`);
    return number;
  };
  const towns = readSource('geonames-towns').map((record): Row => {
    const sourceState = requireField(record, 'state');
    const sourceName = toAscii(requireField(record, 'name'));
    const better = table.take(sourceState, sourceName);
    /** Our correction, else the value of the source. */
    const best = (column: string, source: string): string =>
      (better && requireField(better, column)) || source;
    const state =
      better && requireField(better, 'inState')
        ? divisions.stateOf(requireField(better, 'inState'))
        : sourceState;
    const name = best('name', sourceName);
    const point = {
      lat: Number(requireField(record, 'lat')),
      lon: Number(requireField(record, 'lon')),
    };
    const curated = better ? requireList(better, 'otherNames') : [];
    const names = requireList(record, 'other_names');
    const inScript = (script: string) => nameInScript(name, [...names, ...curated], script);
    const localName = best('localName', inScript(divisions.scriptOf(state)));
    const hindiName = best('hindiName', inScript(DEFAULT_STATE_SCRIPT));
    const otherNames = without([hindiName, ...curated, ...indicNames(names)], [name, localName]);
    return newRow({
      parent:
        requireDistrict(state, best('district', '')) ??
        districtOf(name, state, point) ??
        divisions.stateNumber(state),
      name,
      kind: 'town',
      lat: round(point.lat, 4),
      lon: round(point.lon, 4),
      id: `gn-${requireField(record, 'geonameid')}`,
      population: Number(best('population', requireField(record, 'population'))),
      localName,
      otherNames,
      aliases: latinAliases(names, [name, ...otherNames]),
    });
  });
  table.requireEmpty();
  return towns;
}

function requireKind(kind: string): PlaceKind {
  const known = PLACE_KINDS.find((each) => each === kind);
  if (!known) throw new Error(`Unknown kind ${kind}`);
  return known;
}

/** Removes the towns that other places replace, after merging their names and population into these places. */
function replaceTowns(towns: readonly Row[], own: readonly Row[], divisions: readonly Row[]): Row[] {
  const replacedBy = new Map(readReplaced().map(({ id, by }) => [id, by]));
  const places = new Map([...own, ...towns].map((place) => [place.id, place]));
  return towns.filter((town) => {
    const place = places.get(replacedBy.get(town.id) ?? '');
    if (!place) return true;
    place.localName ||= town.localName;
    const names = [...place.otherNames, town.name, town.localName, ...town.otherNames];
    place.otherNames = without(names, [place.name, place.localName]);
    place.aliases = without([...place.aliases, ...town.aliases], [place.name, ...place.otherNames]);
    place.population = Math.max(place.population, town.population);
    // The district may be certain for only one of the two.
    if (divisions[town.parent]?.parent === place.parent) place.parent = town.parent;
    return false;
  });
}

function createOwnPlaces(divisions: Divisions): Row[] {
  return readOwnPlaces().map((record) => {
    const state = divisions.stateOf(requireField(record, 'state'));
    const district = requireField(record, 'district');
    const name = requireField(record, 'name');
    const number = divisions.districtNumber(state, district);
    if (district !== '' && number === undefined) throw new Error(`${name}: unknown district ${district}`);
    const localName = requireField(record, 'localName');
    return newRow({
      parent: number ?? divisions.stateNumber(state),
      name,
      kind: requireKind(requireField(record, 'kind')),
      lat: Number(requireField(record, 'lat')),
      lon: Number(requireField(record, 'lon')),
      id: `sf-${createSlug(`${name} ${state}`)}`,
      localName,
      otherNames: without(
        [requireField(record, 'hindiName'), ...requireList(record, 'otherNames')],
        [name, localName],
      ),
    });
  });
}

/** The villages that are not among the known places. */
function createVillages(divisions: Divisions, offices: readonly PostOffice[], known: readonly Row[]): Row[] {
  const knownByName = new Map<string, Row[]>();
  for (const row of known) {
    const key = foldName(row.name);
    knownByName.set(key, [...(knownByName.get(key) ?? []), row]);
  }
  const villages = selectVillages(offices).filter(
    (office) =>
      !knownByName.get(foldName(office.name))?.some((place) => distanceInKm(place, office) <= SAME_PLACE_KM),
  );
  const rows = new Map<string, Row>();
  for (const { name, state, lat, lon, ...office } of villages) {
    const district = divisions.todaysDistrict({ state, ...office });
    const number = district ? divisions.districtNumber(state, district.name) : undefined;
    // Two districts of the postal service may have been merged since.
    const key = `${createSlug(name)} ${number}`;
    if (!district || number === undefined || rows.has(key)) continue;
    rows.set(
      key,
      newRow({
        parent: number,
        name,
        kind: 'village',
        lat: round(lat, 3),
        lon: round(lon, 3),
        isParentCertain: district.isCertain,
      }),
    );
  }
  return [...rows.values()];
}

/** The town in a district that has the name of the district. */
const chiefTownOf = (district: Row, { rows }: Divisions, places: readonly Row[]): Row | undefined =>
  places.find(
    ({ kind, name, parent }) => kind === 'town' && name === district.name && rows[parent] === district,
  );

/** Gives each district the names of its chief town in other scripts. */
function nameDistricts(divisions: Divisions, places: readonly Row[]): void {
  for (const district of divisions.rows.filter(({ kind }) => kind === 'district')) {
    const chief = chiefTownOf(district, divisions, places);
    if (!chief) continue;
    district.localName = chief.localName;
    district.otherNames = without([...district.otherNames, ...chief.otherNames], [district.name]);
  }
}

/** Gives names in other scripts to the districts whose chief town has none, and to that town. */
function nameOtherDistricts(divisions: Divisions, places: readonly Row[]): void {
  for (const record of readTable('data/district-names.tsv')) {
    const name = requireField(record, 'district');
    const number = divisions.districtNumber(divisions.stateOf(requireField(record, 'state')), name);
    const district = number === undefined ? undefined : divisions.rows[number];
    if (!district) throw new Error(`${name} is not a district`);
    const ours = [requireField(record, 'hindiName'), ...requireList(record, 'otherNames')];
    const chief = chiefTownOf(district, divisions, places);
    for (const place of chief ? [district, chief] : [district]) {
      place.localName ||= requireField(record, 'localName');
      place.otherNames = without([...ours, ...place.otherNames], [place.name, place.localName]);
    }
  }
}

/** All places in the order of the file: the country, states, districts, then the others, the most important first. */
export function assembleRows(): Row[] {
  const offices = readPostOffices();
  const divisions = createDivisions(offices);
  const own = createOwnPlaces(divisions);
  const towns = replaceTowns(createTowns(divisions, offices), own, divisions.rows);
  const places = [...towns, ...own];
  const villages = createVillages(divisions, offices, places);
  nameDistricts(divisions, places);
  nameOtherDistricts(divisions, places);
  const others = [...places, ...villages].sort(
    (a, b) =>
      computeImportance(b) - computeImportance(a) ||
      b.population - a.population ||
      compare(a.name, b.name) ||
      a.parent - b.parent ||
      compare(a.id, b.id),
  );
  return [...divisions.rows, ...others];
}
