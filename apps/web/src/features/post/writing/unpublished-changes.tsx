import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { useLoaded } from '../../../components/use-loaded.ts';
import { paths } from '../../../config/paths.ts';
import { formatAge } from '../../../lib/format-age.ts';
import { useAuthStore } from '../../../stores/auth.store.ts';
import type { DraftRecord } from '../../../stores/story-draft/draft-record.ts';
import { listShownDrafts } from '../../../stores/story-draft/story-drafts.ts';
import { DRAFT_STRINGS } from './draft-strings.ts';

const NO_DRAFTS: ReadonlyMap<string, DraftRecord> = new Map();

/**
 * The user's latest draft for each published story that has one, by the id of the story.
 *
 * @param postId - the only story to look up; all stories by default.
 */
export function useDraftsByStory(postId?: string): ReadonlyMap<string, DraftRecord> {
  const userId = useAuthStore((state) => state.user?._id ?? null);
  const load = useCallback(async () => {
    const records = userId === null ? [] : await listShownDrafts(userId, postId);
    // The latest draft comes first, and is set last.
    return new Map(records.toReversed().map((record) => [record.postId ?? '', record]));
  }, [userId, postId]);
  return useLoaded(load).data ?? NO_DRAFTS;
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
  const draft = useDraftsByStory(postId).get(postId);
  return draft && <UnpublishedChanges draft={draft} />;
}
