import type { PlaceMap } from '@safarnama/contracts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../config/paths.ts';
import { regionName } from '../../../lib/region-names.ts';
import { IndiaDots, StateDots } from './dots.tsx';
import { Borders, VIEW_BOX, WaterLines } from './land.tsx';
import { MAP_SIZE, STATE_SHAPES, type StateShape } from './shapes.ts';
import { MAP_STRINGS } from './strings.ts';
import { useElementWidth } from './use-element-width.ts';

const COUNTRY = 'India';
/** Margin around a chosen state, in map units. */
const ZOOM_MARGIN = 56;
const MAX_ZOOM = 30;
/** Radius, in map units, of the spots that make small states easier to point at. */
const SPOT_RADIUS = 13;
/** Numbers of stories from which a state is drawn darker. */
const LEVELS = [1, 5, 20] as const;

interface IndiaMapProps {
  /** Null until they are loaded. */
  states: PlaceMap['states'] | null;
  points: PlaceMap['points'];
  /** The state that fills the map; null for all of India. */
  zoomedTo: StateShape | null;
}

/** The map of India: each state links to its own map, on which each dot links to the page of its place. */
export function IndiaMap({ states, points, zoomedTo }: IndiaMapProps) {
  const [ref, width] = useElementWidth<SVGSVGElement>(MAP_SIZE.width);
  const [active, setActive] = useState<StateShape | null>(null);
  const counts = states && new Map(states.map(({ slug, storyCount }) => [slug, storyCount]));
  const zoom = zoomOf(zoomedTo);
  const view = { ...zoom, unit: MAP_SIZE.width / width };
  const highlighted = zoomedTo ?? active;
  const nameOf = ({ name, slug }: StateShape) => {
    const state = regionName(name);
    const stories = counts?.get(slug) ?? 0;
    return counts === null ? state : MAP_STRINGS.stateWithStories({ state, stories });
  };
  return (
    <nav aria-label={MAP_STRINGS.mapOf({ name: regionName(zoomedTo?.name ?? COUNTRY) })}>
      <svg
        ref={ref}
        role="presentation"
        viewBox={VIEW_BOX}
        className={`map w-full overflow-hidden ${zoomedTo ? 'map-of-state' : ''}`}
      >
        <g
          className="map-zoom"
          style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
        >
          <WaterLines />
          {STATE_SHAPES.map((state) => {
            const shape = (
              <>
                <path
                  d={state.path}
                  className="map-state"
                  data-level={levelOf(counts?.get(state.slug) ?? 0)}
                />
                {zoomedTo === null && <Spots state={state} />}
              </>
            );
            if (state === zoomedTo) {
              return (
                <g key={state.slug} className="map-chosen">
                  {shape}
                </g>
              );
            }
            return (
              <Link
                key={state.slug}
                to={paths.places(state.slug)}
                aria-label={nameOf(state)}
                // Keyboard users reach the neighbours of a chosen state through the map of India.
                tabIndex={zoomedTo ? -1 : 0}
                onPointerEnter={() => setActive(state)}
                onPointerLeave={() => setActive(null)}
                onFocus={() => setActive(state)}
                onBlur={() => setActive(null)}
                // The link disappears without another event.
                onClick={() => setActive(null)}
              >
                {shape}
              </Link>
            );
          })}
          <Borders />
          {highlighted && <path d={highlighted.path} className="map-highlight" />}
        </g>
        {zoomedTo ? (
          <StateDots key={zoomedTo.slug} points={points} view={view} />
        ) : (
          <IndiaDots points={points} unit={view.unit} />
        )}
        {/* In front of the dots, which may be as large as a small state. */}
        {active && !zoomedTo && <Spots state={active} isHighlighted />}
      </svg>
      <p aria-hidden className="min-h-6 text-center text-ink-soft text-sm">
        {active && active !== zoomedTo && nameOf(active)}
      </p>
    </nav>
  );
}

function Spots({ state, isHighlighted = false }: { state: StateShape; isHighlighted?: boolean }) {
  return state.spots.map(({ x, y }) => (
    <circle
      key={`${x} ${y}`}
      cx={x}
      cy={y}
      r={SPOT_RADIUS}
      className={isHighlighted ? 'map-highlight' : 'map-spot'}
    />
  ));
}

/** Returns the fill level of a state with this number of stories. */
function levelOf(storyCount: number): number {
  return LEVELS.filter((minimum) => storyCount >= minimum).length;
}

/** Returns the transformation that makes a state fill the map. */
function zoomOf(state: StateShape | null): { x: number; y: number; scale: number } {
  if (!state) return { x: 0, y: 0, scale: 1 };
  const { left, top, width, height } = state.box;
  const scale = Math.min(
    (MAP_SIZE.width - 2 * ZOOM_MARGIN) / width,
    (MAP_SIZE.height - 2 * ZOOM_MARGIN) / height,
    MAX_ZOOM,
  );
  return {
    x: MAP_SIZE.width / 2 - scale * (left + width / 2),
    y: MAP_SIZE.height / 2 - scale * (top + height / 2),
    scale,
  };
}
