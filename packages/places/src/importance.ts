import type { Row } from './row-format.js';

/** Importance of a place of our own list: like a town of some 250,000 people. */
const OWN_PLACE = 190;
/** Importance of a district: less than that of its chief town, which travellers mean by the name. */
const DISTRICT = 120;
/** Importance of the villages of the postal service. */
export const VILLAGE = 40;
/** The importance of a town is between these, by the logarithm of its population. */
const SMALLEST_TOWN = 100;
const LARGEST_TOWN = 245;
const LOG_OF_SMALLEST = Math.log10(500);
const LOG_OF_LARGEST = Math.log10(13_000_000);

/** How likely it is that a place is meant when several have its name: 0 to 255. */
export function computeImportance({ kind, id, population }: Pick<Row, 'kind' | 'id' | 'population'>): number {
  if (kind === 'country') return 255;
  if (kind === 'state') return 250;
  if (kind === 'district') return DISTRICT;
  if (id.startsWith('sf-')) return OWN_PLACE;
  if (id === '') return VILLAGE;
  const share =
    (Math.log10(Math.max(population, 500)) - LOG_OF_SMALLEST) / (LOG_OF_LARGEST - LOG_OF_SMALLEST);
  return Math.round(SMALLEST_TOWN + Math.min(share, 1) * (LARGEST_TOWN - SMALLEST_TOWN));
}
