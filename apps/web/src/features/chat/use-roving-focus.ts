import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';

interface RovingFocus {
  list: RefObject<HTMLUListElement | null>;
  /** For the list: arrows, Home and End go from row to row. */
  handleKeyDown: (event: KeyboardEvent) => void;
  /** For each row's link: the one stop of the Tab key is the row one was at last. */
  tabIndexOf: (id: string) => 0 | -1;
  handleFocus: (id: string) => void;
  focusFirst: () => void;
}

/** Where a key leads in a list, from the place one is at; the last place is `last`. */
export const LIST_STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, last) => last,
};

/**
 * Makes a list of links one stop of the Tab key.
 *
 * @param ids - of the rows, in their order.
 * @param preferredId - the row to come to first: the selected one.
 */
export function useRovingFocus(ids: readonly string[], preferredId: string | undefined): RovingFocus {
  const list = useRef<HTMLUListElement>(null);
  const [lastId, setLastId] = useState<string>();
  const stop = [lastId, preferredId].find((id) => id !== undefined && ids.includes(id)) ?? ids[0];
  const links = () => [...(list.current?.querySelectorAll('a') ?? [])];

  const handleKeyDown = (event: KeyboardEvent) => {
    const step = LIST_STEPS[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    const all = links();
    const at = all.findIndex((link) => link.matches(':focus'));
    if (at === -1) return;
    event.preventDefault();
    all[step(at, all.length - 1)]?.focus();
  };
  return {
    list,
    handleKeyDown,
    tabIndexOf: (id) => (id === stop ? 0 : -1),
    handleFocus: setLastId,
    focusFirst: () => links()[0]?.focus(),
  };
}
