import { getLocale } from '../../../i18n/language.ts';
import { regionName } from '../../../lib/region-names.ts';
import { SmallMap } from './small-map.tsx';
import { MAP_STRINGS } from './strings.ts';

/** A map of India with the states of an author highlighted. Load it lazily. @param states - names of the states. */
export function AuthorMap({ states }: { states: readonly string[] }) {
  const names = new Intl.ListFormat(getLocale()).format(states.map(regionName));
  return <SmallMap label={MAP_STRINGS.ownStatesMap({ names })} inked={states} />;
}
