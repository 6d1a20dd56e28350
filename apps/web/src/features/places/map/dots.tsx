import type { PlaceMap } from '@safarnama/contracts';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../config/paths.ts';
import { useLanguage } from '../../../i18n/language.ts';
import { placeName } from '../../../lib/region-names.ts';
import { clusterPlaces, type Dot } from './cluster-places.ts';
import { fitLabels, placeLabels } from './place-labels.ts';
import { MAP_SIZE, projectPlace, STATE_SHAPES } from './shapes.ts';
import { MAP_STRINGS } from './strings.ts';

/**
 * In px. The radius grows with the square root of the number of stories; `distance` is the minimum between two dots.
 */
const INDIA_SIZES = { minimum: 2.2, growth: 1.6, maximum: 11, distance: 14 } as const;
const STATE_SIZES = { minimum: 4, growth: 2, maximum: 16, distance: 26 } as const;
/** Minimum radius, in px, of a dot that shows its number. */
const MIN_RADIUS_WITH_NUMBER = 7.5;
/** Radius, in px, of the touch area of a dot. */
const TOUCH_RADIUS = 13;
const STATE_NAME_SIZE = 11;
const PLACE_NAME_SIZE = 14;

/** The transformation of the map, and the number of map units per px. */
interface View {
  x: number;
  y: number;
  scale: number;
  unit: number;
}

interface DotsProps {
  points: PlaceMap['points'];
  view: View;
}

type DrawnDot = Dot & { radius: number };

/**
 * Stories in India as dots, with the names of the states between them.
 *
 * @param props.unit - map units per px.
 */
export const IndiaDots = memo(function IndiaDots({
  points,
  unit,
}: Pick<DotsProps, 'points'> & Pick<View, 'unit'>) {
  useLanguage();
  const nameSize = STATE_NAME_SIZE * unit;
  const dots = drawDots(points, { x: 0, y: 0, scale: 1, unit }, INDIA_SIZES);
  const states = STATE_SHAPES.map((state) => ({ ...state, name: placeName(state) }));
  return (
    <g aria-hidden className="pointer-events-none">
      {fitLabels(states, nameSize, dots).map(({ slug, lines, x, y }) => (
        <text key={slug} fontSize={nameSize} className="map-state-name">
          {lines.map((line, index) => (
            <tspan key={line} x={x} y={y + (index - (lines.length - 1) / 2) * nameSize}>
              {line}
            </tspan>
          ))}
        </text>
      ))}
      {dots.map((dot) => (
        <g key={dot.slug} className="map-dot">
          <DotShape dot={dot} unit={unit} />
        </g>
      ))}
    </g>
  );
});

/** Stories in a state as dots that link to the pages of their places, with names where they fit. */
export function StateDots({ points, view }: DotsProps) {
  const { unit } = view;
  const dots = drawDots(points, view, STATE_SIZES);
  return (
    <g className="map-state-dots">
      {dots.map((dot) => (
        <Link
          key={dot.slug}
          to={paths.place(dot.slug)}
          aria-label={MAP_STRINGS.dot({ name: dot.name, others: dot.others, stories: dot.storyCount })}
          className="map-dot"
        >
          <circle cx={dot.x} cy={dot.y} r={TOUCH_RADIUS * unit} className="map-touch-area" />
          <DotShape dot={dot} unit={unit} />
        </Link>
      ))}
      <g aria-hidden>
        {placeLabels(dots, PLACE_NAME_SIZE * unit, MAP_SIZE).map(({ item, x, y, anchor }) => (
          <text
            key={item.slug}
            x={x}
            y={y}
            textAnchor={anchor}
            fontSize={PLACE_NAME_SIZE * unit}
            strokeWidth={4 * unit}
            className="map-place-name"
          >
            {item.name}
          </text>
        ))}
      </g>
    </g>
  );
}

function drawDots(
  points: PlaceMap['points'],
  view: View,
  sizes: typeof INDIA_SIZES | typeof STATE_SIZES,
): DrawnDot[] {
  const places = points.map((point) => {
    const { x, y } = projectPlace(point);
    return { ...point, name: placeName(point), x: view.x + view.scale * x, y: view.y + view.scale * y };
  });
  return clusterPlaces(places, sizes.distance * view.unit).map((dot) => {
    const radius = Math.min(sizes.maximum, sizes.minimum + sizes.growth * Math.sqrt(dot.storyCount));
    return { ...dot, radius: radius * view.unit };
  });
}

function DotShape({ dot: { x, y, radius, storyCount }, unit }: { dot: DrawnDot; unit: number }) {
  return (
    <>
      <circle cx={x} cy={y} r={radius} strokeWidth={1.2 * unit} className="map-dot-shape" />
      {radius >= MIN_RADIUS_WITH_NUMBER * unit && (
        <text x={x} y={y} fontSize={radius} className="map-dot-number">
          {storyCount}
        </text>
      )}
    </>
  );
}
