import { useCallback, useState } from 'react';
import { Link } from 'react-router-dom';
import { useLoaded } from '../../../components/use-loaded.ts';
import { paths } from '../../../config/paths.ts';
import { formatAge } from '../../../lib/format-age.ts';
import { useAuthStore } from '../../../stores/auth.store.ts';
import type { DraftRecord } from '../../../stores/story-draft/draft-record.ts';
import { listShownDrafts } from '../../../stores/story-draft/story-drafts.ts';
import { DRAFT_STRINGS } from './draft-strings.ts';

const { offer: STRINGS } = DRAFT_STRINGS;

interface DraftOfferProps {
  postId: string | null;
  /** Called when the author declines the offer, which then disappears with its buttons. */
  onStart: () => void;
}

/**
 * Offers to continue the latest draft of a new story, or of the story with `postId`. Its space is always reserved: a
 * line, or two on a phone.
 */
export function DraftOffer({ postId, onStart }: DraftOfferProps) {
  const userId = useAuthStore((state) => state.user?._id ?? '');
  const [isDeclined, setDeclined] = useState(false);
  const load = useCallback(
    async () =>
      (await listShownDrafts(userId, postId ?? undefined)).find((record) => record.postId === postId),
    [userId, postId],
  );
  const { data: latest } = useLoaded(load);

  const handleStart = () => {
    setDeclined(true);
    onStart();
  };
  return (
    <p className="-mt-7 -mb-4 flex min-h-7 min-w-0 flex-wrap content-start items-center gap-x-4 text-sm max-sm:min-h-14 sm:flex-nowrap">
      {latest && !isDeclined && (
        <>
          <Link
            to={paths.draft(latest.key)}
            replace
            title={describeOffer(latest)}
            className="link min-w-0 truncate py-0.5"
          >
            {describeOffer(latest)}
          </Link>
          <button type="button" className="link flex-none py-0.5" onClick={handleStart}>
            {postId === null ? STRINGS.startStory : STRINGS.startEdit}
          </button>
        </>
      )}
    </p>
  );
}

function describeOffer({ postId, fields: { title }, changedAt }: DraftRecord): string {
  const age = formatAge(changedAt);
  if (postId !== null) return STRINGS.edit({ age });
  return title === '' ? STRINGS.untitled({ age }) : STRINGS.story({ title, age });
}
