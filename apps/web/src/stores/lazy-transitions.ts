import type { AuthorProfile, Card, User } from '@safarnama/contracts';
import { type CardLists, type ListStatus, mapByKey, mapCards } from './card-lists.ts';

/*
 * Like `post-transitions.ts`, for events of lazy pages.
 */

/** Key of the list of stories by followed authors. */
export const FOLLOWING_LIST = 'following';

type List = Pick<ListStatus, 'cursor'> & { cards: Card[] };

/**
 * A deleted or unpublished story is published again: its card is inserted into the feeds, the cached lists that
 * contained it, and the lists of its author.
 *
 * @param before - the lists before it left them, or the current ones if those are unknown.
 */
export function withReturnedPost(now: CardLists, before: CardLists, card: Card): Partial<CardLists> {
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

/** The user has saved their profile: it is shown on their page and cards. */
export function withSavedProfile(
  lists: CardLists,
  { _id, fullName, profilePic, bio }: User,
): Partial<CardLists> {
  const updateCard = (card: Card) =>
    card.authorId._id === _id ? { ...card, authorId: { ...card.authorId, fullName, profilePic } } : card;
  const updateAuthor = <L extends { author?: AuthorProfile | null }>(list: L): L =>
    list.author?._id === _id ? { ...list, author: { ...list.author, fullName, profilePic, bio } } : list;
  const changed = mapCards(lists, (cards) => cards.map(updateCard));
  return {
    ...changed,
    cachedLists: mapByKey(changed.cachedLists, updateAuthor),
    freshPages: mapByKey(changed.freshPages, updateAuthor),
  };
}

/** The user has followed or unfollowed an author: going back to the list of followed authors loads it again. */
export function withoutFollowingList({
  cachedLists: { [FOLLOWING_LIST]: _dropped, ...cachedLists },
}: CardLists): Partial<CardLists> {
  return { cachedLists };
}

/** A block has ended the follow of an author: their stories leave the list of followed authors, which may be shown. */
export function withoutFollowedAuthor(lists: CardLists, authorId: string): Partial<CardLists> {
  const withoutAuthor = (cards: Card[]) => cards.filter((card) => card.authorId._id !== authorId);
  return {
    cachedLists: mapByKey(lists.cachedLists, (list, key) =>
      key === FOLLOWING_LIST ? { ...list, cards: withoutAuthor(list.cards) } : list,
    ),
    freshPages: mapByKey(lists.freshPages, (page, key) =>
      key === FOLLOWING_LIST ? { ...page, posts: withoutAuthor(page.posts) } : page,
    ),
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
