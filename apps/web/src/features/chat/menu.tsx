import type { LucideIcon } from 'lucide-react';
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';

/** How far a menu stays from the edge of the window and from what it belongs to. */
const GAP_PX = 8;

interface MenuProps {
  label: string;
  /** What it opens beside; the focus goes back to it. */
  anchor: HTMLElement;
  /** Role of the item one begins at, where that is not the first of all. */
  initialFocus?: 'menuitem' | 'menuitemradio';
  onClose: () => void;
  children: ReactNode;
}

/** Closes the menu around, then does what was chosen. */
const SelectContext = createContext<(action: () => void) => void>((action) => action());

/**
 * A menu over everything: arrows go through its items, Escape, Tab and a press elsewhere close it. On a small screen
 * it stands at its foot.
 */
export function Menu({ label, anchor, initialFocus, onClose, children }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  usePositionBeside(menu, anchor);
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];

  useLayoutEffect(() => {
    const first = initialFocus && menu.current?.querySelector<HTMLElement>(`[role=${initialFocus}]`);
    (first ?? items()[0])?.focus({ preventScroll: true });
  }, [initialFocus]);

  const close = () => {
    // Before it is gone: what an item opens takes the focus from there, and gives it back to there.
    anchor.focus({ preventScroll: true });
    onClose();
  };
  useCloseOnLeave(menu, close);
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') close();
    else if (step) {
      const all = items();
      const index = all.findIndex((item) => item.matches(':focus'));
      all[step(index, all.length)]?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const select = (action: () => void) => {
    close();
    action();
  };
  return (
    <SelectContext value={select}>
      <div aria-hidden className="fixed inset-0 z-40 bg-[rgb(20_15_5/0.35)] md:hidden" />
      <div
        ref={menu}
        role="menu"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={handleKeyDown}
        className="card fixed z-50 w-64 overflow-y-auto p-1.5 max-md:inset-x-2 max-md:bottom-2 max-md:w-auto"
      >
        {children}
      </div>
    </SelectContext>
  );
}

interface MenuItemProps {
  icon: LucideIcon;
  label: string;
  onSelect: () => void;
}

export function MenuItem({ icon: Icon, label, onSelect }: MenuItemProps) {
  const select = useContext(SelectContext);
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className="flex min-h-10 w-full items-center gap-3 rounded-control px-3 py-1.5 text-start -outline-offset-3 hover:bg-paper-sunk max-md:min-h-12"
      onClick={() => select(onSelect)}
    >
      <Icon aria-hidden className="size-4.5 flex-none text-ink-soft" />
      {label}
    </button>
  );
}

interface MenuRadioProps {
  label: string;
  isChecked: boolean;
  onSelect: () => void;
  /** A picture of it. */
  children: ReactNode;
}

/** One of several, in a row. */
export function MenuRadio({ label, isChecked, onSelect, children }: MenuRadioProps) {
  const select = useContext(SelectContext);
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={isChecked}
      aria-label={label}
      tabIndex={-1}
      className="grid size-10 place-items-center rounded-full text-2xl -outline-offset-2 hover:bg-paper-sunk aria-checked:bg-indigo-wash aria-checked:ring-2 aria-checked:ring-indigo max-md:size-12"
      onClick={() => select(onSelect)}
    >
      <span aria-hidden>{children}</span>
    </button>
  );
}

const STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/** Below what it belongs to, or above where there is no room; never over the edge. */
function usePositionBeside(menu: RefObject<HTMLDivElement | null>, anchor: HTMLElement): void {
  useLayoutEffect(() => {
    const element = menu.current;
    if (!element) return;
    const { height, width } = element.getBoundingClientRect();
    const viewport = { width: document.documentElement.clientWidth, height: window.innerHeight };
    element.style.maxHeight = `${viewport.height - 2 * GAP_PX}px`;
    if (!window.matchMedia('(width >= 48rem)').matches) return;
    const anchorRect = anchor.getBoundingClientRect();
    const below = anchorRect.bottom + GAP_PX;
    const fitsBelow = below + height + GAP_PX <= viewport.height;
    const top = fitsBelow ? below : Math.max(GAP_PX, anchorRect.top - height - GAP_PX);
    const left = Math.min(Math.max(GAP_PX, anchorRect.left), viewport.width - width - GAP_PX);
    Object.assign(element.style, {
      top: `${Math.min(top, Math.max(GAP_PX, viewport.height - height - GAP_PX))}px`,
      left: `${left}px`,
    });
  }, [menu, anchor]);
}

/** A press elsewhere, another window, or a page that moves away under it closes it. */
function useCloseOnLeave(menu: RefObject<HTMLDivElement | null>, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const handleLeave = (event: Event) => {
      if (!(event.target instanceof Node && menu.current?.contains(event.target))) close.current();
    };
    const controller = new AbortController();
    const { signal } = controller;
    window.addEventListener('pointerdown', handleLeave, { capture: true, signal });
    window.addEventListener('wheel', handleLeave, { capture: true, passive: true, signal });
    window.addEventListener('resize', handleLeave, { signal });
    return () => controller.abort();
  }, [menu]);
}
