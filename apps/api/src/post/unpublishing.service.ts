import type { Draft, PostInput } from '@safarnama/contracts';
import type { DraftService } from '../draft/draft.service.js';
import type { EditDraftService } from '../draft/edit-draft.service.js';
import type { MediaService } from '../media/media.service.js';
import type { StoryChanges } from '../message/story-changes.js';
import type { RealtimePort } from '../realtime/realtime-port.js';
import { type DeletedPostDoc, DeletedPostModel } from './deleted-post.model.js';
import { insertAgain } from './insert-again.js';
import { requireOwnPost, type StoredPost } from './own-post.js';
import { type PostDoc, PostModel } from './post.model.js';
import type { PostChangeService } from './post-change.service.js';
import {
  alignPicture,
  ensurePictureHidden,
  finishReturn,
  type HiddenCopy,
  hidePost,
  pictureKeys,
  thisCopyFilter,
} from './post-moves.js';
import { unpublishedFilter } from './unpublished.js';

interface UnpublishingDeps {
  media: MediaService;
  drafts: DraftService;
  editDrafts: EditDraftService;
  postChanges: PostChangeService;
  realtime: Pick<RealtimePort, 'postHidden'>;
  storyChanges: StoryChanges;
}

/** Turns stories into drafts, and publishes them again. */
export function createUnpublishingService({
  media,
  drafts,
  editDrafts,
  postChanges,
  realtime,
  storyChanges,
}: UnpublishingDeps) {
  /** Completes unpublishing a story that has left the collection of stories. */
  async function finish(hidden: HiddenCopy): Promise<void> {
    await alignPicture(media, hidden);
    await DeletedPostModel.updateOne(
      { ...thisCopyFilter(hidden), ...unpublishedFilter, deletedAt: hidden.deletedAt ?? null },
      { $unset: { deletedAt: 1 } },
    );
  }

  /**
   * Publishes an unpublished story with the content of an input. Until the end it counts as being deleted, so that an
   * interrupted attempt is completed or undone by the removal of deleted stories.
   *
   * @returns null when another attempt has published the story, or the author has deleted it.
   */
  async function publishHidden(
    hidden: DeletedPostDoc,
    clientKey: string,
    input: PostInput,
  ): Promise<PostDoc | null> {
    if ((await PostModel.exists({ _id: hidden._id })) !== null) return null;
    const changed = await postChanges.changeUnpublished(hidden, input);
    if (!changed) return null;
    const { matchedCount } = await DeletedPostModel.updateOne(
      { ...thisCopyFilter(changed), ...unpublishedFilter },
      { $set: { deletedAt: new Date() } },
    );
    if (matchedCount === 0) return null;
    const { deletedAt: _deletedAt, unpublishedAt: _unpublishedAt, laterClientKeys, ...fields } = changed;
    const returned = await insertAgain({
      ...fields,
      laterClientKeys: [...(laterClientKeys ?? []), clientKey],
      publishedAt: new Date(),
    });
    if (!returned?.isNew) return null;
    const { post } = returned;
    storyChanges.announce(post._id);
    await finishReturn(media, changed);
    if (hidden.blogImage?.key !== post.blogImage?.key) await media.discard(pictureKeys(hidden));
    return post;
  }

  return {
    finish,

    /**
     * Hides a story from everybody and turns it into a draft. What belongs to it stays. The draft is stored first, and
     * until the end the story counts as being deleted, so that an interrupted attempt is completed or undone by the
     * removal of deleted stories. A repeat hides the picture at once.
     *
     * @throws AppError 404, also for a story that is unpublished already; 403 for another author.
     */
    async unpublish(authorId: string, postId: string): Promise<Draft> {
      const hidden = await ensurePictureHidden(media, authorId, postId, async () => {
        await editDrafts.open(await requireOwnPost(authorId, postId, 'unpublish'));
        return hidePost(authorId, postId, 'unpublish');
      });
      realtime.postHidden(hidden._id.toHexString());
      storyChanges.announce(hidden._id);
      await finish(hidden);
      // An update of the story that ended in the meantime may have deleted the draft.
      const { key } = await editDrafts.open(hidden);
      return drafts.get(authorId, key);
    },

    /**
     * Publishes an unpublished story again, with the content of its draft as its next version.
     *
     * @returns null when the input does not name the draft of an unpublished story.
     * @throws AppError as an update of the story.
     */
    async publishAgain(authorId: string, clientKey: string, input: PostInput): Promise<StoredPost | null> {
      const draft = input.draftKey === undefined ? null : await drafts.find(authorId, input.draftKey);
      if (!draft?.postId) return null;
      const filter = { _id: draft.postId, authorId, ...unpublishedFilter };
      const findHidden = () => DeletedPostModel.findOne(filter).lean<DeletedPostDoc>();
      let hidden = await findHidden();
      if (!hidden) return null;
      do {
        const published = await publishHidden(hidden, clientKey, input);
        if (published) return published;
        // A concurrent or interrupted attempt has published the story, maybe with other content.
        const { version: _version, ...change } = input;
        await postChanges.update(authorId, draft.postId.toHexString(), change);
        await PostModel.updateOne(
          { _id: draft.postId },
          { $addToSet: { laterClientKeys: clientKey } },
          { timestamps: false },
        );
        // Only now: since the update has found the story, removing the copy cannot lose it.
        if (await finishReturn(media, hidden)) break;
        // A concurrent request was unpublishing the story and has removed it since: publish it again.
        hidden = await findHidden();
      } while (hidden);
      return requireOwnPost(authorId, draft.postId, 'change');
    },
  };
}
export type UnpublishingService = ReturnType<typeof createUnpublishingService>;
