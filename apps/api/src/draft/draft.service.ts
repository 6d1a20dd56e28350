import {
  byteLength,
  DEFAULT_VISIBILITY,
  type Draft,
  type DraftInput,
  type DraftListQuery,
  PAGE_LENGTHS,
  type PostInput,
} from '@safarnama/contracts';
import { Types } from 'mongoose';
import { conflict, notFound } from '../http/app-error.js';
import { decodeDatePosition, encodeDatePosition } from '../http/cursor.js';
import { checkAll } from '../http/input-errors.js';
import { afterPosition, readPage } from '../http/keyset-page.js';
import { isDuplicateKeyError } from '../lib/mongo-errors.js';
import type { MediaService } from '../media/media.service.js';
import { getPlaceFields } from '../place/story-place.js';
import type { EditedStory } from '../post/post-reader.js';
import { type MarkupOf, withoutShownPicture } from '../post/story-markup.js';
import { deleteUnpublished, findUnpublished } from '../post/unpublished.js';
import { type DraftDoc, DraftModel } from './draft.model.js';
import { createDraftPresenter } from './draft.presenter.js';
import { forgetRemoval, storeRemoval, wasRemoved } from './draft-removals.js';
import { PUBLISH_ERROR_FIELDS } from './scheduled-drafts.js';

/** Returns the first value that is not undefined. `null` is a value: it means that the field is empty. */
const firstDefined = <T>(...values: T[]) => values.find((value) => value !== undefined);

/** The draft that a story was taken from. */
type DraftSource = Pick<PostInput, 'draftKey' | 'draftVersion'>;

interface DraftDeps {
  media: MediaService;
  markupOf: MarkupOf;
  /** Finds a story if the user is its author: a draft may use its picture. */
  findOwnPost(userId: string, postId: string): Promise<EditedStory | null>;
  /** Finds the id of the story that was published from a draft. */
  findPublished(userId: string, draftKey: string): Promise<string | null>;
}

/** Creates the service for unfinished stories. Drafts are found by author and key: only their author can see them. */
export function createDraftService({ media, markupOf, findOwnPost, findPublished }: DraftDeps) {
  const presenter = createDraftPresenter({ media });

  function find(userId: string, key: string): Promise<DraftDoc | null> {
    return DraftModel.findOne({ userId, key }).lean<DraftDoc>();
  }

  /** Creates a 409 error with the stored draft, so that the client can show both versions. */
  async function versionConflict(stored: DraftDoc) {
    return conflict('draft_version_behind', 'This draft was changed elsewhere', {
      body: { draft: await presenter.presentOne(stored) },
    });
  }

  /** Creates the error of a save that is not based on the stored draft; null for one that is. */
  async function findRejection(userId: string, key: string, stored: DraftDoc | null, version: number) {
    if (stored) return stored.version === version ? null : versionConflict(stored);
    return version > 0 || (await wasRemoved(userId, key)) ? notFound('Draft not found') : null;
  }

  async function create(fields: Omit<DraftDoc, 'version' | 'createdAt' | 'updatedAt'>): Promise<DraftDoc> {
    const { key } = fields;
    const userId = fields.userId.toHexString();
    try {
      const created = await DraftModel.create({ ...fields, version: 1 });
      const draft = created.toObject<DraftDoc>();
      // A removal that has ended by now found no draft; a later one will find this one.
      if (!(await wasRemoved(userId, key))) return draft;
      await deleteStored({ _id: draft._id });
      throw notFound('Draft not found');
    } catch (error) {
      if (!isDuplicateKeyError(error, 'key')) throw error;
      const stored = await find(userId, key);
      // It may have been deleted or published in the meantime.
      throw stored ? await versionConflict(stored) : notFound('Draft not found');
    }
  }

  /** Whether a draft edits an unpublished story, which its author can reach only through its drafts. */
  async function isOfUnpublished({ postId }: DraftDoc): Promise<boolean> {
    return postId ? (await findUnpublished([postId])).size > 0 : false;
  }

  /** Deletes a draft and its picture; inserts it again if `isStillUsed`. @returns whether the draft was deleted. */
  async function deleteStored(
    filter: { _id: Types.ObjectId; version?: number },
    isStillUsed = async (_draft: DraftDoc) => false,
  ): Promise<boolean> {
    const draft = await DraftModel.findOneAndDelete(filter).lean<DraftDoc>();
    if (!draft) return false;
    if (await isStillUsed(draft)) {
      await DraftModel.insertMany([draft], { timestamps: false });
      return false;
    }
    if (draft.blogImage) await media.discard([draft.blogImage.key]);
    return true;
  }

  /**
   * Saves a draft. Its version must be the stored one, so that no concurrent change is overwritten.
   *
   * @throws AppError 409 with the stored draft when the version is outdated; 400 for an unacceptable picture or an
   *   unknown place; 404 when the draft was published or deleted.
   */
  async function save(userId: string, key: string, rawInput: DraftInput): Promise<Draft> {
    const before = await find(userId, key);
    const rejection = await findRejection(userId, key, before, rawInput.version);
    // Invalid input is reported before a missing draft or an outdated version.
    const [markup, , upload] = await checkAll(
      () => markupOf(userId, before?.pictures)(rawInput.blogHtml),
      () => getPlaceFields(rawInput.placeId),
      () => media.validate(rawInput.blogImage, 'blogImage'),
    );
    if (rejection) throw rejection;

    const _id = before?._id ?? new Types.ObjectId();
    const editedId = before?.postId?.toHexString() ?? rawInput.postId;
    const post = editedId === undefined ? null : await findOwnPost(userId, editedId);
    const postId = post && editedId !== undefined ? editedId : null;
    const isDetached = editedId !== undefined && postId === null;
    const firstPictures = [markup.pictures[0], post?.blogImage ? null : post?.firstPicture];
    const input = withoutShownPicture(rawInput, firstPictures, media.parseKey);
    const blogImage = await media.accept({
      image: input.blogImage,
      upload,
      owner: { kind: 'draft', recordId: _id.toHexString(), viewers: [userId] },
      current: before?.blogImage ?? null,
      transferFrom: [
        { kind: 'upload', recordId: userId },
        ...(postId === null ? [] : [{ kind: 'post', recordId: postId } as const]),
      ],
      field: 'blogImage',
    });
    const placeId = firstDefined(input.placeId, before?.placeId, post?.placeId);
    const fields = {
      blogTitle: input.blogTitle,
      ...markup,
      blogImage,
      blogImageAlt: input.blogImageAlt ?? before?.blogImageAlt ?? '',
      blogLocation: input.blogLocation,
      ...(placeId === undefined ? {} : { placeId }),
      visitedOn: firstDefined(input.visitedOn, before?.visitedOn, post?.visitedOn) ?? null,
      visibility: input.visibility ?? before?.visibility ?? post?.visibility ?? DEFAULT_VISIBILITY,
      postId: postId === null ? null : new Types.ObjectId(postId),
      // Without the story, its version is meaningless.
      baseVersion: isDetached ? null : (input.baseVersion ?? before?.baseVersion ?? null),
    };
    if (!before) {
      return presenter.presentOne(await create({ _id, userId: new Types.ObjectId(userId), key, ...fields }));
    }
    const after = await DraftModel.findOneAndUpdate(
      { _id, version: input.version, postId: before.postId ?? null },
      { $set: fields, $inc: { version: 1 } },
      { returnDocument: 'after' },
    ).lean<DraftDoc>();
    if (!after) {
      const stored = await find(userId, key);
      // In the meantime the draft became an edit of its story (`continueAsEdit`), or its story was removed for good.
      if (stored?.version === input.version) return save(userId, key, rawInput);
      throw stored ? await versionConflict(stored) : notFound('Draft not found');
    }
    if (before.blogImage && before.blogImage.key !== blogImage?.key)
      await media.discard([before.blogImage.key]);
    return presenter.presentOne(after);
  }

  return {
    find,
    save,

    /** Whether a draft exists and has the picture with this key. */
    async hasPicture(draftId: string, key: string): Promise<boolean> {
      return (await DraftModel.exists({ _id: draftId, 'blogImage.key': key })) !== null;
    },

    /** Lists a user's drafts, latest change first; with a `postId` only those of that story. */
    async list(userId: string, { limit = PAGE_LENGTHS.drafts, cursor, postId }: DraftListQuery) {
      const query = DraftModel.find({
        userId,
        ...(postId === undefined ? {} : { postId }),
        ...afterPosition('updatedAt', -1, decodeDatePosition(cursor)),
      })
        .sort({ updatedAt: -1, _id: -1 })
        .limit(limit + 1)
        .lean<DraftDoc[]>();
      const { rows, nextCursor } = await readPage<DraftDoc>(
        query,
        limit,
        (last) => encodeDatePosition(last.updatedAt, last),
        ({ blogHtml }) => byteLength(blogHtml),
      );
      return { drafts: await presenter.present(rows), nextCursor };
    },

    /** @throws AppError 404, with the id of its story if the draft was published. */
    async get(userId: string, key: string): Promise<Draft> {
      const draft = await find(userId, key);
      if (draft) return presenter.presentOne(draft);
      const postId = await findPublished(userId, key);
      throw notFound('Draft not found', postId === null ? {} : { body: { postId } });
    },

    /** Sets when a draft is published; null cancels its schedule. @throws AppError 404. */
    async setSchedule(_id: Types.ObjectId, publishAt: Date | null): Promise<Draft> {
      const after = await DraftModel.findOneAndUpdate(
        { _id },
        publishAt === null
          ? { $unset: { publishAt: 1, ...PUBLISH_ERROR_FIELDS } }
          : { $set: { publishAt }, $unset: PUBLISH_ERROR_FIELDS },
        // The text is unchanged, so the draft keeps its position in the list.
        { returnDocument: 'after', timestamps: false },
      ).lean<DraftDoc>();
      if (!after) throw notFound('Draft not found');
      return presenter.presentOne(after);
    },

    /**
     * Finds the draft that a story was taken from.
     *
     * @throws AppError 409 with the stored draft when the story was taken from another version of it.
     */
    async findSource(userId: string, { draftKey, draftVersion }: DraftSource): Promise<DraftDoc | null> {
      const stored = draftKey === undefined ? null : await find(userId, draftKey);
      const isBehind = stored !== null && draftVersion !== undefined && stored.version !== draftVersion;
      if (isBehind) throw await versionConflict(stored);
      return stored;
    },

    /**
     * Deletes the draft that a story was taken from, unless the draft has been changed since. The draft of an
     * unpublished story remains until that story is published.
     */
    async removeSource(userId: string, { draftKey: key, draftVersion }: DraftSource): Promise<void> {
      if (key === undefined) return;
      // Stored first, so that a concurrent save cannot create the draft again.
      await storeRemoval(userId, key);
      const source = await find(userId, key);
      const version = draftVersion === undefined ? {} : { version: draftVersion };
      const isDeleted =
        source !== null &&
        !(await isOfUnpublished(source)) &&
        (await deleteStored({ _id: source._id, ...version }, isOfUnpublished));
      if (!isDeleted && (await find(userId, key))) await forgetRemoval(userId, key);
    },

    /** Deletes a draft and its picture; with the last draft of an unpublished story also the story. Idempotent. */
    async remove(userId: string, key: string): Promise<void> {
      // Stored first, also for an unknown draft: a first save that is being processed cannot create it afterwards.
      await storeRemoval(userId, key);
      const draft = await find(userId, key);
      if (!draft) return;
      const { postId } = draft;
      const deleteStoryWithAtMost = async (drafts: number) => {
        if (!postId || (await DraftModel.countDocuments({ userId, postId })) > drafts) return;
        await deleteUnpublished(userId, postId.toHexString());
      };
      // The story before its draft: a repeated call can then finish an interrupted deletion.
      await deleteStoryWithAtMost(1);
      await deleteStored({ _id: draft._id });
      // The last two drafts may be deleted at the same moment.
      await deleteStoryWithAtMost(0);
    },
  };
}
export type DraftService = ReturnType<typeof createDraftService>;
