import type { Post } from '@safarnama/contracts';
import { create } from 'zustand';
import * as revisionApi from '../api/revision.api.ts';
import { useBlogStore } from './blog.store.ts';
import { withUpdatedPost } from './post-transitions.ts';
import { isSignedIn } from './track-user.ts';

/** The story that was last restored to an earlier version; null before. Pages that show its versions update from it. */
export const useRestoredPost = create<{ post: Post | null }>()(() => ({ post: null }));

/**
 * Makes an earlier version of a story the current one, also in the lists.
 *
 * @returns the story as it is now.
 * @throws like `request`.
 */
export async function restoreVersion(postId: string, number: number): Promise<Post> {
  const saved = await revisionApi.restore(postId, number);
  const { post } = saved;
  if (!isSignedIn(post.authorId._id)) return post;
  useRestoredPost.setState({ post });
  useBlogStore.setState((state) => withUpdatedPost(state, saved));
  return post;
}
