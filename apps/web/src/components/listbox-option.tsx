import type { ReactNode } from 'react';
import { optionId } from './use-listbox.ts';

interface ListboxOptionProps {
  /** Id of the listbox. */
  listId: string;
  index: number;
  isActive: boolean;
  className: string;
  onSelect: () => void;
  children: ReactNode;
}

/** An option in the popup of a combobox. */
export function ListboxOption({
  listId,
  index,
  isActive,
  className,
  onSelect,
  children,
}: ListboxOptionProps) {
  return (
    // The keys are handled by the input, which has the focus.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
    // biome-ignore lint/a11y/useFocusableInteractive: see above.
    <div
      id={optionId(listId, index)}
      role="option"
      aria-selected={isActive}
      className={`flex cursor-pointer items-center gap-3 rounded-control px-3 hover:bg-paper-sunk aria-selected:bg-indigo-wash aria-selected:outline-2 aria-selected:outline-indigo aria-selected:-outline-offset-2 ${className}`}
      // Leaves the focus in the input.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onSelect}
    >
      {children}
    </div>
  );
}
