import { readFileSync } from 'node:fs';
import type { Place } from './place.js';
import { parseRow, type Row } from './row-format.js';
import { expandSlug, postOfficeId } from './slug.js';

const DATA_FILE = new URL('../data/gazetteer.tsv', import.meta.url);
const LINE_FEED = 0x0a;
const COUNTRY_ROW = 0;

function findLineStarts(bytes: Buffer): Uint32Array {
  const starts = [0];
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1))
    starts.push(at + 1);
  return Uint32Array.from(starts);
}

/** The places, as the bytes of their file, because an object for each place would take four times the memory. */
export interface Gazetteer {
  /** Number of places. */
  readonly size: number;
  row(number: number): Row;
  place(number: number): Place;
  /** The id of the place of a row. */
  idOf(row: Row): string;
  /**
   * Row number of the district, state or country that a place lies in; null for the country. Skips an uncertain
   * district.
   */
  parentOf(number: number): number | null;
}

/** @param bytes - content of `data/gazetteer.tsv`; each line ends with a line feed. */
function createGazetteer(bytes: Buffer): Gazetteer {
  const starts = findLineStarts(bytes);
  const size = starts.length - 1;
  /** States and districts, which every place refers to. */
  const divisions = new Map<number, Row>();

  function row(number: number): Row {
    return parseRow(bytes.toString('utf8', starts[number], (starts[number + 1] ?? 0) - 1));
  }

  function division(number: number): Row {
    const known = divisions.get(number);
    if (known) return known;
    const found = row(number);
    divisions.set(number, found);
    return found;
  }

  /** The id of a post office is derived from its name and district. */
  const idOf = ({ id, name, parent }: Row): string => id || postOfficeId(name, division(parent).id);

  return {
    size,
    row,
    idOf,

    place(number) {
      const found = row(number);
      const { parent, name, kind, lat, lon, slug, localName, otherNames, isParentCertain } = found;
      const parentRow = division(parent);
      const district = parentRow.kind === 'district' ? parentRow : null;
      const stateRow = district ? division(district.parent) : parentRow;
      const outerState = stateRow.kind === 'state' ? stateRow.name : '';
      return {
        _id: idOf(found),
        slug: expandSlug(slug, { name, district: district?.name ?? '', state: outerState }),
        name,
        localName,
        kind,
        state: kind === 'state' ? name : outerState,
        district: kind === 'district' ? name : district && isParentCertain ? district.name : '',
        lat,
        lon,
        otherNames,
      };
    },

    parentOf(number) {
      if (number === COUNTRY_ROW) return null;
      const { parent, isParentCertain } = row(number);
      return isParentCertain ? parent : division(parent).parent;
    },
  };
}

/** Reads the gazetteer of the package. */
export const readGazetteer = (): Gazetteer => createGazetteer(readFileSync(DATA_FILE));
