import { useLayoutEffect } from 'react';
import { setPageTitle } from '../lib/page-title.ts';

/** Sets the document title before the paint, so that it matches the heading that receives the focus. */
export function usePageTitle(title: string): void {
  useLayoutEffect(() => {
    setPageTitle(title);
  }, [title]);
}
