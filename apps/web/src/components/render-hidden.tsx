import type { ReactNode } from 'react';

/** Renders the part of a text that only screen readers need, because an icon stands for it: a tag of its message. */
export function renderHidden(words: ReactNode) {
  return <span className="sr-only">{words}</span>;
}
