import type { Draft, PostInput } from '@safarnama/contracts';
import mongoose from 'mongoose';
import type { DraftService } from '../draft/draft.service.js';
import type { EditDraftService } from '../draft/edit-draft.service.js';
import type { MediaService } from '../media/media.service.js';
import { type DeletedPostDoc, DeletedPostModel } from './deleted-post.model.js';
import { insertAgain } from './insert-again.js';
import { requireAuthor, requireOwnPost } from './own-post.js';
import { type PostDoc, PostModel } from './post.model.js';
import type { PostChangeService } from './post-change.service.js';
import { recount } from './post-counts.js';

interface UnpublishingDeps {
  media: MediaService;
  drafts: DraftService;
  editDrafts: EditDraftService;
  postChanges: PostChangeService;
}

const isUnpublished = { unpublishedAt: mongoose.trusted({ $ne: null }) };
const pictureKeys = ({ blogImage }: Pick<DeletedPostDoc, 'blogImage'>) => (blogImage ? [blogImage.key] : []);

/** Deletes an unpublished story of a user, which can then be restored like any deleted story. */
export async function deleteUnpublished(authorId: string, postId: string): Promise<void> {
  await DeletedPostModel.updateOne(
    { _id: postId, authorId, ...isUnpublished },
    { $set: { deletedAt: new Date() }, $unset: { unpublishedAt: 1 } },
  );
}

/** Turns stories into drafts, and publishes them again. */
export function createUnpublishingService({ media, drafts, editDrafts, postChanges }: UnpublishingDeps) {
  /** Completes unpublishing a story that has left the collection of stories. */
  async function finish(post: Pick<DeletedPostDoc, '_id' | 'blogImage'>): Promise<void> {
    await media.hide(pictureKeys(post));
    await DeletedPostModel.updateOne({ _id: post._id, ...isUnpublished }, { $unset: { deletedAt: 1 } });
  }

  return {
    finish,

    /**
     * Hides a story from everybody and turns it into a draft. What belongs to it stays. The draft is stored first, and
     * until the end the story counts as being deleted, so that an interrupted attempt is completed or undone by the
     * removal of deleted stories.
     *
     * @throws AppError 404, 403 for another author.
     */
    async unpublish(authorId: string, postId: string): Promise<Draft> {
      const { key } = await editDrafts.open(await requireOwnPost(authorId, postId, 'unpublish'));
      for (;;) {
        const post = requireAuthor(await PostModel.findById(postId).lean<PostDoc>(), authorId, 'unpublish');
        const now = new Date();
        await DeletedPostModel.replaceOne(
          { _id: post._id },
          { ...post, unpublishedAt: now, deletedAt: now },
          { upsert: true },
        );
        const { deletedCount } = await PostModel.deleteOne({ _id: post._id, version: post.version ?? null });
        // Otherwise the story was changed after it was copied.
        if (deletedCount > 0) {
          await editDrafts.setUnpublished(authorId, postId, true);
          await finish(post);
          return drafts.get(authorId, key);
        }
      }
    },

    /**
     * Publishes an unpublished story again, with the words of its draft as its next version.
     *
     * @returns null when the input does not name the draft of an unpublished story.
     * @throws AppError as an update of the story.
     */
    async publishAgain(
      authorId: string,
      clientKey: string,
      input: PostInput,
    ): Promise<Omit<PostDoc, 'searchTokens'> | null> {
      const draft = input.draftKey === undefined ? null : await drafts.find(authorId, input.draftKey);
      if (!draft?.postId) return null;
      const filter = { _id: draft.postId, authorId, ...isUnpublished };
      const hidden = await DeletedPostModel.findOne(filter).lean<DeletedPostDoc>();
      if (!hidden) return null;
      // An interrupted attempt has left the story in both collections.
      const isStored = (await PostModel.exists({ _id: hidden._id })) !== null;
      const changed = isStored ? hidden : await postChanges.changeUnpublished(hidden, input);
      const { deletedAt: _deletedAt, unpublishedAt: _unpublishedAt, ...fields } = changed;
      const post = await insertAgain({ ...fields, clientKey, publishedAt: new Date() });
      await media.show(pictureKeys(post));
      await recount(post._id);
      await DeletedPostModel.deleteOne(filter);
      const postId = post._id.toHexString();
      await editDrafts.setUnpublished(authorId, postId, false);
      if (!isStored) return post;
      // The author may have written more since.
      const { version: _version, ...change } = input;
      await postChanges.update(authorId, postId, change);
      return requireOwnPost(authorId, postId, 'change');
    },
  };
}
export type UnpublishingService = ReturnType<typeof createUnpublishingService>;
