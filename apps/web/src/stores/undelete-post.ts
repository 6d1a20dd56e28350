import type { Card, Post } from '@safarnama/contracts';
import * as deletedPostApi from '../api/deleted-post.api.ts';
import { findOwn } from '../api/own-post.api.ts';
import { isNotFoundError } from '../lib/api-client.ts';
import { useBlogStore } from './blog.store.ts';
import type { CardLists, ListStatus } from './card-lists.ts';
import { withReturnedPost } from './lazy-transitions.ts';
import { withoutDeletedSlug } from './post-transitions.ts';
import { isSignedIn } from './track-user.ts';

/**
 * Restores a deleted story of the user, also in the lists, in its former position.
 *
 * @param before - the lists before the deletion, or the current ones if those are unknown.
 * @throws ApiError 404 when it was deleted more than ten minutes ago.
 */
export async function undeletePost(id: string, before: CardLists): Promise<void> {
  try {
    const { card } = await deletedPostApi.undelete(id);
    await returnToLists(card, before);
  } catch (error) {
    // The story may be restored already: by an attempt whose response was lost, or in another tab.
    const post = isNotFoundError(error) ? await findOwn(id) : null;
    if (!post) throw error;
    if (await showAsPublished(post)) await reloadFeeds();
  }
}

/** Adds a story of the user that is published again to the lists; `before` is as in `undeletePost`. */
export async function returnToLists(card: Card, before: CardLists): Promise<void> {
  if (await showAsPublished(card)) useBlogStore.setState((now) => withReturnedPost(now, before, card));
}

/** Removes a story from the deleted ones, and waits for the feeds. @returns false when its author has signed out. */
async function showAsPublished({ slug, authorId }: Card | Post): Promise<boolean> {
  if (!isSignedIn(authorId._id)) return false;
  useBlogStore.setState((state) => withoutDeletedSlug(state, slug));
  await waitForFeeds();
  return isSignedIn(authorId._id);
}

/** Waits for pages of the feeds that were requested before the story was restored, and may lack it. */
async function waitForFeeds(): Promise<void> {
  const { allStatus, myStatus, fetchAllPosts, fetchMyPosts } = useBlogStore.getState();
  // While a page is being loaded, these return its promise.
  await Promise.all([allStatus.isLoading && fetchAllPosts(), myStatus.isLoading && fetchMyPosts()]);
}

/** Reloads the feeds that have been loaded, which may lack the story. */
async function reloadFeeds(): Promise<void> {
  const { allStatus, myStatus, fetchAllPosts, fetchMyPosts } = useBlogStore.getState();
  const isLoaded = ({ cursor }: ListStatus) => cursor !== undefined;
  await Promise.all([isLoaded(allStatus) && fetchAllPosts(), isLoaded(myStatus) && fetchMyPosts()]);
}
