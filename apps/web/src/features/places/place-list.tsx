import { useState } from 'react';
import { Link } from 'react-router-dom';
import { MoreButton } from '../../components/more-button.tsx';
import { countStories } from '../../lib/count-stories.ts';
import { placeName } from '../../lib/region-names.ts';
import { MAP_STRINGS } from './map/strings.ts';

/** Maximum number of rows at first; more would make the page too long. */
const MAX_AT_FIRST = 48;

interface Row {
  slug: string;
  name: string;
  storyCount: number;
}

/** Names with their story counts, in columns. */
export function PlaceList({ rows, pathOf }: { rows: readonly Row[]; pathOf: (slug: string) => string }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, MAX_AT_FIRST);
  return (
    <>
      <ul className="columns-[14rem] gap-x-8">
        {shown.map(({ slug, name, storyCount }) => (
          <li key={slug} className="break-inside-avoid border-line border-b">
            <Link
              to={pathOf(slug)}
              className="group/row flex min-h-11 items-baseline justify-between gap-3 py-2 hover:bg-paper-sunk"
            >
              <span className="wrap-anywhere font-semibold group-hover/row:underline">
                {placeName({ slug, name })}
              </span>
              <span
                className={`flex-none whitespace-nowrap text-sm ${storyCount > 0 ? 'text-marigold-text' : 'text-ink-soft'}`}
              >
                {countStories(storyCount)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < rows.length && (
        <MoreButton
          isLoading={false}
          label={MAP_STRINGS.showAll({ count: rows.length })}
          className="mt-6"
          onLoad={() => setIsWhole(true)}
        />
      )}
    </>
  );
}
