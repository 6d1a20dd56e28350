/**
 * Builds the indexes of names from `data/gazetteer.tsv`, with each build of the package: it depends on the phonetic
 * key, and computing the keys when the API starts would take a second.
 */
import { writeFileSync } from 'node:fs';
import { readGazetteer } from '../gazetteer.js';
import { computeImportance } from '../importance.js';
import { ALIAS, type IndexEntry, LATER_WORD, NAME, OTHER_NAME, serializeIndex } from '../name-index.js';
import { foldName, laterKeys, nameKey } from '../name-key.js';
import { type Spelling, serializeSpellings } from '../spellings.js';

const gazetteer = readGazetteer();
const keys = new Map<string, IndexEntry[]>();
const spellings: Spelling[] = [];

/** Adds a place under a key, unless a more important kind of its names is already there. */
function add(key: string, row: number, kind: number): void {
  if (key === '') return;
  const entries = keys.get(key);
  if (!entries) keys.set(key, [{ row, kind }]);
  else if (entries.at(-1)?.row !== row) entries.push({ row, kind });
}

/** Lists the spellings of a place, each once. */
function spellingsOf(row: number): Spelling[] {
  const { name, localName, otherNames, aliases } = gazetteer.row(row);
  const space = name.indexOf(' ');
  const kinds = new Map<string, number>();
  const spell = (each: string, kind: number) => {
    const folded = foldName(each);
    if (folded !== '' && !kinds.has(folded)) kinds.set(folded, kind);
  };
  spell(name, NAME);
  spell(localName, NAME);
  for (const each of otherNames) spell(each, OTHER_NAME);
  for (const each of aliases) spell(each, ALIAS);
  if (space !== -1) spell(name.slice(space + 1), LATER_WORD);
  return [...kinds].map(([folded, kind]) => ({ folded, row, kind }));
}

const rows = Array.from({ length: gazetteer.size }, (_, number) => {
  const row = gazetteer.row(number);
  const { _id, slug } = gazetteer.place(number);
  const others = [row.localName, ...row.otherNames];
  add(nameKey(row.name), number, NAME);
  for (const name of others) add(nameKey(name), number, OTHER_NAME);
  for (const name of row.aliases) add(nameKey(name), number, ALIAS);
  // Villages are only found by the sound of their whole names: too many of them share a word.
  if (row.id !== '') {
    for (const key of [row.name, ...others].flatMap(laterKeys)) add(key, number, LATER_WORD);
    spellings.push(...spellingsOf(number));
  }
  return { id: _id, slug, importance: computeImportance(row), parent: gazetteer.parentOf(number) ?? 0 };
});
writeFileSync(new URL('../names.bin', import.meta.url), serializeIndex(keys, rows));
writeFileSync(new URL('../spellings.tsv', import.meta.url), serializeSpellings(spellings));
