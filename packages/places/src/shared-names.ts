import { readFileSync } from 'node:fs';
import { foldName, isLatin, nameKey } from './name-key.js';

const FILE = new URL('../data/shared-names.tsv', import.meta.url);

/**
 * Names that many towns have for one of their streets or monuments, whichever of them the gazetteer knows, and names of
 * regions of several states, which the gazetteer knows in one of them.
 */
export interface SharedNames {
  /** Whether a name is one of them: in Latin letters by its spelling, in other scripts by its sound. */
  has(name: string): boolean;
}

/** Reads the list of shared names. */
export function readSharedNames(): SharedNames {
  const names = readFileSync(FILE, 'utf8')
    .split('\n')
    .slice(1)
    .filter((line) => line !== '');
  const folded = new Set(names.map(foldName));
  const keys = new Set(names.map(nameKey));
  return { has: (name) => (isLatin(name) ? folded.has(foldName(name)) : keys.has(nameKey(name))) };
}
