import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';

export interface RovingFocus {
  list: RefObject<HTMLUListElement | null>;
  /** Key handler of the list: arrows, Home and End move between rows. */
  handleKeyDown: (event: KeyboardEvent) => void;
  /**
   * Tab index of a row's link: 0 for the tab stop (the last focused row, else the preferred row, else the first), -1
   * for all other rows.
   */
  tabIndexOf: (id: string) => 0 | -1;
  handleFocus: (id: string) => void;
  focusFirst: () => void;
}

/** Maps a key to the next index; `last` is the index of the last row. */
export const LIST_STEPS: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_index, last) => last,
};

/**
 * Makes a list of links a single tab stop.
 *
 * @param ids - ids of the rows in order.
 * @param preferredId - the row that is the tab stop until another row has been focused, such as the selected one.
 */
export function useRovingFocus(ids: readonly string[], preferredId: string | undefined): RovingFocus {
  const list = useRef<HTMLUListElement>(null);
  const [lastId, setLastId] = useState<string>();
  const tabStopId = [lastId, preferredId].find((id) => id !== undefined && ids.includes(id)) ?? ids[0];
  const getLinks = () => [...(list.current?.querySelectorAll('a') ?? [])];

  const handleKeyDown = (event: KeyboardEvent) => {
    const step = LIST_STEPS[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    const rowLinks = getLinks();
    const index = rowLinks.findIndex((link) => link.matches(':focus'));
    if (index === -1) return;
    event.preventDefault();
    rowLinks[step(index, rowLinks.length - 1)]?.focus();
  };
  return {
    list,
    handleKeyDown,
    tabIndexOf: (id) => (id === tabStopId ? 0 : -1),
    handleFocus: setLastId,
    focusFirst: () => getLinks()[0]?.focus(),
  };
}
