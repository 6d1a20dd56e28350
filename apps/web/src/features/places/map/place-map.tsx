import { regionName } from '../../../lib/region-names.ts';
import { projectPlace } from './shapes.ts';
import { SmallMap } from './small-map.tsx';
import { MAP_STRINGS } from './strings.ts';

interface PlaceMapProps {
  lat: number;
  lon: number;
  /** Name of the state; empty for the country. */
  state: string;
}

/** Shows where a place is: India with its state highlighted. Load it lazily. */
export function PlaceMap({ lat, lon, state }: PlaceMapProps) {
  const place = state === '' ? undefined : projectPlace({ lat, lon });
  const label = state === '' ? MAP_STRINGS.mapOfIndia : MAP_STRINGS.locationOf({ state: regionName(state) });
  return <SmallMap label={label} inked={[state]} place={place} />;
}
