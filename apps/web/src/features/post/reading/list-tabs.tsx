import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { READING_STRINGS } from './strings.ts';

interface ListTabsProps {
  tabs: readonly { path: string; title: string }[];
  currentPath: string;
  /** Links to other pages. */
  children?: ReactNode;
}

/** Links to the variants of a list of stories, such as other sort orders. */
export function ListTabs({ tabs, currentPath, children }: ListTabsProps) {
  return (
    <nav aria-label={READING_STRINGS.lists} className="flex flex-wrap gap-x-5 max-sm:gap-x-4">
      {tabs.map(({ path, title }) => (
        <Link
          key={path}
          to={path}
          aria-current={path === currentPath ? 'page' : undefined}
          className="touch-target inline-block min-h-8 border-transparent border-b-2 text-ink-soft hover:text-ink aria-[current=page]:border-marigold aria-[current=page]:font-semibold aria-[current=page]:text-ink max-md:text-sm md:py-1"
        >
          {title}
        </Link>
      ))}
      {children}
    </nav>
  );
}
