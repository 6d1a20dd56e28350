import type { Card, Post, SavedPostResponse } from '@safarnama/contracts';
import { uniqueById } from '../lib/unique-by-id.ts';
import { type CardLists, findCard, isFeed, mapByKey, mapCards } from './card-lists.ts';

/*
 * What each event changes in the lists and in the opened story: one pure function for each event. Its name is `with` or
 * `without` and what the event has done; it takes the state, and returns the changed fields. Events of lazy pages are in
 * `lazy-transitions.ts`, which the first load does not contain.
 */

/** The stories in the blog store. */
export interface ShownPosts extends CardLists {
  /** The story whose page is open. */
  currentPost: Post | null;
  /** Slugs of stories deleted or unpublished in this tab. Back and Forward do not stop at their history entries. */
  deletedSlugs: readonly string[];
}

type Changes = Partial<ShownPosts>;

/** A story was published: it comes first in the feeds. Published again, it has its former URL. */
export function withPublishedPost(posts: ShownPosts, card: Card): Changes {
  const prepend = (cards: Card[]) => uniqueById([card, ...cards]);
  return {
    allposts: prepend(posts.allposts),
    myPosts: prepend(posts.myPosts),
    freshPages: mapByKey(posts.freshPages, (page, key) =>
      isFeed(key) ? { ...page, posts: prepend(page.posts) } : page,
    ),
    ...withoutDeletedSlug(posts, card.slug),
  };
}

/** The page of a story was opened. The story may have been restored on another device. */
export function withOpenedPost(posts: ShownPosts, post: Post): Changes {
  return { currentPost: post, ...withoutDeletedSlug(posts, post.slug) };
}

/**
 * A story was updated, or restored to an earlier version. The search results that contain it, whose matches are those
 * of the former text, and, if it has moved to another place, the lists of places are outdated: they are loaded again
 * when they are shown.
 *
 * @param opens - whether it becomes the opened story; otherwise it replaces the opened one if that is the same story.
 */
export function withUpdatedPost(
  posts: ShownPosts,
  { post, card }: SavedPostResponse,
  opens?: boolean,
): Changes {
  const lists = mapCards(posts, (cards) => cards.map((shown) => (shown._id === card._id ? card : shown)));
  const before = findCard(posts, card._id);
  const hasMoved = before && before.place?._id !== card.place?._id;
  return {
    ...lists,
    cachedLists: mapByKey(lists.cachedLists, (list) =>
      (hasMoved && list.place) || (list.search && list.cards.includes(card))
        ? { ...list, cursor: undefined }
        : list,
    ),
    currentPost: opens || posts.currentPost?._id === post._id ? post : posts.currentPost,
  };
}

/** A story was deleted or unpublished. */
export function withoutPost(posts: ShownPosts, id: string, slug: string | undefined): Changes {
  return {
    ...mapCards(posts, (cards) => cards.filter((card) => card._id !== id)),
    ...(slug !== undefined && { deletedSlugs: [...posts.deletedSlugs, slug] }),
  };
}

/** The likes, bookmark or comments of a story have changed. */
export function withChangedPost(
  posts: ShownPosts,
  id: string,
  change: <T extends Card | Post>(post: T) => T,
): Changes {
  const apply = <T extends Card | Post>(post: T): T => (post._id === id ? change(post) : post);
  return {
    ...mapCards(posts, (cards) => cards.map(apply)),
    currentPost: posts.currentPost && apply(posts.currentPost),
  };
}

/** A deleted or unpublished story has its page again. */
export function withoutDeletedSlug(
  { deletedSlugs }: ShownPosts,
  slug: string,
): Pick<ShownPosts, 'deletedSlugs'> {
  return { deletedSlugs: deletedSlugs.filter((deleted) => deleted !== slug) };
}
