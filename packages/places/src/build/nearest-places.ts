import { type Gazetteer, readGazetteer } from '../gazetteer.js';
import { DIVISIONS } from '../place.js';
import type { Row } from '../row-format.js';
import { shortSlug } from '../slug.js';
import { listSides, type Ring, readOutlines } from './outlines.js';

/** Resolution of the coordinates in the table; a step is about 100 m. */
const STEPS_PER_DEGREE = 1_000;
/** Number of parallels per degree for which the table has India's border. */
const PARALLELS_PER_DEGREE = 20;
/** The simplified outlines of neighbouring states may have a gap between them, of up to this many degrees. */
const MAX_GAP = 0.05;
/** Resolution of the reach of a place, in kilometres. */
const REACH_STEP = 0.5;
const RADIX = 36;

/**
 * Radius of an area in kilometres, by its kind, and its cost: kilometres that are added to its distance, so that a
 * smaller place nearby is offered instead. Landmarks have no cost.
 */
const AREAS: Partial<Record<Row['kind'], { reach: number; cost: number }>> = {
  region: { reach: 12, cost: 4 },
  valley: { reach: 8, cost: 4 },
  river: { reach: 3, cost: 4 },
  park: { reach: 5, cost: 1 },
  island: { reach: 3, cost: 1 },
  lake: { reach: 1.5, cost: 0 },
};
const SETTLEMENTS: readonly Row['kind'][] = ['town', 'village'];
/** Costs and reaches in kilometres, as in `AREAS`. */
const SETTLEMENT_COST = 1;
const SETTLEMENT_REACH = 1.5;
const LANDMARK_REACH = 0.5;

/**
 * Radius of a place in kilometres. The area of a city grows with its population, so its radius with the square root.
 */
function reachOf({ kind, population }: Row): number {
  if (SETTLEMENTS.includes(kind)) return Math.max(SETTLEMENT_REACH, Math.sqrt(population) / 200);
  return AREAS[kind]?.reach ?? LANDMARK_REACH;
}

const costOf = ({ kind }: Row): number =>
  SETTLEMENTS.includes(kind) ? SETTLEMENT_COST : (AREAS[kind]?.cost ?? 0);

/**
 * The places that may be offered for a photo's position, by columns: the places of our own list and the towns. Villages
 * of the postal service are too many for a browser and hardly known; a position is in a division rather than near one.
 */
function listColumns(gazetteer: Gazetteer) {
  const rows = Array.from({ length: gazetteer.size }, (_, number) => ({ row: gazetteer.row(number), number }))
    .filter(({ row }) => row.id !== '' && !DIVISIONS.includes(row.kind))
    .sort((a, b) => a.row.lat - b.row.lat || a.number - b.number);
  const places = rows.map(({ number }) => gazetteer.place(number));
  const states = [...new Set(places.map(({ state }) => state))].sort();
  const lats = rows.map(({ row }) => Math.round(row.lat * STEPS_PER_DEGREE));
  return {
    states,
    names: places.map(({ name }) => name).join('\n'),
    /** Empty where the slug gives it. */
    ids: places.map(({ _id, slug }) => (_id === `sf-${slug}` ? '' : _id.replace(/^gn-/, ''))).join('\n'),
    /** Empty where the name gives it. */
    slugs: places.map(({ name, slug }) => (slug === shortSlug(name) ? '' : slug)).join('\n'),
    stateOf: places.map(({ state }) => states.indexOf(state).toString(RADIX)).join(''),
    costs: rows.map(({ row }) => costOf(row)).join(''),
    reaches: rows
      .map(({ row }) => Math.min(RADIX - 1, Math.round(reachOf(row) / REACH_STEP)).toString(RADIX))
      .join(''),
    /** Differences between neighbouring places, which take fewer digits. */
    lats: lats.map((lat, index) => lat - (lats[index - 1] ?? 0)).join(' '),
    lons: rows.map(({ row }) => Math.round(row.lon * STEPS_PER_DEGREE)).join(' '),
  };
}

/** The longitudes between which a parallel is in a state. */
function spansAt(rings: readonly Ring[], lat: number): [number, number][] {
  const crossings = rings
    .flatMap(listSides)
    .filter(([[, latA], [, latB]]) => latA > lat !== latB > lat)
    .map(([[lonA, latA], [lonB, latB]]) => lonA + ((lat - latA) / (latB - latA)) * (lonB - lonA))
    .sort((a, b) => a - b);
  return crossings.flatMap((west, index) => (index % 2 === 0 ? [[west, crossings[index + 1] ?? west]] : []));
}

/** The longitudes between which a parallel is in India, as a line of pairs. */
function formatParallel(states: readonly Ring[][], lat: number): string {
  const merged: [number, number][] = [];
  for (const [west, east] of states.flatMap((rings) => spansAt(rings, lat)).sort(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last && west - last[1] <= MAX_GAP) last[1] = Math.max(last[1], east);
    else merged.push([west, east]);
  }
  return merged
    .flat()
    .map((lon) => Math.round(lon * 100))
    .join(' ');
}

function listBorder() {
  const states = [...readOutlines().values()];
  const lats = states.flat(2).map(([, lat]) => lat);
  const first = Math.floor(lats.reduce((a, b) => Math.min(a, b)) * PARALLELS_PER_DEGREE);
  const last = Math.ceil(lats.reduce((a, b) => Math.max(a, b)) * PARALLELS_PER_DEGREE);
  const parallels = Array.from({ length: last - first + 1 }, (_, index) =>
    formatParallel(states, (first + index + 0.5) / PARALLELS_PER_DEGREE),
  );
  return { first, parallels };
}

/** What a browser needs to find the place near a position: the places, and where India is. */
export const buildNearestPlaces = () => ({
  stepsPerDegree: STEPS_PER_DEGREE,
  reachStep: REACH_STEP,
  parallelsPerDegree: PARALLELS_PER_DEGREE,
  ...listColumns(readGazetteer()),
  border: listBorder(),
});
