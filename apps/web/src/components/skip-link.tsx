import type { ReactNode } from 'react';

interface SkipLinkProps {
  /** Id of a focusable element. */
  targetId: string;
  className: string;
  children: ReactNode;
}

/**
 * A link that scrolls to an element of the page and focuses it, without a history entry: the router would not know it.
 */
export function SkipLink({ targetId, className, children }: SkipLinkProps) {
  return (
    <a
      href={`#${targetId}`}
      className={className}
      onClick={(event) => {
        event.preventDefault();
        const target = document.getElementById(targetId);
        target?.scrollIntoView();
        target?.focus({ preventScroll: true });
      }}
    >
      {children}
    </a>
  );
}
