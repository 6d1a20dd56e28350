import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../config/paths.ts';

/** The story search in the top bar; on the results page it shows the current query. */
export function SearchBox() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const submittedQuery = pathname === '/search' ? (params.get('q') ?? '') : '';
  const [query, setQuery] = useState(submittedQuery);

  useEffect(() => setQuery(submittedQuery), [submittedQuery]);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (query.trim() !== '') navigate(paths.search(query.trim()));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of 2023 and jsdom do not support the search element.
    <form role="search" onSubmit={handleSubmit} className="relative min-w-0 flex-1 md:max-w-sm">
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-ink-soft"
      />
      <input
        type="search"
        aria-label="Search stories"
        placeholder="Search stories"
        className="input !rounded-full ps-9"
        enterKeyHint="search"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
    </form>
  );
}
