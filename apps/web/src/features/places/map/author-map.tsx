import { getLocale } from '../../../i18n/language.ts';
import { regionName } from '../../../lib/region-names.ts';
import { SmallMap } from './small-map.tsx';
import { MAP_STRINGS } from './strings.ts';

/** India with the states of an author inked in. Load it lazily. @param states - their names. */
export function AuthorMap({ states }: { states: readonly string[] }) {
  const names = new Intl.ListFormat(getLocale()).format(states.map(regionName));
  return <SmallMap label={MAP_STRINGS.ownStatesMap({ names })} inked={states} />;
}
