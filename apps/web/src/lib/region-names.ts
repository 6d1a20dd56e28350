import type { PlaceHit } from '@safarnama/contracts';
import { createStrings } from '../i18n/strings.ts';
import { messages } from '../locales/en/regions.ts';

const REGION_STRINGS: Readonly<Record<string, string>> = createStrings('regions', messages);

/** Slug of a state or union territory. No other place has the slug of its name alone. */
export function stateSlug(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}

/** The name of the country, of a state or of a union territory in the language of the reader. @param name - in English. */
export function regionName(name: string): string {
  return REGION_STRINGS[stateSlug(name)] ?? name;
}

/** The name of a place, which is known in other languages for the country and its states only. */
export function placeName({ kind, name }: Pick<PlaceHit, 'kind' | 'name'>): string {
  return kind === 'state' || kind === 'country' ? regionName(name) : name;
}
