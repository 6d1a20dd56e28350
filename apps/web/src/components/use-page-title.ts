import { useLayoutEffect } from 'react';
import { setPageTitle } from '../lib/page-title.ts';

/** Names the browser's tab, together with what the page shows: the heading that takes the focus has its title. */
export function usePageTitle(title: string): void {
  useLayoutEffect(() => {
    setPageTitle(title);
  }, [title]);
}
