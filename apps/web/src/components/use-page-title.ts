import { useLayoutEffect } from 'react';

/** Names the browser's tab, together with what the page shows: the heading that takes the focus has its title. */
export function usePageTitle(title: string): void {
  useLayoutEffect(() => {
    document.title = title === '' ? 'Safarnama' : `${title} · Safarnama`;
  }, [title]);
}
