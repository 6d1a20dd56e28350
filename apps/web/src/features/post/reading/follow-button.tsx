import type { Author } from '@safarnama/contracts';
import { UserRoundCheck, UserRoundPlus } from 'lucide-react';
import { toastFailure } from '../../../components/toast-failure.tsx';
import { errorMessage } from '../../../lib/api-client.ts';
import { useFollowStore } from '../../../stores/follow.store.ts';
import { FOLLOW_STRINGS } from './follow-strings.ts';

/** Follows or unfollows an author. Invisible until it is known whether the user follows them. */
export function FollowButton({ author }: { author: Author }) {
  const state = useFollowStore(({ byAuthor }) => byAuthor[author._id]);
  const toggleFollow = useFollowStore((store) => store.toggleFollow);
  const isFollowed = state?.followedByMe ?? false;
  const Icon = isFollowed ? UserRoundCheck : UserRoundPlus;
  const name = isFollowed ? FOLLOW_STRINGS.followingAuthor : FOLLOW_STRINGS.followAuthor;
  const handleClick = () =>
    void toggleFollow(author._id, (cause) =>
      toastFailure(errorMessage(cause, FOLLOW_STRINGS.failed({ name: author.fullName }))),
    );
  return (
    <button
      type="button"
      className={`button button-quiet ${state ? '' : 'invisible'}`}
      // Contains the visible text, for speech input. A name that contains the state needs no `aria-pressed`.
      aria-label={name({ name: author.fullName })}
      onClick={handleClick}
    >
      <Icon aria-hidden className="size-5" />
      {isFollowed ? FOLLOW_STRINGS.following : FOLLOW_STRINGS.follow}
    </button>
  );
}
