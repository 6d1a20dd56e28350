import type { PlaceHit } from '@safarnama/contracts';
import { createStrings } from '../i18n/strings.ts';
import { messages } from '../locales/en/regions.ts';

const REGION_STRINGS: Readonly<Record<string, string>> = createStrings('regions', messages);

/** Slug of a state or union territory, made of its name alone. No other place has this slug. */
export function stateSlug(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}

/**
 * The name of the country, of a state or of a union territory in the language of the reader.
 *
 * @param name - in English.
 */
export function regionName(name: string): string {
  return placeName({ slug: stateSlug(name), name });
}

/** The name of a place in the reader's language. Only the country and its states have translated names. */
export function placeName({ slug, name }: Pick<PlaceHit, 'slug' | 'name'>): string {
  // A slug from a URL may be the name of a property that all objects have.
  return Object.hasOwn(REGION_STRINGS, slug) ? (REGION_STRINGS[slug] ?? name) : name;
}
