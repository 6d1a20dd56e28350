/** Builds the table by which the web app finds the place near a photo's position, with each build of the package. */
import { writeFileSync } from 'node:fs';
import { buildNearestPlaces } from './nearest-places.js';

writeFileSync(
  new URL('../nearest-places.json', import.meta.url),
  `${JSON.stringify(buildNearestPlaces())}\n`,
);
