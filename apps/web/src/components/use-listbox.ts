import { type KeyboardEvent, useLayoutEffect, useState } from 'react';

const STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index <= 0 ? count : index) - 1,
};
/** Used only while an option is active; otherwise these keys move the text cursor. */
const EDGES: Readonly<Record<string, (count: number) => number>> = {
  Home: () => 0,
  End: (count) => count - 1,
};

interface ListboxOptions {
  /** Id of the listbox, which the input refers to. */
  id: string;
  /** No option is active after it changes. */
  query: string;
  /** Identify the options; none while the popup is closed. No option is active after they change. */
  optionKeys: readonly string[];
  onSelect: (index: number) => void;
  onClose: () => void;
}

/** The active option of a combobox whose popup is a listbox, moved by keys while the input keeps the focus. */
export function useListbox({ id, query, optionKeys, onSelect, onClose }: ListboxOptions) {
  const count = optionKeys.length;
  const shown = [query, ...optionKeys].join('\n');
  const [active, setActive] = useState({ shown, index: -1 });
  // A popup that is opened again has no active option.
  if (count === 0 && active.index !== -1) setActive({ shown, index: -1 });
  const index = active.shown === shown && active.index < count ? active.index : -1;
  const activeId = count === 0 || index === -1 ? null : optionId(id, index);

  useLayoutEffect(() => {
    if (activeId !== null) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  return {
    /** Index of the active option, -1 without one. */
    activeIndex: index,
    /** Id of the active option; null without one. */
    activeId,

    /** Handles a key press in the input, unless it only edits the text. */
    handleKeyDown(event: KeyboardEvent): void {
      if (count === 0) return;
      const edge = index === -1 ? undefined : EDGES[event.key];
      const next = STEPS[event.key]?.(index, count) ?? edge?.(count);
      if (next !== undefined) setActive({ shown, index: next });
      else if (event.key === 'Enter' && index !== -1) onSelect(index);
      else if (event.key === 'Escape') onClose();
      else return;
      event.preventDefault();
    },
  };
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}
