import type { Gazetteer } from '../gazetteer.js';
import type { ReplacedPlace } from '../replaced.js';
import { formatRow, type Row } from '../row-format.js';
import { assembleRows } from './assemble.js';
import { assignSlugs } from './assign-slugs.js';
import { findReplacements } from './replacements.js';

interface Build {
  rows: Row[];
  /** Content of `data/gazetteer.tsv`. */
  text: string;
  replaced: ReplacedPlace[];
}

/**
 * Builds the gazetteer from its sources.
 *
 * @param previous - the file that this build replaces; its ids and slugs are preserved.
 * @param earlier - the places that earlier builds have replaced.
 */
export function buildGazetteer(previous: Gazetteer | null, earlier: readonly ReplacedPlace[]): Build {
  const rows = assembleRows();
  const places = previous ? Array.from({ length: previous.size }, (_, number) => previous.place(number)) : [];
  const replaced = [...earlier, ...findReplacements(rows, places, earlier)];
  assignSlugs(rows, places, replaced);
  return { rows, text: rows.map((row) => `${formatRow(row)}\n`).join(''), replaced };
}
