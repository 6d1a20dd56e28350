import { useId } from 'react';
import { INNER_BORDERS, MAP_SIZE, OUTER_BORDER, SEA } from './shapes.ts';
import './map.css';

/** Widths of the lines along the coast, alternately ink and paper, from the open sea to the land. */
const WATER_LINES = [22, 20.4, 13.5, 12.1, 6.5, 5.3] as const;

/** The lines along the coast, as on old maps. */
export function WaterLines() {
  const id = useId();
  return (
    <g aria-hidden>
      <clipPath id={id}>
        <path d={SEA} />
      </clipPath>
      <g clipPath={`url(#${id})`} className="map-water">
        {WATER_LINES.map((width, index) => (
          <path
            key={width}
            d={OUTER_BORDER}
            strokeWidth={width}
            className={index % 2 === 0 ? 'map-water-line' : 'map-water-gap'}
            style={{ opacity: index % 2 === 0 ? (index + 3) / 8 : 1 }}
          />
        ))}
      </g>
    </g>
  );
}

/** The borders, drawn over the states. */
export function Borders() {
  return (
    <g aria-hidden className="map-borders">
      <path d={INNER_BORDERS} className="map-inner-border" />
      <path d={OUTER_BORDER} className="map-outer-border" />
    </g>
  );
}

/** The view box that shows all of India. */
export const VIEW_BOX = `0 0 ${MAP_SIZE.width} ${MAP_SIZE.height}`;
