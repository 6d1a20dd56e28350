import { PLACE_KINDS, type PlaceKind } from '@safarnama/contracts';

/** A line of `data/gazetteer.tsv`: what the file stores about a place. */
export interface Row {
  /** Number of the line that this place lies in: its district, else its state, else the country. */
  parent: number;
  name: string;
  kind: PlaceKind;
  lat: number;
  lon: number;
  /** Empty for the long form, `=` for the short one: see `slug.ts`. */
  slug: string;
  /** Empty for a post office, whose id is made from its name and district. */
  id: string;
  population: number;
  localName: string;
  otherNames: string[];
  /** Spellings that lead to the place but are not shown: GeoNames has many of other languages. */
  aliases: string[];
  /**
   * False when `parent` is a district of the postal service that has been divided since, so that today's district may
   * be another.
   */
  isParentCertain: boolean;
}

const LIST_SEPARATOR = '|';
const RADIX = 36;
const UNCERTAIN = '?';

const toList = (field: string | undefined) => (field ? field.split(LIST_SEPARATOR) : []);

/** Formats a place as a line, without the fields at its end that are empty. */
export function formatRow(row: Row): string {
  return [
    `${row.isParentCertain ? '' : UNCERTAIN}${row.parent.toString(RADIX)}`,
    row.name,
    PLACE_KINDS.indexOf(row.kind).toString(RADIX),
    String(row.lat),
    String(row.lon),
    row.slug,
    row.id,
    row.population > 0 ? row.population.toString(RADIX) : '',
    row.localName,
    row.otherNames.join(LIST_SEPARATOR),
    row.aliases.join(LIST_SEPARATOR),
  ]
    .join('\t')
    .trimEnd();
}

/** Parses what `formatRow` has written. */
export function parseRow(line: string): Row {
  const [parent = '', name = '', kind = '', lat, lon, slug = '', id = '', ...rest] = line.split('\t');
  const [population, localName = '', otherNames, aliases] = rest;
  const isParentCertain = !parent.startsWith(UNCERTAIN);
  return {
    parent: Number.parseInt(isParentCertain ? parent : parent.slice(1), RADIX),
    name,
    kind: PLACE_KINDS[Number.parseInt(kind, RADIX)] ?? 'other',
    lat: Number(lat),
    lon: Number(lon),
    slug,
    id,
    population: population ? Number.parseInt(population, RADIX) : 0,
    localName,
    otherNames: toList(otherNames),
    aliases: toList(aliases),
    isParentCertain,
  };
}
