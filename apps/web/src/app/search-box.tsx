import { Search } from 'lucide-react';
import {
  type ComponentType,
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { FRAME_STRINGS } from '../components/frame-strings.ts';
import { paths } from '../config/paths.ts';
import type { SuggestionsHandle, SuggestionsProps } from '../features/search/suggestions.tsx';
import { isComposingKey } from '../lib/composing-key.ts';
import { recentSearches } from '../lib/recent-searches.ts';
import { useAuthStore } from '../stores/auth.store.ts';

/**
 * The story search in the top bar, a combobox; on the results page it shows the current query. The script of its
 * suggestions is loaded when the input gets the focus.
 */
export function SearchBox() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const userId = useAuthStore((state) => state.user?._id ?? '');
  const submittedQuery = (pathname === '/search' && params.get('q')) || '';
  const [query, setQuery] = useState(submittedQuery);
  const [isOpen, setIsOpen] = useState(false);
  const [Suggestions, setSuggestions] = useState<ComponentType<SuggestionsProps> | null>(null);
  /** Id of the active option, null without one; undefined while no options are shown. */
  const [activeId, setActiveId] = useState<string | null>();
  const suggestions = useRef<SuggestionsHandle>(null);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();

  // Also when another page is opened while the results are loading. What was typed since then stays.
  useEffect(() => {
    if (input.current?.dataset.editedAt === window.location.href) return;
    delete input.current?.dataset.editedAt;
    setQuery(submittedQuery);
  }, [submittedQuery, pathname]);

  const loadSuggestions = async () => {
    // After a failure, the box works without suggestions, and the next focus loads the script again.
    const script = await import('../features/search/suggestions.tsx').catch(() => null);
    if (script) setSuggestions(() => script.Suggestions);
  };
  const open = (path: string, shownQuery = submittedQuery) => {
    setIsOpen(false);
    // Until the page is loaded, the location of the router is still the old one.
    setQuery(shownQuery);
    // The same search again needs no further history entry.
    const { href } = window.location;
    navigate(path, { replace: new URL(path, href).href === href });
    // On a phone, the keyboard would cover the results.
    if (window.matchMedia('(pointer: coarse)').matches) input.current?.blur();
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = query.trim();
    if (trimmed === '') return;
    recentSearches.add(userId, trimmed);
    open(paths.search({ q: trimmed }), trimmed);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    // Enter and the arrows belong to the input method while it composes.
    if (isComposingKey(event)) return;
    if (event.key === 'ArrowDown') setIsOpen(true);
    if (isOpen) suggestions.current?.handleKeyDown(event);
  };
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOpen(false);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of 2023 and jsdom do not support the search element.
    <form
      role="search"
      onSubmit={handleSubmit}
      onBlur={handleBlur}
      className="relative min-w-0 flex-1 md:max-w-sm"
    >
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-ink-soft"
      />
      <input
        ref={input}
        type="search"
        role="combobox"
        aria-label={FRAME_STRINGS.searchStories}
        aria-autocomplete="list"
        aria-controls={listId}
        aria-expanded={activeId !== undefined}
        aria-activedescendant={activeId ?? undefined}
        placeholder={FRAME_STRINGS.searchStories}
        className="input !rounded-full ps-9"
        enterKeyHint="search"
        autoComplete="off"
        value={query}
        onFocus={() => void loadSuggestions()}
        onClick={() => setIsOpen(true)}
        onKeyDown={handleKeyDown}
        onChange={(event) => {
          // While a page is loading, this is its URL already.
          event.target.dataset.editedAt = window.location.href;
          setQuery(event.target.value);
          setIsOpen(true);
        }}
      />
      {isOpen && Suggestions && (
        <Suggestions
          ref={suggestions}
          id={listId}
          userId={userId}
          query={query}
          onActiveChange={setActiveId}
          onSelect={open}
          onClose={() => setIsOpen(false)}
          onFocusInput={() => input.current?.focus()}
        />
      )}
    </form>
  );
}
