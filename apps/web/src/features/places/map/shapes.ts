import { type GeoPermissibleObjects, geoConicConformal, geoPath } from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import outlines from './outlines.json';

/** Size of the map of India in its own units, which are about 5.4 km. */
export const MAP_SIZE = { width: 600, height: 690 } as const;
/** Margin around India for the lines along the coast. */
const MARGIN = 16;
/** Latitudes at which the projection is true to scale. */
const PARALLELS: [number, number] = [12, 32];
/** Longitude that is drawn as a vertical line. */
const CENTRAL_LONGITUDE = 82;

/** A smaller state or union territory is too small to point at; in square units. */
const SMALL_AREA = 250;

export interface Point {
  x: number;
  y: number;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface StateShape {
  slug: string;
  name: string;
  /** SVG path data. */
  path: string;
  box: Box;
  /** The outer ring of its largest part, and the centroid of that part. */
  outline: readonly Point[];
  middle: Point;
  /** The middle of each of its parts if the state is too small to point at; otherwise empty. */
  spots: readonly Point[];
}

type Geometry = (typeof features)[number]['geometry'];
type Polygon = Extract<Geometry, { type: 'Polygon' }>;
type MeshParameters = Parameters<typeof mesh>;
// The casts are safe: the types of imported JSON are too wide, such as `string` instead of 'Topology'.
const topology = outlines as unknown as MeshParameters[0];
const stateObjects = topology.objects['states'] as NonNullable<MeshParameters[1]>;
const collection = feature(topology, stateObjects);
const features = 'features' in collection ? collection.features : [];

const projection = geoConicConformal()
  .parallels(PARALLELS)
  .rotate([-CENTRAL_LONGITUDE, 0])
  .fitExtent(
    [
      [MARGIN, MARGIN],
      [MAP_SIZE.width - MARGIN, MAP_SIZE.height - MARGIN],
    ],
    { type: 'FeatureCollection', features },
  );
const path = geoPath(projection).digits(2);

const draw = (shape: GeoPermissibleObjects): string => path(shape) ?? '';

/** All states and union territories, sorted by name. */
export const STATE_SHAPES: readonly StateShape[] = features.map((state) => {
  const [[left, top], [right, bottom]] = path.bounds(state);
  const parts = listParts(state.geometry).sort((a, b) => path.area(b) - path.area(a));
  const middles = parts.map(findMiddle);
  // The cast is safe: `build/draw-outlines.mjs` writes this property.
  const { name } = state.properties as { name: string };
  return {
    slug: String(state.id),
    name,
    path: draw(state),
    box: { left, top, width: right - left, height: bottom - top },
    outline: parts[0] ? outlineOf(parts[0]) : [],
    middle: middles[0] ?? { x: left, y: top },
    spots: path.area(state) < SMALL_AREA ? middles : [],
  };
});

/** The coast and the borders with other countries. */
export const OUTER_BORDER = draw(mesh(topology, stateObjects, (a, b) => a === b));
/** The borders between states. */
export const INNER_BORDERS = draw(mesh(topology, stateObjects, (a, b) => a !== b));

/** The outline of the sea on the map. */
export const SEA = draw({
  type: 'Polygon',
  coordinates: [
    [
      [62, 23.8],
      [69, 23.8],
      [88, 22.7],
      [89.2, 22.2],
      [89.8, 20.8],
      [100, 20.8],
      [100, 3],
      [62, 3],
      [62, 23.8],
    ],
  ],
});

/** Returns the position of a place on the map. */
export function projectPlace({ lat, lon }: { lat: number; lon: number }): Point {
  const [x, y] = projection([lon, lat]) ?? [0, 0];
  return { x, y };
}

/** Finds the state or union territory with a name or a slug. */
export function findState(nameOrSlug: string): StateShape | undefined {
  return STATE_SHAPES.find(({ name, slug }) => name === nameOrSlug || slug === nameOrSlug);
}

function listParts(geometry: Geometry): Polygon[] {
  if (geometry.type === 'Polygon') return [geometry];
  if (geometry.type !== 'MultiPolygon') return [];
  return geometry.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }));
}

function outlineOf({ coordinates: [ring = []] }: Polygon): Point[] {
  return ring.map(([lon = 0, lat = 0]) => projectPlace({ lat, lon }));
}

function findMiddle(shape: GeoPermissibleObjects): Point {
  const [x, y] = path.centroid(shape);
  return { x, y };
}
