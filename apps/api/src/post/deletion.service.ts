import { type Post, UNDELETE_MS } from '@safarnama/contracts';
import mongoose from 'mongoose';
import { forbidden, notFound } from '../http/app-error.js';
import type { MediaService } from '../media/media.service.js';
import { CommentModel } from './comment.model.js';
import { type DeletedPostDoc, DeletedPostModel } from './deleted-post.model.js';
import { insertAgain } from './insert-again.js';
import { requireAuthor } from './own-post.js';
import { type PostDoc, PostModel } from './post.model.js';
import { recount } from './post-counts.js';
import type { PostReader } from './post-reader.js';
import { BookmarkModel, LikeModel } from './reaction.model.js';
import type { RevisionService } from './revision.service.js';
import type { UnpublishingService } from './unpublishing.service.js';

/** Added to the time in which a story can be restored, so that no running request restores a story being removed. */
const REMOVAL_DELAY_MS = 60_000;

interface DeletionDeps {
  media: MediaService;
  reader: PostReader;
  revisions: RevisionService;
  unpublishing: UnpublishingService;
}

type HiddenPost = Pick<DeletedPostDoc, '_id' | 'blogImage' | 'deletedAt' | 'unpublishedAt'>;

const subtractMs = (date: Date, ms: number) => new Date(date.getTime() - ms);
const pictureKeys = ({ blogImage }: Pick<DeletedPostDoc, 'blogImage'>) => (blogImage ? [blogImage.key] : []);

/** Deletes stories, restores them for ten minutes, and removes them for good afterwards. */
export function createDeletionService({ media, reader, revisions, unpublishing }: DeletionDeps) {
  /** Completes a restoration, also one that was interrupted. */
  async function finishRestoring(deleted: HiddenPost) {
    await media.show(pictureKeys(deleted));
    await recount(deleted._id);
    // The author may have deleted the story again.
    await DeletedPostModel.deleteOne({ _id: deleted._id, deletedAt: deleted.deletedAt ?? null });
  }

  /** Removes everything that belongs to a deleted story, and itself last, so that an interrupted removal is repeated. */
  async function removeForGood(deleted: HiddenPost) {
    const postId = deleted._id.toHexString();
    await media.discard(pictureKeys(deleted));
    await revisions.removeAll(postId);
    await LikeModel.deleteMany({ postId });
    await BookmarkModel.deleteMany({ postId });
    await CommentModel.deleteMany({ postId });
    await DeletedPostModel.deleteOne({ _id: deleted._id, deletedAt: deleted.deletedAt ?? null });
  }

  return {
    /**
     * Hides a story from everybody. What belongs to it stays until it is removed for good.
     *
     * @throws AppError 404, also for a story that is deleted already; 403 for another author.
     */
    async remove(authorId: string, postId: string): Promise<void> {
      for (;;) {
        const post = requireAuthor(await PostModel.findById(postId).lean<PostDoc>(), authorId, 'delete');
        await DeletedPostModel.replaceOne(
          { _id: post._id },
          { ...post, deletedAt: new Date() },
          { upsert: true },
        );
        const { deletedCount } = await PostModel.deleteOne({ _id: post._id, version: post.version ?? null });
        // Otherwise the story was changed after it was copied.
        if (deletedCount > 0) return media.hide(pictureKeys(post));
      }
    },

    /**
     * Brings back a deleted story with everything that belongs to it.
     *
     * @throws AppError 404 for a story that is not deleted or was deleted more than ten minutes ago; 403 for another author.
     */
    async restore(authorId: string, postId: string): Promise<Post> {
      const deleted = await DeletedPostModel.findById(postId).lean<DeletedPostDoc>();
      const deletedAt = deleted?.unpublishedAt ? null : deleted?.deletedAt;
      if (!deleted || !deletedAt || deletedAt <= subtractMs(new Date(), UNDELETE_MS)) {
        throw notFound('Post not found');
      }
      if (!deleted.authorId.equals(authorId)) {
        throw forbidden('not_the_author_restore', 'Only the author can restore this story');
      }
      const { deletedAt: _deletedAt, unpublishedAt: _unpublishedAt, ...post } = deleted;
      const { slug } = await insertAgain(post);
      await finishRestoring(deleted);
      return reader.findBySlug(slug, authorId);
    },

    /**
     * Removes stories for good that can no longer be restored. Several processes may run it at once; an interrupted run is
     * continued by the next one.
     *
     * @returns the number of stories.
     */
    async removeExpired(now: Date): Promise<number> {
      const deletedAt = mongoose.trusted({ $lt: subtractMs(now, UNDELETE_MS + REMOVAL_DELAY_MS) });
      for (let removed = 0; ; removed += 1) {
        const expired = await DeletedPostModel.findOne({ deletedAt })
          .sort({ deletedAt: 1 })
          .select('blogImage deletedAt unpublishedAt')
          .lean<HiddenPost>();
        if (!expired) return removed;
        // A process was killed while it deleted, unpublished or restored the story.
        if ((await PostModel.exists({ _id: expired._id })) !== null) await finishRestoring(expired);
        else if (expired.unpublishedAt) await unpublishing.finish(expired);
        else await removeForGood(expired);
      }
    },
  };
}
export type DeletionService = ReturnType<typeof createDeletionService>;
