import type { ReactNode } from 'react';

/** Renders a tag in a message around words that only screen readers need, because an icon replaces them. */
export function renderHidden(words: ReactNode) {
  return <span className="sr-only">{words}</span>;
}
