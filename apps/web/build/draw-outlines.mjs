import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createSlug } from '@safarnama/contracts/slug';
import { geoArea } from 'd3-geo';
import { quantize } from 'topojson-client';
import { topology } from 'topojson-server';
import { presimplify, simplify } from 'topojson-simplify';

/**
 * Simplifies the outlines of the states and union territories of India. Run `npm run assets:outlines` after changing
 * this file; the output is committed. docs/decisions/026-drawn-map.md describes the source and the corrections.
 */
const SOURCE = new URL(import.meta.resolve('geojson-india/india.json'));
const STATES = new URL('../../../packages/places/data/states.tsv', import.meta.url);
const TARGET = new URL('../src/features/places/map/outlines.json', import.meta.url);

/** Steps of the grid in each direction; one is about 300 m. */
const GRID = 10_000;
/** A corner is left out if its triangle with the neighbouring corners is smaller, in square degrees. */
const MIN_TRIANGLE = 1e-5;
/** Two points of the source are the same corner within this distance, in degrees. */
const TOLERANCE = 0.002;

/** One territory since 2020, which the source draws as two. */
const MERGED = 'Dadra and Nagar Haveli and Daman and Diu';
const PARTS_OF_MERGED = ['Dadra and Nagar Haveli', 'Daman and Diu'];

/** Corners that the source has on one side of a border only, which leaves gaps; each follows the point `after`. */
const MISSING_CORNERS = [
  {
    state: 'Jammu and Kashmir',
    after: [76.795, 33.255],
    corner: [76.815, 33.173],
    replaces: [76.748, 33.18],
  },
  {
    state: 'Jammu and Kashmir',
    after: [76.255, 33.032],
    corner: [76.111, 33.005],
    replaces: [76.111, 33.003],
  },
  { state: 'Jammu and Kashmir', after: [75.825, 32.929], corner: [75.929, 32.757] },
  { state: 'Jammu and Kashmir', after: [75.94, 32.644], corner: [75.888, 32.577] },
  { state: 'Ladakh', after: [76.934, 33.032], corner: [76.815, 33.173] },
];

/** Islands that the source lacks, as longitude and latitude, drawn larger than they are. */
const ISLANDS = new Map([
  // In the source, these are two islands in other places.
  [
    'Lakshadweep',
    [
      [72.64, 10.57],
      [73.05, 8.28],
      [73.65, 10.08],
      [72.19, 10.86],
      [73.68, 10.81],
      [72.73, 11.12],
      [73.0, 11.48],
      [72.71, 11.69],
      [72.18, 11.6],
    ],
  ],
  [MERGED, [[70.97, 20.71]]],
]);
const DRAWN_AS_ISLANDS_ONLY = 'Lakshadweep';
/** Radius in degrees. */
const ISLAND_RADIUS = 0.06;
const ISLAND_CORNERS = 8;

const source = JSON.parse(await readFile(SOURCE, 'utf8')).features.map(({ geometry, properties }) => ({
  name: PARTS_OF_MERGED.includes(properties.name) ? MERGED : properties.name,
  polygons: geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates,
}));
for (const corner of MISSING_CORNERS) addCorner(corner);

const names = await readStateNames();
const features = names.map((name) => {
  const outlines = source.filter((state) => state.name === name).flatMap(({ polygons }) => polygons);
  if (outlines.length === 0) throw new Error(`${name} has no outline in the source`);
  const islands = (ISLANDS.get(name) ?? []).map((center) => [drawIsland(center)]);
  const polygons = name === DRAWN_AS_ISLANDS_ONLY ? islands : [...outlines, ...islands];
  const geometry = { type: 'MultiPolygon', coordinates: polygons.map((rings) => rings.map(turnClockwise)) };
  return { type: 'Feature', id: createSlug(name), properties: { name }, geometry };
});
const borders = presimplify(topology({ states: { type: 'FeatureCollection', features } }, GRID));
const outlines = quantize(simplify(borders, MIN_TRIANGLE), GRID);
await writeFile(TARGET, `${JSON.stringify(outlines)}\n`);
const corners = outlines.arcs.reduce((sum, arc) => sum + arc.length, 0);
console.log(`${names.length} outlines with ${corners} corners in ${fileURLToPath(TARGET)}`);

/** Names of the states and union territories in alphabetical order, as in the gazetteer. */
async function readStateNames() {
  const [header = '', ...rows] = (await readFile(STATES, 'utf8')).trim().split('\n');
  const column = header.split('\t').indexOf('name');
  return rows.map((row) => row.split('\t')[column] ?? '').sort((a, b) => a.localeCompare(b, 'en'));
}

/** Adds a corner to the border of a state, exactly where the neighbouring state has it. */
function addCorner({ state, after, corner, replaces }) {
  const shared = source
    .filter(({ name }) => name !== state)
    .flatMap(({ polygons }) => polygons.flat(2))
    .find((point) => isNear(point, corner));
  const ring = source
    .filter(({ name }) => name === state)
    .flatMap(({ polygons }) => polygons.flat())
    .find((points) => points.some((point) => isNear(point, after)));
  if (!shared || !ring) throw new Error(`The source has changed at ${corner}, on the border of ${state}`);
  const next = ring.findIndex((point) => isNear(point, after)) + 1;
  ring.splice(next, replaces && isNear(ring[next], replaces) ? 1 : 0, shared);
}

function isNear([lon, lat], [otherLon, otherLat]) {
  return Math.hypot(lon - otherLon, lat - otherLat) < TOLERANCE;
}

function drawIsland([lon, lat]) {
  const corners = Array.from({ length: ISLAND_CORNERS }, (_, index) => {
    const angle = (2 * Math.PI * index) / ISLAND_CORNERS;
    return [lon + ISLAND_RADIUS * Math.cos(angle), lat + ISLAND_RADIUS * Math.sin(angle)];
  });
  return [...corners, corners[0]];
}

/** Orders the points of a ring as d3-geo needs them; in the other order a ring is everything outside it. */
function turnClockwise(ring) {
  const isOutside = geoArea({ type: 'Polygon', coordinates: [ring] }) > 2 * Math.PI;
  return isOutside ? [...ring].reverse() : ring;
}
