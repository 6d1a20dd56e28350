import type { PlaceKind } from '@safarnama/contracts';

/** Kinds of places that others lie in. */
export const DIVISIONS: readonly string[] = ['country', 'state', 'district'] satisfies PlaceKind[];

/** A place of the gazetteer. */
export interface Place {
  /** Stable: `gn-` a town of GeoNames, `po-` a post office, `sf-` a place of our own list. */
  _id: string;
  slug: string;
  /** In English. */
  name: string;
  /** In the main script of its state; empty when not known. */
  localName: string;
  kind: PlaceKind;
  /** Name of the state or union territory, for a state its own; empty for the country. */
  state: string;
  /** Today's name; empty when not certain. */
  district: string;
  lat: number;
  lon: number;
  /** Old and colloquial names, and names in other scripts. */
  otherNames: readonly string[];
}

/** Every name of a place, the English one first. */
export function listNames({ name, localName, otherNames }: Place): string[] {
  return [...new Set([name, localName, ...otherNames])].filter((each) => each !== '');
}
