import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('../data/replaced.tsv', import.meta.url);
const HEADER = 'id\tslug\tby';

/** A place that was twice in the gazetteer: its id and slug lead to the place that stays. */
export interface ReplacedPlace {
  id: string;
  slug: string;
  /** Id of the place that stays. */
  by: string;
}

/** Reads the places that others stand for. */
export const readReplaced = (): ReplacedPlace[] =>
  readFileSync(FILE, 'utf8')
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => {
      const [id = '', slug = '', by = ''] = line.split('\t');
      return { id, slug, by };
    });

/** Writes the places that others stand for; only the build of the data does. */
export function writeReplaced(places: readonly ReplacedPlace[]): void {
  const lines = places.map(({ id, slug, by }) => [id, slug, by].join('\t'));
  writeFileSync(FILE, [HEADER, ...lines, ''].join('\n'));
}
