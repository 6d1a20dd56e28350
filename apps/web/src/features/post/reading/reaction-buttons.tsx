import type { Post } from '@safarnama/contracts';
import { Bookmark, Heart } from 'lucide-react';
import { toastFailure } from '../../../components/toast-failure.tsx';
import { useBlogStore } from '../../../stores/blog.store.ts';
import { STORY_STRINGS } from './story-strings.ts';

/** The like toggle and counter, for everyone but the author. */
export function LikeButton({ post }: { post: Pick<Post, '_id' | 'likedByMe' | 'likeCount'> }) {
  const toggleLike = useBlogStore((state) => state.toggleLike);
  const handleClick = async () => {
    if (!(await toggleLike(post._id))) toastFailure(STORY_STRINGS.likeFailed);
  };
  return (
    <button
      type="button"
      className="button button-quiet max-sm:px-3"
      aria-pressed={post.likedByMe}
      onClick={handleClick}
    >
      <Heart aria-hidden className={`size-5 ${post.likedByMe ? 'fill-current text-danger' : ''}`} />
      <span className="sr-only">Like</span> <span className="tabular-nums">{post.likeCount}</span>
    </button>
  );
}

export function BookmarkButton({ post }: { post: Pick<Post, '_id' | 'bookmarkedByMe'> }) {
  const toggleBookmark = useBlogStore((state) => state.toggleBookmark);
  const handleClick = async () => {
    if (!(await toggleBookmark(post._id))) toastFailure(STORY_STRINGS.bookmarkFailed);
  };
  return (
    <button
      type="button"
      className="button button-quiet max-sm:px-3"
      aria-pressed={post.bookmarkedByMe}
      onClick={handleClick}
    >
      <Bookmark aria-hidden className={`size-5 ${post.bookmarkedByMe ? 'fill-current text-indigo' : ''}`} />
      {/* The name stays the same, since `aria-pressed` tells the state. */}
      <span className="sr-only">{STORY_STRINGS.bookmark}</span>
      {/* Both labels share one cell, so that the button keeps its width. */}
      <span aria-hidden className="grid justify-items-start [&>*]:[grid-area:1/1]">
        <span className="invisible">{STORY_STRINGS.bookmarked}</span>
        <span>{post.bookmarkedByMe ? STORY_STRINGS.bookmarked : STORY_STRINGS.bookmark}</span>
      </span>
    </button>
  );
}
