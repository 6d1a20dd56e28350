import { useEffect } from 'react';
import { paths } from '../../../config/paths.ts';
import type { DraftSaver } from '../../../stores/story-draft/draft-saver-types.ts';

/** Updates the URL of an opened draft when it becomes a new draft, which has another key. */
export function useDraftUrl(saver: DraftSaver): void {
  useEffect(() => {
    let { key } = saver.getRecord();
    return saver.subscribe(() => {
      const before = key;
      key = saver.getRecord().key;
      const { pathname, search } = window.location;
      if (key === before || pathname + search !== paths.draft(before)) return;
      // Without the router, which would open the draft in another form.
      window.history.replaceState(window.history.state, '', paths.draft(key));
    });
  }, [saver]);
}
