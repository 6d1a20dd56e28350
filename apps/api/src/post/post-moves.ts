import { setTimeout as delay } from 'node:timers/promises';
import mongoose from 'mongoose';
import { AppError, notFound } from '../http/app-error.js';
import { isDuplicateKeyError } from '../lib/mongo-errors.js';
import type { MediaService } from '../media/media.service.js';
import { nextIndexedAt } from '../search/index-clock.js';
import { type DeletedPostDoc, DeletedPostModel } from './deleted-post.model.js';
import { requireOwnPost } from './own-post.js';
import { type PostDoc, PostModel } from './post.model.js';
import { recount } from './post-counts.js';

/** The fields that identify a copy of a hidden story: hiding the story again creates another. */
export type HiddenCopy = Pick<
  DeletedPostDoc,
  '_id' | 'authorId' | 'blogImage' | 'moves' | 'deletedAt' | 'unpublishedAt'
>;

export const pictureKeys = ({ blogImage }: Pick<PostDoc, 'blogImage'>) => (blogImage ? [blogImage.key] : []);

/** Builds the filter for this copy of a story, which matches no copy of a later move. */
export const thisCopyFilter = ({ _id, moves }: Pick<DeletedPostDoc, '_id' | 'moves'>) => ({
  _id,
  moves: moves ?? null,
});

/** A move that was overtaken pauses for a random part of the first pause, which doubles each time up to the longest. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 2_000;

/** Writes the copy of a story that is about to move. @returns false when a later move has written another copy. */
async function storeCopy(copy: DeletedPostDoc & { moves: number }): Promise<boolean> {
  try {
    const earlierMove = mongoose.trusted({ $not: { $gte: copy.moves } });
    await DeletedPostModel.replaceOne({ _id: copy._id, moves: earlierMove }, copy, { upsert: true });
    return true;
  } catch (error) {
    if (!isDuplicateKeyError(error, '_id')) throw error;
    return false;
  }
}

/**
 * Hides a story: moves it from the published stories to the hidden ones. The story first gets the number of this move,
 * which its copy has too: a request that has been overtaken by another can then neither remove the story nor overwrite
 * its copy.
 *
 * @returns the copy.
 * @throws AppError 404, also for a story that has moved already; 403 for another author.
 */
export async function hidePost(
  authorId: string,
  postId: string,
  action: 'delete' | 'unpublish',
): Promise<DeletedPostDoc> {
  const { _id } = await requireOwnPost(authorId, postId, action);
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const post = await PostModel.findOneAndUpdate(
      { _id },
      { $inc: { moves: 1 } },
      { returnDocument: 'after', timestamps: false },
    ).lean<PostDoc & { moves: number }>();
    if (!post) throw notFound('Post not found');
    const now = new Date();
    const copy = {
      ...post,
      indexedAt: nextIndexedAt(),
      deletedAt: now,
      ...(action === 'unpublish' ? { unpublishedAt: now } : {}),
    };
    if (await storeCopy(copy)) {
      // Removes neither a story that was changed after it was copied, nor one that has returned: see `finishReturn`.
      const copied = { _id, moves: post.moves, version: post.version ?? null };
      const { deletedCount } = await PostModel.deleteOne(copied);
      if (deletedCount > 0) return copy;
    }
    // Without a random pause, concurrent moves of one story, in any process, could keep overtaking each other.
    await delay(Math.random() * pauseMs);
  }
}

/** Shows the picture of a story, or hides it if the story is hidden, even when the story moves in the meantime. */
export async function alignPicture(media: MediaService, hidden: HiddenCopy): Promise<void> {
  const findPublished = () =>
    PostModel.findById(hidden._id).select('blogImage').lean<Pick<PostDoc, 'blogImage'>>();
  for (let published = await findPublished(); ; ) {
    if (published) await media.show(pictureKeys(published));
    else {
      // The story may have got another picture before it was hidden again.
      const copy = await DeletedPostModel.findById(hidden._id).select('blogImage').lean<HiddenCopy>();
      await media.hide([...pictureKeys(hidden), ...pictureKeys(copy ?? {})]);
    }
    const now = await findPublished();
    if (Boolean(now) === Boolean(published)) return;
    published = now;
  }
}

/**
 * Runs an attempt to hide a story. If the story has moved already, the attempt that moved it may have been interrupted
 * before it hid the picture: the picture is hidden then.
 *
 * @throws what the attempt throws: also the 404 for a story that has moved already.
 */
export async function ensurePictureHidden<T>(
  media: MediaService,
  authorId: string,
  postId: string,
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    const isMoved = error instanceof AppError && error.status === 404;
    const copy = isMoved
      ? await DeletedPostModel.findById(postId).select('authorId blogImage').lean<DeletedPostDoc>()
      : null;
    if (copy?.authorId.equals(authorId)) await alignPicture(media, copy);
    throw error;
  }
}

/**
 * Completes the return of a story to the published stories, also an interrupted return. The story first gets a number
 * above that of its copy: if the move that has written the copy is still running, it can no longer remove the story.
 *
 * @returns false, without removing the copy, when the story is not published.
 */
export async function finishReturn(media: MediaService, hidden: HiddenCopy): Promise<boolean> {
  const { _id, moves } = hidden;
  const above = (moves ?? 0) + 1;
  const { matchedCount } = await PostModel.updateOne(
    { _id },
    { $max: { moves: above } },
    { timestamps: false },
  );
  if (matchedCount === 0) return false;
  await alignPicture(media, hidden);
  await recount(_id, 'likes', 'comments');
  await DeletedPostModel.deleteOne(thisCopyFilter(hidden));
  return true;
}
