import type { Card, CardPage } from '@safarnama/contracts';
import { DEFAULT_MESSAGES } from '@safarnama/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { errorMessage } from '../../lib/api-client.ts';

interface CardPages {
  cards: Card[];
  cursor: string | null | undefined;
  isLoading: boolean;
  error: string | null;
}

const NOTHING: CardPages = { cards: [], cursor: undefined, isLoading: true, error: null };

/**
 * A list of cards that belongs to one page alone (what was searched, one's bookmarks, a person's stories).
 *
 * @param key - what is listed; a new key starts anew.
 * @param load - one page of it; null is the first.
 */
export function useCardPages(key: string, load: (cursor: string | null) => Promise<CardPage>) {
  const [pages, setPages] = useState<CardPages>(NOTHING);
  const latestLoad = useRef(load);
  latestLoad.current = load;
  /** Which run the answers must belong to. */
  const run = useRef(0);

  const fetchPage = useCallback(async (cursor: string | null) => {
    const startedIn = run.current;
    setPages((before) => ({ ...before, isLoading: true, error: null }));
    try {
      const page = await latestLoad.current(cursor);
      if (startedIn !== run.current) return;
      setPages((before) => ({
        cards: cursor === null ? page.posts : joinCards(before.cards, page.posts),
        cursor: page.nextCursor,
        isLoading: false,
        error: null,
      }));
    } catch (error) {
      if (startedIn !== run.current) return;
      setPages((before) => ({
        ...before,
        isLoading: false,
        error: errorMessage(error, DEFAULT_MESSAGES.getPosts),
      }));
    }
  }, []);

  // Another key is another list.
  useEffect(() => {
    run.current += 1;
    setPages(NOTHING);
    void fetchPage(null);
    return () => {
      run.current += 1;
    };
  }, [key, fetchPage]);

  const { cursor } = pages;
  return {
    ...pages,
    onStart: () => void fetchPage(null),
    onMore: () => {
      if (typeof cursor === 'string') void fetchPage(cursor);
    },
  };
}

/** A bookmark set between two pages can bring a card twice. */
function joinCards(known: Card[], added: Card[]): Card[] {
  return [...new Map([...known, ...added].map((card) => [card._id, card])).values()];
}
