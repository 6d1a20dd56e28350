import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export type Position = [lon: number, lat: number];
export type Ring = Position[];

interface Feature {
  properties: { name: string };
  geometry: { type: 'Polygon'; coordinates: Ring[] } | { type: 'MultiPolygon'; coordinates: Ring[][] };
}

/** The outlines contain two former territories that have been merged into one. */
const TODAY: Record<string, string> = {
  'Dadra and Nagar Haveli': 'Dadra and Nagar Haveli and Daman and Diu',
  'Daman and Diu': 'Dadra and Nagar Haveli and Daman and Diu',
};

/** The outlines of the states and union territories by name, simplified. */
export function readOutlines(): Map<string, Ring[]> {
  const file = createRequire(import.meta.url).resolve('geojson-india/india.json');
  const { features }: { features: Feature[] } = JSON.parse(readFileSync(file, 'utf8'));
  const outlines = new Map<string, Ring[]>();
  for (const { properties, geometry } of features) {
    const name = TODAY[properties.name] ?? properties.name;
    const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
    outlines.set(name, [...(outlines.get(name) ?? []), ...rings]);
  }
  return outlines;
}

/** The sides of a ring, each as two positions. */
export const listSides = (ring: Ring): [Position, Position][] =>
  ring.map((position, index) => [position, ring[(index + 1) % ring.length] ?? position]);
