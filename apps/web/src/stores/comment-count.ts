import { useBlogStore } from './blog.store.ts';
import { withChangedPost } from './post-transitions.ts';

/** Shows a story's number of comments on its cards and when it is opened again. */
export function showCommentCount(postId: string, commentCount: number): void {
  useBlogStore.setState((state) =>
    withChangedPost(state, postId, (post) =>
      post.commentCount === commentCount ? post : { ...post, commentCount },
    ),
  );
}
