import { useId, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { StorySearch } from '../../api/search.api.ts';
import { paths } from '../../config/paths.ts';
import { ResultsLink } from './results-link.tsx';
import { isFiltered, withoutFilters } from './story-search.ts';
import { SEARCH_STRINGS } from './strings.ts';
import { useFilterOptions } from './use-filter-options.ts';

/**
 * Place, author, year and order of the results. Each choice has a separate URL, so that Back reverts it; the values
 * that arrow keys pass on the way to a choice share its history entry.
 */
export function FilterBar({ search }: { search: StorySearch }) {
  const navigate = useNavigate();
  const { places, authors, years } = useFilterOptions(search);
  const choose = (change: Partial<StorySearch>, replace: boolean) =>
    navigate(searchPath({ ...search, ...change }), { replace });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in the row.
    <div
      role="group"
      aria-label={SEARCH_STRINGS.filters}
      className="mt-5 mb-5 flex flex-wrap items-end gap-x-4 gap-y-3"
    >
      <Select
        label={SEARCH_STRINGS.place}
        value={search.place}
        options={[['', SEARCH_STRINGS.anyPlace], ...places]}
        onChange={(place, replace) => choose({ place }, replace)}
      />
      <Select
        label={SEARCH_STRINGS.author}
        value={search.author}
        options={[['', SEARCH_STRINGS.anyAuthor], ...authors]}
        onChange={(author, replace) => choose({ author }, replace)}
      />
      <Select
        label={SEARCH_STRINGS.year}
        value={search.year}
        options={[['', SEARCH_STRINGS.anyYear], ...years]}
        onChange={(year, replace) => choose({ year }, replace)}
      />
      <Select
        label={SEARCH_STRINGS.sort}
        value={search.sort}
        options={[
          ['best', SEARCH_STRINGS.best],
          ['newest', SEARCH_STRINGS.newest],
        ]}
        onChange={(sort, replace) => choose({ sort: sort === 'newest' ? 'newest' : 'best' }, replace)}
      />
      {isFiltered(search) && (
        <ResultsLink to={searchPath(withoutFilters(search))} className="link min-h-11 py-2.5">
          {SEARCH_STRINGS.clearFilters}
        </ResultsLink>
      )}
    </div>
  );
}

/** The path of the results; the default order is omitted. */
export function searchPath(search: StorySearch): string {
  return paths.search({ ...search, sort: search.sort === 'newest' ? 'newest' : '' });
}

interface SelectProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  /** @param replace - whether the value takes the place of the previous one in the history. */
  onChange: (value: string, replace: boolean) => void;
}

function Select({ label, value, options, onChange }: SelectProps) {
  const id = useId();
  /** The last value chosen since the focus came: on Windows and Linux, each arrow key chooses one. */
  const lastChosen = useRef<string | null>(null);
  const startChoice = () => {
    lastChosen.current = null;
  };
  return (
    <div className="min-w-36 max-w-full flex-1 sm:max-w-56">
      <label htmlFor={id} className="mb-1 block font-semibold text-ink-soft text-sm">
        {label}
      </label>
      <select
        id={id}
        className="input text-ellipsis"
        value={value}
        onFocus={startChoice}
        onPointerDown={startChoice}
        onChange={(event) => {
          onChange(event.target.value, value === lastChosen.current);
          lastChosen.current = event.target.value;
        }}
      >
        {options.map(([optionValue, optionLabel]) => (
          <option key={optionValue} value={optionValue}>
            {optionLabel}
          </option>
        ))}
      </select>
    </div>
  );
}
