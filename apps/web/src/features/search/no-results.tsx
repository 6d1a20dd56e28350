import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import * as searchApi from '../../api/search.api.ts';
import { EmptyState } from '../../components/notice.tsx';
import { sceneUrl } from '../../components/scenes.ts';
import { useLoaded } from '../../components/use-loaded.ts';
import { paths } from '../../config/paths.ts';
import { firstGraphemes, guessLanguage } from '../../lib/text.ts';
import { searchPath } from './filter-bar.tsx';
import { PlacesAndPeople } from './places-and-people.tsx';
import { ResultsLink } from './results-link.tsx';
import { isFiltered, removeQuotes, withoutFilters } from './story-search.ts';
import { SEARCH_STRINGS } from './strings.ts';

/** Number of graphemes of a word that are enough to find similar words. */
const STEM_LENGTH = 3;

/** Shown for a search without results: links to wider searches, and places, people and stories with similar names. */
export function NoResults({ search }: { search: searchApi.StorySearch }) {
  const { q } = search;
  const hasFilters = isFiltered(search);
  const withoutQuotes = removeQuotes(q);
  const hasQuotes = withoutQuotes !== q;
  const near = useNear(q);
  return (
    <>
      <EmptyState
        scene={sceneUrl('fort')}
        title={hasFilters ? SEARCH_STRINGS.noResultsFiltered : SEARCH_STRINGS.noResults}
      >
        <p className="mt-2 text-ink-soft">{SEARCH_STRINGS.noResultsText}</p>
        {(hasFilters || hasQuotes) && (
          <ResultsLink
            to={searchPath(hasFilters ? withoutFilters(search) : { ...search, q: withoutQuotes })}
            className="button button-primary mt-6"
          >
            {hasFilters ? SEARCH_STRINGS.withoutFilters : SEARCH_STRINGS.withoutQuotes}
          </ResultsLink>
        )}
      </EmptyState>
      {near && near.places.length + near.people.length + near.stories.length > 0 && (
        <section aria-labelledby="near-results">
          <h2 id="near-results" className="mt-6 mb-4 text-2xl">
            {SEARCH_STRINGS.near}
          </h2>
          <PlacesAndPeople places={near.places} people={near.people} />
          <ul className="grid gap-1">
            {near.stories.map(({ slug, blogTitle }) => (
              <li key={slug}>
                <Link
                  to={paths.post(slug)}
                  className="link inline-block py-1.5"
                  lang={guessLanguage(blogTitle)}
                >
                  {blogTitle}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Suggestions that start like the longest word of the query; undefined before the response and after a failure. */
function useNear(q: string) {
  const word = longestWord(q);
  const load = useCallback(
    () => (word === '' ? Promise.resolve(null) : searchApi.suggest(firstGraphemes(word, STEM_LENGTH))),
    [word],
  );
  return useLoaded(load).data;
}

function longestWord(text: string): string {
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}
