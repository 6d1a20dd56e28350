/** Builds `data/gazetteer.tsv` from the sources: `npm run data`. */
import { existsSync, writeFileSync } from 'node:fs';
import { readGazetteer } from '../gazetteer.js';
import { readReplaced, writeReplaced } from '../replaced.js';
import { buildGazetteer } from './build-gazetteer.js';

const FILE = new URL('../../data/gazetteer.tsv', import.meta.url);

const previous = existsSync(FILE) ? readGazetteer() : null;
const { rows, text, replaced } = buildGazetteer(previous, readReplaced());
writeReplaced(replaced);
writeFileSync(FILE, text);
const kinds = new Map<string, number>();
for (const { kind } of rows) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
process.stdout.write(
  `${rows.length} places, ${Buffer.byteLength(text)} bytes: ${JSON.stringify(Object.fromEntries(kinds))}\n`,
);
