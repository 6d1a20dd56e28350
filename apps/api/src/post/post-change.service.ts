import {
  DEFAULT_VISIBILITY,
  type PostInput,
  type SavedPostResponse,
  type Visibility,
} from '@safarnama/contracts';
import mongoose from 'mongoose';
import type { DraftService } from '../draft/draft.service.js';
import { AppError, conflict } from '../http/app-error.js';
import type { MediaService } from '../media/media.service.js';
import type { StoryChanges } from '../message/story-changes.js';
import { getPlaceFields, type PlaceFields } from '../place/story-place.js';
import { nextIndexedAt } from '../search/index-clock.js';
import { type DeletedPostDoc, DeletedPostModel, HiddenPostModel } from './deleted-post.model.js';
import { requireOwnPost, type StoredPost } from './own-post.js';
import { getVersion, type PostDoc, PostModel } from './post.model.js';
import type { PostReader } from './post-reader.js';
import { type RevisionService, requireRevision } from './revision.service.js';
import type { CheckStory } from './story-check.js';
import { type MarkupOf, withoutShownPicture } from './story-markup.js';
import type { AcceptPicture, PictureFields } from './story-picture.js';
import { type DerivedText, deriveStoryText } from './story-text.js';

interface ChangeDeps {
  media: MediaService;
  drafts: DraftService;
  reader: PostReader;
  revisions: RevisionService;
  acceptPicture: AcceptPicture;
  markupOf: MarkupOf;
  checkStory: CheckStory;
  storyChanges: StoryChanges;
}

/** The fields that a change sets; absent ones stay. */
type StoryChange = DerivedText &
  Pick<PostDoc, 'blogTitle' | 'blogLocation'> &
  Partial<PictureFields> &
  Partial<PlaceFields> & { blogImageAlt?: string; visibility?: Visibility; visitedOn?: string | null };

/** Whether a story has all values of a change already. */
export function hasValues(stored: StoredPost, change: StoryChange): boolean {
  const texts = ['blogTitle', 'blogContent', 'blogHtml', 'blogLocation', 'blogImageAlt'] as const;
  return (
    texts.every((field) => change[field] === undefined || change[field] === stored[field]) &&
    (change.visibility === undefined || change.visibility === (stored.visibility ?? DEFAULT_VISIBILITY)) &&
    (change.visitedOn === undefined || change.visitedOn === (stored.visitedOn ?? null)) &&
    (change.placeId === undefined || change.placeId === (stored.placeId ?? null)) &&
    (change.blogImage === undefined || change.blogImage?.key === stored.blogImage?.key)
  );
}

/** 409 with the stored story, so that the client can show both versions. */
export async function versionConflict(
  reader: PostReader,
  stored: StoredPost,
  authorId: string,
): Promise<AppError> {
  const { post } = await reader.presentSaved(stored, authorId);
  return conflict('version_conflict', 'This story was changed elsewhere', { body: { post } });
}

/** Changes stories. Each change is a new version; the former one becomes a revision. */
export function createPostChangeService({
  media,
  drafts,
  reader,
  revisions,
  acceptPicture,
  markupOf,
  checkStory,
  storyChanges,
}: ChangeDeps) {
  /**
   * Adapts a change to a picture that a concurrent request has stored since `before`: leaves out the same picture under
   * another key, as an earlier attempt of this request stores it, and the address of the picture that was replaced.
   */
  async function rebase(change: StoryChange, before: StoredPost, stored: StoredPost): Promise<StoryChange> {
    if (stored.blogImage?.key === before.blogImage?.key) return change;
    const { blogImage, blogImageSource, ...others } = change;
    if (blogImage === undefined) return others;
    const isSame = blogImage && stored.blogImage && (await media.isSame(blogImage.key, stored.blogImage.key));
    if (!isSame) return change;
    return blogImageSource ? { ...others, blogImageSource } : others;
  }

  /**
   * Saves a change as the next version of a story, unless the story has another version by now.
   *
   * @param restoredFrom - number of the version that the change restores, or null.
   * @returns null when a concurrent request has changed or deleted the story.
   */
  async function saveVersion(
    stored: StoredPost,
    change: StoryChange,
    restoredFrom: number | null,
    model: typeof PostModel = PostModel,
  ): Promise<PostDoc | null> {
    await revisions.store(stored);
    // A version whose place was neither found nor chosen: it may get one when names are added to the gazetteer.
    const isWithoutPlace = restoredFrom !== null && change.placeId === undefined;
    const after = await model
      .findOneAndUpdate(
        { _id: stored._id, version: stored.version ?? null },
        {
          $set: {
            ...change,
            version: getVersion(stored) + 1,
            restoredFrom,
            updatedAt: new Date(),
            indexedAt: nextIndexedAt(),
          },
          ...(isWithoutPlace ? { $unset: { placeId: 1, placeIds: 1 } } : {}),
        },
        { returnDocument: 'after' },
      )
      .lean<PostDoc>();
    if (!after) return null;
    const isPublished = model === PostModel;
    if (isPublished) storyChanges.announce(after._id);
    // Until an unpublished story is published with the other picture, a concurrent attempt may publish it with this
    // one.
    const isReplaced = change.blogImage !== undefined && isPublished;
    if (isReplaced && stored.blogImage) await media.discard([stored.blogImage.key]);
    await revisions.removeOldest(after);
    return after;
  }

  /**
   * Stores what a change has besides the values of a story: that an author wants no place for a story that has none, so
   * that it is not given one when names are added to the gazetteer; and the address of its picture, by which a retry is
   * recognized. Readers see no difference: this is no version.
   *
   * @returns the story as it is stored then.
   */
  async function storeUnversioned<T extends StoredPost>(
    stored: T,
    { placeId, blogImageSource }: StoryChange,
    model = PostModel,
  ): Promise<T> {
    const { _id, version = null } = stored;
    const noPlace = placeId === null && stored.placeId !== null ? { placeId: null, placeIds: [] } : null;
    if (noPlace) {
      const isUnchanged = { _id, version, placeId: mongoose.trusted({ $exists: false }) };
      await model.updateOne(isUnchanged, { $set: noPlace }, { timestamps: false });
    }
    const source = blogImageSource === undefined ? null : { blogImageSource };
    if (source) await model.updateOne({ _id, version }, { $set: source }, { timestamps: false });
    return { ...stored, ...noPlace, ...source };
  }

  /** Saves a change on top of whatever version is stored, or only on `baseVersion` if there is one. */
  async function applyChange(
    before: StoredPost,
    prepared: StoryChange,
    baseVersion: number | undefined,
  ): Promise<StoredPost> {
    const authorId = before.authorId.toHexString();
    for (let stored = before; ; stored = await requireOwnPost(authorId, before._id, 'change')) {
      const change = await rebase(prepared, before, stored);
      if (hasValues(stored, change)) {
        await storeUnversioned(stored, change);
        return stored;
      }
      if (baseVersion !== undefined && baseVersion !== getVersion(stored)) {
        throw await versionConflict(reader, stored, authorId);
      }
      const after = await saveVersion(stored, change, null);
      if (after) return after;
    }
  }

  async function findForUpdate(authorId: string, postId: string, input: PostInput): Promise<StoredPost> {
    try {
      return await requireOwnPost(authorId, postId, 'change');
    } catch (error) {
      // Invalid input is reported before a missing or foreign story.
      await checkStory(authorId, input, null);
      throw error;
    }
  }

  /** Converts the input of an update into a change. */
  async function prepareChange(before: StoredPost, input: PostInput, isOutdated: boolean) {
    const [authorId, postId] = [before.authorId.toHexString(), before._id.toHexString()];
    const { text, place, upload } = await checkStory(authorId, input, before);
    const draft = await drafts.findSource(authorId, input);
    const firstPictures = [text.firstPicture, before.blogImage ? null : before.firstPicture];
    const cardPicture = withoutShownPicture(input, firstPictures, media.parseKey);
    const image = cardPicture.blogImage;
    const picture = await acceptPicture({ authorId, postId, image, draft, upload, stored: before }).catch(
      async (error: unknown) => {
        // The client may have sent back the picture of its version, which has been replaced since.
        const mayBeReplaced = isOutdated && media.parseKey(input.blogImage ?? '') !== null;
        const isRefused = error instanceof AppError && error.status === 400;
        throw mayBeReplaced && isRefused ? await versionConflict(reader, before, authorId) : error;
      },
    );
    const change: StoryChange = {
      ...text,
      ...picture,
      blogTitle: input.blogTitle,
      blogLocation: input.blogLocation,
      ...(cardPicture.blogImageAlt === undefined ? {} : { blogImageAlt: cardPicture.blogImageAlt }),
      ...place,
      ...(input.visibility === undefined ? {} : { visibility: input.visibility }),
      ...(input.visitedOn === undefined ? {} : { visitedOn: input.visitedOn }),
    };
    return change;
  }

  /** Converts the input of an update into a change of the story as it is stored by then. */
  async function prepareUpdate(before: StoredPost, input: PostInput) {
    const isOutdated = input.version !== undefined && input.version !== getVersion(before);
    try {
      return { before, change: await prepareChange(before, input, isOutdated) };
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 400) throw error;
      // The first attempt of this request may have completed in the meantime, and deleted the draft with its picture.
      const stored = await requireOwnPost(before.authorId.toHexString(), before._id, 'change');
      if (getVersion(stored) === getVersion(before)) throw error;
      return prepareUpdate(stored, input);
    }
  }

  return {
    /**
     * Replaces the text, picture and location of a story. The slug stays, so shared links keep working. Without
     * `version` the last write wins. An update that changes nothing creates no version, whatever version it is based
     * on: it may be the retry of one whose response was lost.
     *
     * @throws AppError 404 when the story does not exist, 403 when it belongs to another author, 400 when no text is
     *   left without the markup, for an unacceptable picture or an unknown place, 409 with the stored story when
     *   `version` is outdated, or with the stored draft when `draftVersion` is.
     */
    async update(authorId: string, postId: string, input: PostInput): Promise<SavedPostResponse> {
      const found = await findForUpdate(authorId, postId, input);
      const { before, change } = await prepareUpdate(found, input);
      const after = await applyChange(before, change, input.version).catch(async (error: unknown) => {
        if (error instanceof AppError && change.blogImage) await media.discard([change.blogImage.key]);
        throw error;
      });
      if (change.blogImage && change.blogImage.key !== after.blogImage?.key) {
        await media.discard([change.blogImage.key]);
      }
      await drafts.removeSource(authorId, input);
      return reader.presentSaved(after, authorId);
    },

    /**
     * Changes an unpublished story like `update`, except that the last write wins and that a replaced picture stays.
     *
     * @returns the story as it is stored then; null when a concurrent request has published or deleted it.
     * @throws AppError 400, 409 as `update`.
     */
    async changeUnpublished(hidden: DeletedPostDoc, input: PostInput): Promise<DeletedPostDoc | null> {
      const prepared = await prepareChange(hidden, input, false);
      for (let stored: DeletedPostDoc | null = hidden; stored; ) {
        const change = await rebase(prepared, hidden, stored);
        if (hasValues(stored, change)) return storeUnversioned(stored, change, HiddenPostModel);
        const after = await saveVersion(stored, change, null, HiddenPostModel);
        if (after) return after;
        const { _id, unpublishedAt = null } = hidden;
        stored = await DeletedPostModel.findOne({ _id, unpublishedAt }).lean<DeletedPostDoc>();
      }
      return null;
    },

    /**
     * Restores a version of a story, as a new version. A picture that no longer exists is left out. If the current
     * version restores the same one, it stays: this may be the retry of a request whose response was lost, and the
     * client takes the version before the returned one for the version to go back to.
     *
     * @throws AppError 404 for an unknown story or number, 403 for another author.
     */
    async restore(authorId: string, postId: string, number: number): Promise<SavedPostResponse> {
      let stored = await requireOwnPost(authorId, postId, 'change');
      for (;;) {
        if (stored.restoredFrom === number) return reader.presentSaved(stored, authorId);
        const revision = await requireRevision(stored, number);
        const current = stored.blogImage ?? null;
        const blogImage = revision.blogImage
          ? await media.copy(revision.blogImage.key, { kind: 'post', recordId: postId }, current)
          : null;
        const change: StoryChange = {
          ...(await deriveStoryText(revision, null, markupOf(authorId, null))),
          blogTitle: revision.blogTitle,
          blogLocation: revision.blogLocation,
          ...getPlaceFields(revision.placeId),
          blogImageAlt: revision.blogImageAlt,
          visibility: revision.visibility ?? DEFAULT_VISIBILITY,
          visitedOn: revision.visitedOn ?? null,
          ...(blogImage?.key === current?.key ? {} : { blogImage, blogImageSource: null }),
        };
        const after = await saveVersion(stored, change, number);
        if (after) return reader.presentSaved(after, authorId);
        if (change.blogImage) await media.discard([change.blogImage.key]);
        stored = await requireOwnPost(authorId, postId, 'change');
      }
    },
  };
}
export type PostChangeService = ReturnType<typeof createPostChangeService>;
