import type { Post } from '@safarnama/contracts';
import { Bookmark, Heart } from 'lucide-react';
import { renderHidden } from '../../../components/render-hidden.tsx';
import { toastFailure } from '../../../components/toast-failure.tsx';
import { errorMessage } from '../../../lib/api-client.ts';
import { useBlogStore } from '../../../stores/blog.store.ts';
import { STORY_STRINGS } from './story-strings.ts';

/** The like toggle and counter, for everyone but the author. */
export function LikeButton({ post }: { post: Pick<Post, '_id' | 'likedByMe' | 'likeCount'> }) {
  const toggleLike = useBlogStore((state) => state.toggleLike);
  const handleClick = () =>
    void toggleLike(post._id, (cause) => toastFailure(errorMessage(cause, STORY_STRINGS.likeFailed)));
  return (
    <button
      type="button"
      className="button-icon !inline-flex !w-auto !min-w-11 items-center justify-center gap-1.5 px-3"
      aria-pressed={post.likedByMe}
      onClick={handleClick}
    >
      <Heart aria-hidden className={`size-5 ${post.likedByMe ? 'fill-current text-danger' : ''}`} />
      <span className="tabular-nums">
        {STORY_STRINGS.like({
          count: post.likeCount,
          hidden: renderHidden,
        })}
      </span>
    </button>
  );
}

export function BookmarkButton({ post }: { post: Pick<Post, '_id' | 'bookmarkedByMe'> }) {
  const toggleBookmark = useBlogStore((state) => state.toggleBookmark);
  const handleClick = () =>
    void toggleBookmark(post._id, (cause) => toastFailure(errorMessage(cause, STORY_STRINGS.bookmarkFailed)));
  return (
    <button
      type="button"
      className="button-icon"
      // The name stays the same, since `aria-pressed` conveys the state.
      aria-label={STORY_STRINGS.bookmark}
      title={post.bookmarkedByMe ? STORY_STRINGS.bookmarked : STORY_STRINGS.bookmark}
      aria-pressed={post.bookmarkedByMe}
      onClick={handleClick}
    >
      <Bookmark aria-hidden className={`size-5 ${post.bookmarkedByMe ? 'fill-current text-indigo' : ''}`} />
    </button>
  );
}
