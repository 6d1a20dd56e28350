import { useId } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SearchFilters } from '../../api/search.api.ts';
import { paths } from '../../config/paths.ts';
import { ResultsLink } from './results-link.tsx';
import { isFiltered, withoutFilters } from './search-filters.ts';
import { SEARCH_STRINGS } from './strings.ts';
import { useFilterOptions } from './use-filter-options.ts';

/** Place, author, year and order of the results. Each choice has a separate URL, so that Back reverts it. */
export function FilterBar({ filters }: { filters: SearchFilters }) {
  const navigate = useNavigate();
  const { places, authors, years } = useFilterOptions(filters);
  const choose = (change: Partial<SearchFilters>) => navigate(searchPath({ ...filters, ...change }));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in the row.
    <div
      role="group"
      aria-label={SEARCH_STRINGS.filters}
      className="mt-5 mb-5 flex flex-wrap items-end gap-x-4 gap-y-3"
    >
      <Select
        label={SEARCH_STRINGS.place}
        value={filters.place}
        options={[['', SEARCH_STRINGS.anyPlace], ...places]}
        onChange={(place) => choose({ place })}
      />
      <Select
        label={SEARCH_STRINGS.author}
        value={filters.author}
        options={[['', SEARCH_STRINGS.anyAuthor], ...authors]}
        onChange={(author) => choose({ author })}
      />
      <Select
        label={SEARCH_STRINGS.year}
        value={filters.year}
        options={[['', SEARCH_STRINGS.anyYear], ...years]}
        onChange={(year) => choose({ year })}
      />
      <Select
        label={SEARCH_STRINGS.sort}
        value={filters.sort}
        options={[
          ['best', SEARCH_STRINGS.best],
          ['newest', SEARCH_STRINGS.newest],
        ]}
        onChange={(sort) => choose({ sort: sort === 'newest' ? 'newest' : 'best' })}
      />
      {isFiltered(filters) && (
        <ResultsLink to={searchPath(withoutFilters(filters))} className="link min-h-11 py-2.5">
          {SEARCH_STRINGS.clearFilters}
        </ResultsLink>
      )}
    </div>
  );
}

/** The path of the results; the default order is omitted. */
export function searchPath({ sort, ...filters }: SearchFilters): string {
  return paths.search({ ...filters, sort: sort === 'newest' ? sort : '' });
}

interface SelectProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
}

function Select({ label, value, options, onChange }: SelectProps) {
  const id = useId();
  return (
    <div className="min-w-36 max-w-full flex-1 sm:max-w-56">
      <label htmlFor={id} className="mb-1 block font-semibold text-ink-soft text-sm">
        {label}
      </label>
      <select
        id={id}
        className="input text-ellipsis"
        value={value}
        onChange={(event) => onChange(event.target.value)}
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
