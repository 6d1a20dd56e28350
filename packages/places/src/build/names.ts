import { foldWord, isWithinEditDistance, phoneticKey } from '@safarnama/phonetic';
import { toAscii } from './sources.js';

/** Patterns of names in each script, by the codes of `data/states.tsv`. */
const SCRIPTS: Record<string, RegExp> = {
  Arab: /^[\p{Script=Arabic}\p{M}\p{Cf} ]+$/u,
  Beng: /^[\p{Script=Bengali}\p{M}\p{Cf} ]+$/u,
  Deva: /^[\p{Script=Devanagari}\p{M}\p{Cf} ]+$/u,
  Gujr: /^[\p{Script=Gujarati}\p{M}\p{Cf} ]+$/u,
  Guru: /^[\p{Script=Gurmukhi}\p{M}\p{Cf} ]+$/u,
  Knda: /^[\p{Script=Kannada}\p{M}\p{Cf} ]+$/u,
  Mlym: /^[\p{Script=Malayalam}\p{M}\p{Cf} ]+$/u,
  Orya: /^[\p{Script=Oriya}\p{M}\p{Cf} ]+$/u,
  Taml: /^[\p{Script=Tamil}\p{M}\p{Cf} ]+$/u,
  Tibt: /^[\p{Script=Tibetan}\p{M}\p{Cf} ]+$/u,
  Telu: /^[\p{Script=Telugu}\p{M}\p{Cf} ]+$/u,
};
const INDIC = Object.entries(SCRIPTS).filter(([code]) => code !== 'Arab' && code !== 'Tibt');
/** Names that GeoNames has in languages that put the kind of the place before it. */
const FOREIGN = /^(Dakbayan|Lungsod|Faritani|Conjunto|Stare|Ciudad|Kota|Distrikt|Distretto)\b/;
const MAX_EDITS = 12;

/** Folds a name for comparing lists: without case, accents and spaces. */
export const foldName = (name: string): string => foldWord(name.replace(/[^\p{L}\p{M}\p{N}]/gu, ''));

/** The key of a name of one or several words. */
const keyOfName = (name: string): string =>
  name
    .split(/[^\p{L}\p{M}\p{N}'’]+/u)
    .map((word) => phoneticKey(foldWord(word)))
    .join('');

function editsBetween(a: string, b: string): number {
  let edits = 0;
  while (edits < MAX_EDITS && !isWithinEditDistance(a, b, edits)) edits += 1;
  return edits;
}

/** Whether a name is written in a script, given by its code. */
export const isInScript = (name: string, script: string): boolean => SCRIPTS[script]?.test(name) ?? false;

/** Number of edits by which the keys of one name in two scripts may differ: `Shillong` is `शिलांग`. */
const MAX_EDITS_BETWEEN_SCRIPTS = 2;

/** Whether two names may be the same in different scripts. */
export const soundsLike = (a: string, b: string): boolean =>
  editsBetween(keyOfName(a), keyOfName(b)) <= MAX_EDITS_BETWEEN_SCRIPTS;

/**
 * Chooses the name in a script that sounds most like the English one: former names of the town may be among `names`.
 */
export function nameInScript(name: string, names: readonly string[], script: string): string {
  const pattern = SCRIPTS[script];
  const candidates = pattern ? names.filter((each) => pattern.test(each)) : [];
  const key = keyOfName(name);
  const ranked = candidates
    .map((each) => ({ each, edits: editsBetween(keyOfName(each), key) }))
    .sort((a, b) => a.edits - b.edits || a.each.length - b.each.length || (a.each < b.each ? -1 : 1));
  return ranked[0]?.each ?? '';
}

/** Names in Indic scripts, one per sound and script. */
export function indicNames(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => {
    const script = INDIC.find(([, pattern]) => pattern.test(name))?.[0];
    if (script === undefined) return false;
    const key = `${script} ${keyOfName(name)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Latin names that sound different from the known names of a place. */
export function latinAliases(names: readonly string[], known: readonly string[]): string[] {
  const seen = new Set(known.map(keyOfName));
  return names.map(toAscii).filter((name) => {
    if (!/^[A-Z][A-Za-z' -]{2,29}$/.test(name) || FOREIGN.test(name)) return false;
    const key = keyOfName(name);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Removes empty names, duplicates and known names, compared by their spelling. */
export const without = (names: readonly string[], known: readonly string[]): string[] =>
  [...new Set(names)].filter((name) => name !== '' && !known.includes(name));
