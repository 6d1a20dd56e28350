import { useId } from 'react';
import { Borders, VIEW_BOX, WaterLines } from './land.tsx';
import { findState, type Point, STATE_SHAPES, type StateShape } from './shapes.ts';

/** Distance between the hatching lines of a highlighted state, in map units. */
const HATCH = 7;
/**
 * Radius of the ring that makes a small state visible, of the dot at a place, and of the ring around that dot; in map
 * units.
 */
const RADIUS = { spot: 8, dot: 9, ring: 17 } as const;

interface SmallMapProps {
  /** What the map shows, for screen readers. */
  label: string;
  /** Names of the highlighted states. */
  inked: readonly string[];
  place?: Point | undefined;
}

/** A map of India with some states highlighted and at most one place. */
export function SmallMap({ label, inked, place }: SmallMapProps) {
  const hatch = useId();
  const states = inked.flatMap((name) => findState(name) ?? []);
  return (
    <svg viewBox={VIEW_BOX} role="img" aria-label={label} className="map w-full">
      <pattern
        id={hatch}
        width={HATCH}
        height={HATCH}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(-38)"
      >
        <rect width={HATCH} height={HATCH} className="map-hatch" />
        <path d={`M0 0H${HATCH}`} className="map-hatch-line" />
      </pattern>
      <WaterLines />
      {STATE_SHAPES.map(({ slug, path }) => (
        <path key={slug} d={path} className="map-state" />
      ))}
      {states.map((state) => (
        <Inked key={state.slug} state={state} fill={`url(#${hatch})`} />
      ))}
      <Borders />
      {place && (
        <>
          <circle cx={place.x} cy={place.y} r={RADIUS.ring} className="map-pin-ring" />
          <circle cx={place.x} cy={place.y} r={RADIUS.dot} className="map-pin" />
        </>
      )}
    </svg>
  );
}

function Inked({ state: { path, spots }, fill }: { state: StateShape; fill: string }) {
  return (
    <>
      <path d={path} fill={fill} className="map-inked" />
      {spots.map(({ x, y }) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={RADIUS.spot} fill={fill} className="map-inked" />
      ))}
    </>
  );
}
