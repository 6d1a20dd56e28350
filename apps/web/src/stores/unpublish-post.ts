import { type Draft, deriveClientPostId, type Post } from '@safarnama/contracts';
import * as draftApi from '../api/draft.api.ts';
import { unpublish } from '../api/own-post.api.ts';
import * as postApi from '../api/post.api.ts';
import { errorMessage, isNotFoundError } from '../lib/api-client.ts';
import { DEFAULT_MESSAGES } from '../lib/default-messages.ts';
import { isSamePicture } from '../lib/is-same-picture.ts';
import { type SaveOptions, useBlogStore } from './blog.store.ts';
import type { CardLists } from './card-lists.ts';
import { withoutPost } from './post-transitions.ts';
import { trackUser } from './track-user.ts';
import { returnToLists } from './undelete-post.ts';

/**
 * Turns a published story of the user into a draft, and removes it from all lists.
 *
 * @returns the draft.
 * @throws like `request`.
 */
export async function unpublishPost({ _id, slug }: Post): Promise<Draft> {
  const draft = await unpublish(_id).catch(async (error: unknown) => {
    // The story may be unpublished already: by an attempt whose response was lost, or in another tab.
    const hidden = isNotFoundError(error) ? await findUnpublished(_id) : undefined;
    if (!hidden) throw error;
    return hidden;
  });
  useBlogStore.setState((state) => withoutPost(state, _id, slug));
  return draft;
}

async function findUnpublished(id: string): Promise<Draft | undefined> {
  return (await draftApi.list(id)).find(({ postId, isUnpublished }) => isUnpublished && postId === id);
}

/** Whether the draft of an unpublished story has the content of the story. */
export function isUnchangedDraft(draft: Draft, post: Post): boolean {
  const names = ['blogTitle', 'blogHtml', 'blogLocation', 'visitedOn', 'visibility'] as const;
  return (
    names.every((name) => draft[name] === post[name]) &&
    draft.placeId === (post.place?._id ?? null) &&
    hasSamePicture(draft, post)
  );
}

function hasSamePicture(draft: Draft, post: Post): boolean {
  // Without a picture of its own, a story shows the first one of its text.
  if (post.blogImage === (post.pictures[0]?.url ?? '')) return draft.blogImage === '';
  return draft.blogImageAlt === post.blogImageAlt && isSamePicture(draft.blogImageMeta, post.blogImageMeta);
}

/**
 * Publishes the stored draft of an unpublished story, and shows the story in its former position in the lists.
 *
 * @param before - the lists before it was unpublished.
 * @throws like `request`; 409 when the draft has been changed since.
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
    clientPostId: deriveClientPostId(key),
  };
  // In the meantime, the story may have been published with another text.
  const isOwnAttempt = (stored: Post) => stored.blogTitle === blogTitle && stored.blogHtml === blogHtml;
  const { card } = await postApi.create(body, { isOwnAttempt });
  await returnToLists(card, before);
}

/**
 * Like `createPost` of the blog store, but for an unpublished story, which has its former date when it is published
 * again: the lists show it in that position.
 */
export async function publishChanged(body: postApi.PostBody, options: SaveOptions): Promise<Post | null> {
  const isSessionOver = trackUser();
  useBlogStore.setState({ error: null });
  try {
    const { post, card } = await postApi.create(body, options);
    if (isSessionOver()) return null;
    void returnToLists(card, useBlogStore.getState());
    return post;
  } catch (error) {
    if (isSessionOver()) return null;
    useBlogStore.setState({ error: errorMessage(error, DEFAULT_MESSAGES.createPost) });
    options.onFailed?.(error);
    return null;
  }
}
