import type { Card, Post } from '@safarnama/contracts';
import * as deletedPostApi from '../api/deleted-post.api.ts';
import { findOwn } from '../api/own-post.api.ts';
import { isNotFoundError } from '../lib/api-client.ts';
import { useBlogStore } from './blog.store.ts';
import { type CardLists, type ListStatus, mapByKey } from './card-lists.ts';
import { isSignedIn } from './track-user.ts';

type List = Pick<ListStatus, 'cursor'> & { cards: Card[] };

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
  if (await showAsPublished(card)) useBlogStore.setState((now) => withCard(now, before, card));
}

/** Removes a story from the deleted ones, and waits for the feeds. @returns false when its author has signed out. */
async function showAsPublished({ slug: publishedSlug, authorId }: Card | Post): Promise<boolean> {
  if (!isSignedIn(authorId._id)) return false;
  useBlogStore.setState(({ deletedSlugs }) => ({
    deletedSlugs: deletedSlugs.filter((slug) => slug !== publishedSlug),
  }));
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

/** Inserts the card into the feeds, the cached lists that contained it, and the lists of its author. */
function withCard(now: CardLists, before: CardLists, card: Card): Partial<CardLists> {
  const cachedLists = mapByKey(now.cachedLists, (list, key) => {
    const former = before.cachedLists[key];
    const isAffected =
      former?.cards.some(({ _id }) => _id === card._id) || list.author?._id === card.authorId._id;
    return isAffected ? { ...list, cards: insertCard(list, former, card) } : list;
  });
  const feed = (cards: Card[], { cursor }: ListStatus): List => ({ cards, cursor });
  return {
    allposts: insertCard(feed(now.allposts, now.allStatus), feed(before.allposts, before.allStatus), card),
    myPosts: insertCard(feed(now.myPosts, now.myStatus), feed(before.myPosts, before.myStatus), card),
    cachedLists,
  };
}

/**
 * Inserts a card before the first remaining card that used to follow it, otherwise by date. If that position lies
 * beyond the loaded part of the list, its next page will contain the card.
 */
function insertCard({ cards, cursor }: List, former: List | undefined, card: Card): Card[] {
  if (cursor === undefined || cards.some(({ _id }) => _id === card._id)) return cards;
  const formerIds = former?.cards.map(({ _id }) => _id) ?? [];
  const formerIndex = formerIds.indexOf(card._id);
  const followers = formerIndex < 0 ? [] : formerIds.slice(formerIndex + 1);
  const nextFollower = cards.findIndex(({ _id }) => followers.includes(_id));
  const index =
    nextFollower < 0 ? cards.findIndex(({ createdAt }) => createdAt < card.createdAt) : nextFollower;
  if (index >= 0) return cards.toSpliced(index, 0, card);
  const wasLast = formerIndex >= 0 && former?.cursor === cursor;
  return cursor === null || wasLast ? [...cards, card] : cards;
}
