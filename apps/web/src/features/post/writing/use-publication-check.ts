import type { Post } from '@safarnama/contracts';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import * as draftApi from '../../../api/draft.api.ts';
import type { DraftSaver } from '../../../stores/story-draft/draft-saver-types.ts';
import { checkWhenDue } from './check-when-due.ts';

/**
 * Asks the server what has become of a draft while its form is open: of a scheduled one from its time on, until it was
 * published, deleted, rescheduled or refused; of any other one when the server no longer has it.
 *
 * @param onPublished - called with the story. If it does nothing, it is called again later.
 * @returns a function that asks the server now; it resolves to whether the draft is gone.
 */
export function usePublicationCheck(
  saver: DraftSaver,
  onPublished: (story: Post) => void,
): () => Promise<boolean> {
  const publishAt = useSyncExternalStore(saver.subscribe, () => saver.getRecord().publishAt);
  const isRemoved = useSyncExternalStore(saver.subscribe, () => {
    const { status, stored } = saver.getState();
    return status === 'conflict' && stored === null;
  });
  const onPublishedRef = useRef(onPublished);
  useEffect(() => {
    onPublishedRef.current = onPublished;
  });

  const check = useCallback(async () => {
    const before = saver.getRecord();
    const found = await draftApi.findWithStory(before.key).catch(() => null);
    if (found === null) return false;
    const { key, publishAt: time } = saver.getRecord();
    const isOvertaken = key !== before.key || time !== before.publishAt;
    // While the author publishes the draft, the response to that request contains its story.
    if (isOvertaken || saver.getState().status === 'closed') return true;
    if (found.story) onPublishedRef.current(found.story);
    else saver.setSchedule(found.draft);
    return found.draft === null;
  }, [saver]);

  useEffect(() => {
    if (publishAt === null) {
      if (isRemoved) void check();
      return undefined;
    }
    return checkWhenDue(isRemoved ? 0 : Date.parse(publishAt), check);
  }, [publishAt, isRemoved, check]);

  return check;
}
