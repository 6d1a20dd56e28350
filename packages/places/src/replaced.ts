import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('../data/replaced.tsv', import.meta.url);
const HEADER = 'id\tslug\tby';

/** A former duplicate of the gazetteer: its id and slug lead to the place that remains. */
export interface ReplacedPlace {
  id: string;
  slug: string;
  /** Id of the place that remains. */
  by: string;
}

/** Reads the places that other places have replaced. */
export const readReplaced = (): ReplacedPlace[] =>
  readFileSync(FILE, 'utf8')
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => {
      const [id = '', slug = '', by = ''] = line.split('\t');
      return { id, slug, by };
    });

/** Writes the places that other places have replaced; only the build of the data does this. */
export function writeReplaced(places: readonly ReplacedPlace[]): void {
  const lines = places.map(({ id, slug, by }) => [id, slug, by].join('\t'));
  writeFileSync(FILE, [HEADER, ...lines, ''].join('\n'));
}
