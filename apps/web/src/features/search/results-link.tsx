import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { useFocusLost } from '../../components/use-focus-lost.ts';

/** A link from the results to other results. If it disappears with them, the focus moves to the heading. */
export function ResultsLink(props: ComponentProps<typeof Link>) {
  const link = useFocusLost<HTMLAnchorElement>(focusHeading);
  return <Link ref={link} {...props} />;
}

function focusHeading(): void {
  document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true });
}
