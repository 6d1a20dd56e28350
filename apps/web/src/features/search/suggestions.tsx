import { X } from 'lucide-react';
import {
  type KeyboardEvent,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useSyncExternalStore,
} from 'react';
import * as searchApi from '../../api/search.api.ts';
import { ListboxOption } from '../../components/listbox-option.tsx';
import { useDebouncedValue } from '../../components/use-debounced-value.ts';
import { useListbox } from '../../components/use-listbox.ts';
import { useTypedQuery } from '../../components/use-typed-query.ts';
import { recentSearches } from '../../lib/recent-searches.ts';
import { isSearchTooLong } from '../../lib/search-query.ts';
import { SEARCH_STRINGS } from './strings.ts';
import { groupRecent, groupSuggestions, type SuggestionGroup } from './suggestion-groups.tsx';

export interface SuggestionsHandle {
  /** Handles a key press in the input, unless it only edits the text. */
  handleKeyDown: (event: KeyboardEvent) => void;
}

export interface SuggestionsProps {
  ref: Ref<SuggestionsHandle>;
  /** Id of the listbox, which the input refers to. */
  id: string;
  userId: string;
  query: string;
  /** Called with the id of the active option, null without one; undefined when no options are shown. */
  onActiveChange: (activeId: string | null | undefined) => void;
  /** Called with the path of the chosen option. */
  onSelect: (path: string) => void;
  onClose: () => void;
  /** Moves the focus back to the input. */
  onFocusInput: () => void;
}

/** The popup of the search box, a listbox: suggestions for the query or, without a query, recent searches. */
export function Suggestions({
  ref,
  id,
  userId,
  query,
  onActiveChange,
  onSelect,
  onClose,
  onFocusInput,
}: SuggestionsProps) {
  const trimmed = query.trim();
  const suggestions = useTypedQuery(
    trimmed === '' || isSearchTooLong(trimmed) ? null : trimmed,
    searchApi.suggest,
  );
  const recent = useSyncExternalStore(recentSearches.subscribe, () => recentSearches.read(userId));
  const isRecent = trimmed === '';
  const found = suggestions ? groupSuggestions(suggestions) : [];
  const groups = isRecent ? groupRecent(recent) : found;
  const options = groups.flatMap((group) => group.suggestions);
  const isShown = options.length > 0;
  const { activeIndex, activeId, handleKeyDown } = useListbox({
    id,
    query,
    optionKeys: options.map(({ path }) => path),
    onSelect(index) {
      const chosen = options[index];
      if (chosen) onSelect(chosen.path);
    },
    onClose,
  });
  const shownActiveId = isShown ? activeId : undefined;

  useLayoutEffect(() => onActiveChange(shownActiveId), [shownActiveId, onActiveChange]);
  useLayoutEffect(() => () => onActiveChange(undefined), [onActiveChange]);
  useImperativeHandle(ref, () => ({ handleKeyDown }));

  const count =
    isShown || suggestions !== null ? SEARCH_STRINGS.suggestionCount({ count: options.length }) : '';
  const announced = useDebouncedValue(count);
  return (
    <>
      <p role="status" className="sr-only">
        {announced}
      </p>
      {isShown && (
        // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus in the search box.
        <div
          data-search-popup
          // Safari does not focus a clicked button: the box would lose the focus and close the popup before the click.
          onMouseDown={(event) => event.preventDefault()}
          className="card absolute top-[calc(100%+0.375rem)] inset-x-0 max-h-[min(32rem,calc(100dvh-var(--spacing-top-bar)-var(--spacing-bottom-bar)-1rem))] overflow-y-auto p-1.5 max-md:fixed md:min-w-80 max-md:inset-x-2 max-md:top-[calc(var(--spacing-top-bar)+0.25rem)]"
        >
          <div className="flex">
            <div
              id={id}
              role="listbox"
              aria-label={isRecent ? SEARCH_STRINGS.recent : SEARCH_STRINGS.suggestions}
              className="min-w-0 flex-1"
            >
              {withFirstIndex(groups).map(({ group, first }) => (
                <Group
                  key={group.title}
                  id={id}
                  group={group}
                  first={first}
                  activeIndex={activeIndex}
                  onSelect={onSelect}
                />
              ))}
            </div>
            {isRecent && (
              <RemoveButtons
                queries={options.map(({ key }) => key)}
                userId={userId}
                onRemoved={onFocusInput}
              />
            )}
          </div>
          {isRecent && (
            <button
              type="button"
              className="link m-1.5 px-1.5 py-1 text-sm"
              onClick={() => {
                recentSearches.clear(userId);
                onFocusInput();
              }}
            >
              {SEARCH_STRINGS.clearRecent}
            </button>
          )}
        </div>
      )}
    </>
  );
}

interface GroupProps {
  id: string;
  group: SuggestionGroup;
  /** Index of its first option among all options. */
  first: number;
  activeIndex: number;
  onSelect: (path: string) => void;
}

function Group({ id, group: { title, suggestions }, first, activeIndex, onSelect }: GroupProps) {
  const titleId = `${id}-group-${first}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot group options.
    <div role="group" aria-labelledby={titleId}>
      <div id={titleId} role="presentation" className="h-8 px-3 pt-2 font-semibold text-ink-soft text-xs">
        {title}
      </div>
      {suggestions.map(({ key, path, content }, offset) => {
        const index = first + offset;
        return (
          <ListboxOption
            key={key}
            listId={id}
            index={index}
            isActive={index === activeIndex}
            className="h-11"
            onSelect={() => onSelect(path)}
          >
            {content}
          </ListboxOption>
        );
      })}
    </div>
  );
}

/** Placed next to the listbox, which may contain only options; each row is as high as its option. */
function RemoveButtons({
  queries,
  userId,
  onRemoved,
}: {
  queries: readonly string[];
  userId: string;
  onRemoved: () => void;
}) {
  return (
    <ul className="flex-none pt-8">
      {queries.map((query) => (
        <li key={query}>
          <button
            type="button"
            className="button-icon"
            aria-label={SEARCH_STRINGS.removeRecent({ query })}
            onClick={() => {
              recentSearches.remove(userId, query);
              onRemoved();
            }}
          >
            <X aria-hidden className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function withFirstIndex(groups: readonly SuggestionGroup[]) {
  let first = 0;
  return groups.map((group) => {
    const withIndex = { group, first };
    first += group.suggestions.length;
    return withIndex;
  });
}
