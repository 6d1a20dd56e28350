import { useBlogStore } from './blog.store.ts';
import { mapCards } from './card-lists.ts';

/** Shows a story's number of comments on its cards and when it is opened again. */
export function showCommentCount(postId: string, commentCount: number): void {
  const apply = <T extends { _id: string; commentCount: number }>(post: T): T =>
    post._id === postId && post.commentCount !== commentCount ? { ...post, commentCount } : post;
  useBlogStore.setState((state) => ({
    ...mapCards(state, (cards) => cards.map(apply)),
    currentPost: state.currentPost && apply(state.currentPost),
  }));
}
