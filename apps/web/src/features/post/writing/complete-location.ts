import type { PlaceHit, StoryPlace } from '@safarnama/contracts';
import { findScriptLanguage } from '../../../lib/text.ts';
import type { ChosenPlace, PostFields } from '../../../stores/story-draft/draft-record.ts';

type PlaceFields = Pick<PostFields, 'location' | 'place'>;

/** Returns the fields of a story for a place that was chosen from the suggestions or found on this device. */
export function fieldsAt(found: ChosenPlace & Partial<Pick<PlaceHit, 'matched'>>): PlaceFields {
  const { _id, slug, name, state, district, near, matched = name } = found;
  const place = {
    _id,
    slug,
    name,
    state,
    ...(district !== undefined && { district }),
    ...(near !== undefined && { near }),
  };
  return { location: completeLocation({ name, matched, state }), place };
}

/**
 * The text of the location after a place was chosen: the name that the author was typing, which may be a former name or
 * in another script. The state, whose name is known only in English, follows names in Latin letters.
 */
function completeLocation({ name, matched, state }: Pick<PlaceHit, 'name' | 'matched' | 'state'>): string {
  const isLatin = (findScriptLanguage(matched) ?? 'en') === 'en';
  return isLatin && state !== '' && state !== name ? `${matched}, ${state}` : matched;
}

/**
 * Whether the place still belongs to the location while the author continues typing: as long as the text contains its
 * name, or the name with which it was chosen.
 *
 * @param chosenText - the location when the place was chosen.
 */
export function isStillAt({ name }: StoryPlace, chosenText: string, text: string): boolean {
  const chosenName = chosenText.split(',')[0]?.trim() ?? '';
  const words = joinWords(text);
  return [name, chosenName].map(joinWords).some((part) => part.trim() !== '' && words.includes(part));
}

/** The words of a text with a space around each. In Indic scripts, vowel signs and joiners are parts of a word. */
function joinWords(text: string): string {
  const words =
    text
      .normalize('NFC')
      .toLocaleLowerCase('en')
      .match(/[\p{L}\p{M}\p{N}\u200c\u200d]+/gu) ?? [];
  return ` ${words.join(' ')} `;
}
