import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../config/paths.ts';
import { formatAge } from '../../../lib/format-age.ts';
import { useAuthStore } from '../../../stores/auth.store.ts';
import type { DraftRecord } from '../../../stores/story-draft/draft-record.ts';
import { listShownDrafts } from '../../../stores/story-draft/story-drafts.ts';
import { DRAFT_STRINGS } from './draft-strings.ts';

/** The user's latest draft for each published story that has one, by the id of the story. */
export function useDraftsByStory(): ReadonlyMap<string, DraftRecord> {
  const userId = useAuthStore((state) => state.user?._id ?? null);
  const [drafts, setDrafts] = useState<ReadonlyMap<string, DraftRecord>>(new Map());
  useEffect(() => {
    if (userId === null) return;
    let isCurrent = true;
    void listShownDrafts(userId).then((records) => {
      // The latest draft comes first, and is set last.
      const entries = records.toReversed().map((record) => [record.postId ?? '', record] as const);
      if (isCurrent) setDrafts(new Map(entries));
    });
    return () => {
      isCurrent = false;
    };
  }, [userId]);
  return drafts;
}

/** Shows the author of a published story that it has changes that its readers do not see yet. */
export function UnpublishedChanges({ draft }: { draft: DraftRecord }) {
  return (
    <p className="text-sm">
      {DRAFT_STRINGS.unpublishedChanges}{' '}
      <Link to={paths.draft(draft.key)} className="link inline-block py-1">
        {DRAFT_STRINGS.offer.edit({ age: formatAge(draft.changedAt) })}
      </Link>
    </p>
  );
}

/** `UnpublishedChanges` of one story. */
export function StoryChanges({ postId }: { postId: string }) {
  const draft = useDraftsByStory().get(postId);
  return draft && <UnpublishedChanges draft={draft} />;
}
