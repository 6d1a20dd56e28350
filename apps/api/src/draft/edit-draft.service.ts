import { randomUUID } from 'node:crypto';
import { DEFAULT_VISIBILITY } from '@safarnama/contracts';
import { Types } from 'mongoose';
import type { MediaService } from '../media/media.service.js';
import type { StoredPost } from '../post/own-post.js';
import { DraftModel } from './draft.model.js';

/** Creates the service for drafts that edit published and unpublished stories. */
export function createEditDraftService({ media }: { media: MediaService }) {
  return {
    /** Finds the latest draft that edits a story, or creates one with its words and pictures. */
    async open(post: StoredPost): Promise<{ key: string }> {
      const userId = post.authorId.toHexString();
      const stored = await DraftModel.findOne({ userId, postId: post._id })
        .sort({ updatedAt: -1 })
        .select('key')
        .lean<{ key: string }>();
      if (stored) return stored;
      const _id = new Types.ObjectId();
      const owner = { kind: 'draft', recordId: _id.toHexString(), viewers: [userId] } as const;
      return DraftModel.create({
        _id,
        userId: post.authorId,
        key: randomUUID(),
        blogTitle: post.blogTitle,
        blogHtml: post.blogHtml,
        ...(post.pictures ? { pictures: post.pictures } : {}),
        blogImage: post.blogImage ? await media.copy(post.blogImage.key, owner) : null,
        blogImageAlt: post.blogImageAlt,
        blogLocation: post.blogLocation,
        ...(post.placeId === undefined ? {} : { placeId: post.placeId }),
        visitedOn: post.visitedOn ?? null,
        visibility: post.visibility ?? DEFAULT_VISIBILITY,
        postId: post._id,
        baseVersion: post.version ?? 1,
        version: 1,
      });
    },

    /** Turns the drafts that edit a story into drafts of new stories, when the story is removed for good. */
    async detach({ _id, authorId }: Pick<StoredPost, '_id' | 'authorId'>): Promise<void> {
      await DraftModel.updateMany(
        { userId: authorId, postId: _id },
        { $set: { postId: null, baseVersion: null } },
        { timestamps: false },
      );
    },
  };
}
export type EditDraftService = ReturnType<typeof createEditDraftService>;
