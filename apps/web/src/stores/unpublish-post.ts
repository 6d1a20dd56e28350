import { clientPostIdOf, type Draft, type Post } from '@safarnama/contracts';
import * as postApi from '../api/post.api.ts';
import { useBlogStore } from './blog.store.ts';
import { type CardLists, mapCards } from './card-lists.ts';
import { returnToLists } from './undelete-post.ts';

/**
 * Turns a published story of the user into a draft, and removes it from all lists.
 *
 * @returns the draft.
 * @throws as `request`.
 */
export async function unpublishPost({ _id, slug }: Post): Promise<Draft> {
  const draft = await postApi.unpublish(_id);
  useBlogStore.setState((state) => ({
    ...mapCards(state, (cards) => cards.filter((card) => card._id !== _id)),
    deletedSlugs: [...state.deletedSlugs, slug],
  }));
  return draft;
}

/** Whether a draft has the words of a story, and no changes that were made before it was unpublished. */
export function isUnchangedDraft(draft: Draft, post: Post): boolean {
  const names = ['blogTitle', 'blogHtml', 'blogLocation', 'blogImageAlt', 'visitedOn', 'visibility'] as const;
  // A draft that was made for this has version 1.
  return draft.version === 1 && names.every((name) => draft[name] === post[name]);
}

/**
 * Publishes an unpublished story as its draft was stored, and shows it in its former position.
 *
 * @param before - the lists before it was unpublished.
 * @throws as `request`: 409 when the draft was changed since.
 */
export async function publishAgain(draft: Draft, before: CardLists): Promise<void> {
  const { blogTitle, blogHtml, blogImage, blogImageAlt, blogLocation, visibility, key, version } = draft;
  const body = {
    blogTitle,
    blogHtml,
    blogImage,
    blogImageAlt,
    blogLocation,
    visibility,
    draftKey: key,
    draftVersion: version,
    clientPostId: clientPostIdOf(key),
  };
  // The story may have been published with other words meanwhile.
  const isOwnAttempt = (stored: Post) => stored.blogTitle === blogTitle && stored.blogHtml === blogHtml;
  const { post, card } = await postApi.create(body, { isOwnAttempt });
  await returnToLists(post, before, card.excerpt);
}
