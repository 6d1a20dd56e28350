import type { LucideIcon } from 'lucide-react';
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { toLeftToRightKey } from '../../lib/arrow-key.ts';

/** Distance from the window's edge and from the anchor. */
const GAP_PX = 8;

interface MenuProps {
  label: string;
  /** The element next to which the menu opens; it receives the focus again when the menu closes. */
  anchor: HTMLElement;
  /** Role of the item to focus first; the first item by default. */
  initialFocus?: 'menuitem' | 'menuitemradio';
  onClose: () => void;
  children: ReactNode;
}

/** Closes the enclosing menu, then runs the selected item's action. */
const SelectContext = createContext<(action: () => void) => void>((action) => action());

/**
 * A menu in an overlay. Arrow keys move through the items; Escape, Tab and a press outside close it. Docked to the
 * bottom on small screens.
 */
export function Menu({ label, anchor, initialFocus, onClose, children }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  usePositionBeside(menu, anchor);
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];

  useLayoutEffect(() => {
    const first = initialFocus && menu.current?.querySelector<HTMLElement>(`[role=${initialFocus}]`);
    (first ?? items()[0])?.focus({ preventScroll: true });
  }, [initialFocus]);
  // The focused item was removed, such as a reaction by a block.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) items()[0]?.focus({ preventScroll: true });
  });

  const close = () => {
    // Must precede the item's action: a dialog that it opens will later restore the focus to the element that has it
    // now.
    anchor.focus({ preventScroll: true });
    onClose();
  };
  useCloseOnLeave(menu, anchor, close);
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[toLeftToRightKey(event.key)];
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
  children: ReactNode;
}

/** An option in a row of options, of which at most one is checked. */
export function MenuRadio({ label, isChecked, onSelect, children }: MenuRadioProps) {
  const select = useContext(SelectContext);
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={isChecked}
      aria-label={label}
      tabIndex={-1}
      className="grid size-10 place-items-center rounded-full text-2xl -outline-offset-2 hover:bg-paper-sunk aria-checked:bg-indigo-wash aria-checked:ring-2 aria-checked:ring-indigo forced-colors:aria-checked:border-2 max-md:size-12"
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

/**
 * Places the menu below the anchor, or above it where there is no room, always within the window. It extends towards
 * the middle of the window.
 */
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
    const isInRightHalf = anchorRect.left + anchorRect.right > viewport.width;
    const preferredLeft = isInRightHalf ? anchorRect.right - width : anchorRect.left;
    const left = Math.min(Math.max(GAP_PX, preferredLeft), viewport.width - width - GAP_PX);
    Object.assign(element.style, {
      top: `${Math.min(top, Math.max(GAP_PX, viewport.height - height - GAP_PX))}px`,
      left: `${left}px`,
    });
  }, [menu, anchor]);
}

/**
 * Closes the menu on a press outside, on a click on its button, on scrolling and when the width of the window changes.
 * The height may change as the menu opens: the menu takes the focus from the composer, so an on-screen keyboard closes.
 */
function useCloseOnLeave(
  menu: RefObject<HTMLDivElement | null>,
  anchor: HTMLElement,
  onClose: () => void,
): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    // A message whose menu was opened by a long press is an anchor too, and a click ends that press.
    const button = anchor instanceof HTMLButtonElement ? anchor : null;
    const handleLeave = ({ target, type }: Event) => {
      if (!(target instanceof Node)) return close();
      const isButtonPress = type === 'pointerdown' && button?.contains(target);
      if (!isButtonPress && !menu.current?.contains(target)) close();
    };
    const handleButtonClick = (event: Event) => {
      // The button would open the menu again.
      event.stopPropagation();
      close();
    };
    const width = window.innerWidth;
    const handleResize = () => {
      if (window.innerWidth !== width) close();
    };
    const controller = new AbortController();
    const { signal } = controller;
    button?.addEventListener('click', handleButtonClick, { signal });
    // The press may end elsewhere, without a click: the menu stays open and needs the focus for its keys.
    button?.addEventListener('mousedown', (event) => event.preventDefault(), { signal });
    window.addEventListener('pointerdown', handleLeave, { capture: true, signal });
    window.addEventListener('wheel', handleLeave, { capture: true, passive: true, signal });
    window.addEventListener('resize', handleResize, { signal });
    return () => controller.abort();
  }, [menu, anchor]);
}
