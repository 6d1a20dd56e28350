import type { Card } from '@safarnama/contracts';
import * as deletedPostApi from '../api/deleted-post.api.ts';
import { useAuthStore } from './auth.store.ts';
import { useBlogStore } from './blog.store.ts';
import type { CardLists, ListStatus } from './card-lists.ts';

type List = Pick<ListStatus, 'cursor'> & { cards: Card[] };

/**
 * Restores a deleted story of the user, also in the lists, in its former position.
 *
 * @param before - the lists before the deletion, or the current ones if those are unknown.
 * @throws ApiError 404 when it was deleted more than ten minutes ago.
 */
export async function undeletePost(id: string, before: CardLists): Promise<void> {
  const { card } = await deletedPostApi.undelete(id);
  await returnToLists(card, before);
}

/** Adds a story of the user that is published again to the lists; `before` is as in `undeletePost`. */
export async function returnToLists(card: Card, before: CardLists): Promise<void> {
  if (!isCurrentUser(card.authorId._id)) return;
  useBlogStore.setState(({ deletedSlugs }) => ({
    deletedSlugs: deletedSlugs.filter((slug) => slug !== card.slug),
  }));
  await waitForFeeds();
  if (!isCurrentUser(card.authorId._id)) return;
  useBlogStore.setState((now) => withCard(now, before, card));
}

function isCurrentUser(userId: string): boolean {
  return useAuthStore.getState().user?._id === userId;
}

/** Waits for pages of the feeds that were requested before the story was restored, and may lack it. */
async function waitForFeeds(): Promise<void> {
  const { allStatus, myStatus, fetchAllPosts, fetchMyPosts } = useBlogStore.getState();
  // While a page is being loaded, these return its promise.
  await Promise.all([allStatus.isLoading && fetchAllPosts(), myStatus.isLoading && fetchMyPosts()]);
}

/** Inserts the card into the feeds, the cached lists that contained it, and the lists of its author. */
function withCard(now: CardLists, before: CardLists, card: Card): Partial<CardLists> {
  const cachedLists = Object.entries(now.cachedLists).map(([key, list]) => {
    const former = before.cachedLists[key];
    const isAffected =
      former?.cards.some(({ _id }) => _id === card._id) || list.author?._id === card.authorId._id;
    return [key, isAffected ? { ...list, cards: insertCard(list, former, card) } : list];
  });
  const feed = (cards: Card[], { cursor }: ListStatus): List => ({ cards, cursor });
  return {
    allposts: insertCard(feed(now.allposts, now.allStatus), feed(before.allposts, before.allStatus), card),
    myPosts: insertCard(feed(now.myPosts, now.myStatus), feed(before.myPosts, before.myStatus), card),
    cachedLists: Object.fromEntries(cachedLists),
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
