import mongoose from 'mongoose';
import { DraftModel } from '../draft/draft.model.js';
import { CommentModel } from '../post/comment.model.js';
import { DeletedPostModel } from '../post/deleted-post.model.js';
import { PostModel } from '../post/post.model.js';
import { BookmarkModel, LikeModel } from '../post/reaction.model.js';
import { RevisionModel } from '../post/revision.model.js';
import { UserModel } from '../user/user.model.js';
import type { RawDocument } from './archive-format.js';
import { type AnyModel, COPIED_MODELS, PICTURE_FIELDS } from './archived-models.js';
import { collectConversations } from './collect-conversations.js';
import { createPictureCollector } from './collect-pictures.js';
import {
  findRaw,
  findRawByIds,
  findRawInBatches,
  listIdBatches,
  toId,
  toNumber,
  type WriteDocument,
} from './raw-documents.js';

const { Int32 } = mongoose.mongo.BSON;

interface CollectOptions {
  write: WriteDocument;
  signal?: AbortSignal;
}

interface CollectResult {
  /** Number of pictures that records refer to but that do not exist. */
  missingPictures: number;
}

/** Returns a stored counter unchanged, with its BSON type, if it equals the count; otherwise the count. */
const correctCounter = (stored: unknown, count: number) =>
  stored !== undefined && toNumber(stored) === count ? stored : new Int32(count);

/**
 * Writes a model's documents that refer to the given stories.
 *
 * @returns a function that returns the number of a story's documents, except deleted comments that remain for their
 * replies.
 */
async function writeReferences(ids: readonly unknown[], model: AnyModel, write: WriteDocument) {
  const counts = new Map<string, number>();
  for await (const row of findRaw(model, { postId: { $in: ids } })) {
    const postId = toId(row.postId);
    if (!row.deletedAt) counts.set(postId, (counts.get(postId) ?? 0) + 1);
    await write(model, row);
  }
  return (story: RawDocument) => counts.get(toId(story._id)) ?? 0;
}

/** Writes likes, comments and bookmarks of some stories, and then the stories with matching counters. */
async function writeStories(
  model: AnyModel,
  stories: readonly RawDocument[],
  write: WriteDocument,
): Promise<void> {
  const ids = stories.map(({ _id }) => _id);
  const countLikes = await writeReferences(ids, LikeModel, write);
  const countComments = await writeReferences(ids, CommentModel, write);
  await writeReferences(ids, BookmarkModel, write);
  for (const story of stories) {
    // An unpublished story has no `deletedAt`, unless it was read while it was being unpublished.
    const { deletedAt: _deletedAt, ...fields } = story;
    await write(model, {
      ...fields,
      likes: correctCounter(story.likes, countLikes(story)),
      comments: correctCounter(story.comments, countComments(story)),
    });
  }
}

/**
 * Returns the unpublished stories among these records, except stories that are also in the posts collection: they are
 * being unpublished or published again.
 */
async function filterUnpublished(records: readonly RawDocument[]): Promise<RawDocument[]> {
  const unpublished = records.filter(({ unpublishedAt }) => Boolean(unpublishedAt));
  const ids = unpublished.map(({ _id }) => _id);
  const published = new Set((await findRawByIds(PostModel, ids).toArray()).map(({ _id }) => toId(_id)));
  return unpublished.filter(({ _id }) => !published.has(toId(_id)));
}

/** Omits the password reset link: it can be used once, and a restore must not make a used link valid again. */
const withoutPasswordReset = ({ passwordReset: _link, ...user }: RawDocument): RawDocument => user;

/**
 * Reads all documents of the site while it is in use, in an order that makes them consistent: every document that
 * another refers to exists, each conversation is a prefix of the real one without gaps, and counters equal the number
 * of likes and comments. The order and the corrections are explained in docs/decisions/007-backup-and-migrations.md.
 */
export async function collectDocuments({ write, signal }: CollectOptions): Promise<CollectResult> {
  const { collectPictures, missingPictures } = createPictureCollector(write);
  /** Versions of the stories in the backup, by their ids. */
  const storyVersions = new Map<string, number>();

  /** Ids of the drafts written so far. */
  const writtenDrafts = new Set<string>();

  /**
   * Writes the drafts of unpublished stories together with the stories: publishing a story again deletes its draft.
   *
   * @returns the stories that have a draft.
   */
  async function writeDraftsOf(stories: readonly RawDocument[]): Promise<RawDocument[]> {
    const filter = {
      userId: { $in: stories.map(({ authorId }) => authorId) },
      postId: { $in: stories.map(({ _id }) => _id) },
    };
    const storyIds = new Set<string>();
    for await (const batch of findRawInBatches(DraftModel, filter)) {
      signal?.throwIfAborted();
      for (const draft of await collectPictures(DraftModel, batch)) {
        storyIds.add(toId(draft.postId));
        if (writtenDrafts.has(toId(draft._id))) continue;
        await write(DraftModel, draft);
        writtenDrafts.add(toId(draft._id));
      }
    }
    return stories.filter(({ _id }) => storyIds.has(toId(_id)));
  }

  /** Writes the documents of a model for which `isIncluded` is true, with their pictures. */
  async function writeAll(
    model: AnyModel,
    { adapt = (record: RawDocument) => record, isIncluded = (_record: RawDocument): boolean => true } = {},
  ): Promise<void> {
    for (const ids of await listIdBatches(model)) {
      signal?.throwIfAborted();
      const records = (await findRawByIds(model, ids).toArray()).filter(isIncluded);
      const complete = PICTURE_FIELDS.has(model) ? await collectPictures(model, records) : records;
      for (const record of complete) await write(model, adapt(record));
    }
  }

  /** Turns the draft of a story that is not in the backup into the draft of a new story. */
  const detachMissingStory = (draft: RawDocument): RawDocument =>
    draft.postId && !storyVersions.has(toId(draft.postId))
      ? { ...draft, postId: null, baseVersion: null }
      : draft;

  /** False for a revision of a story that is not in the backup, or one stored since its story was read. */
  const isFormerVersion = ({ postId, number }: RawDocument): boolean =>
    toNumber(number) < (storyVersions.get(toId(postId)) ?? 0);

  // Unpublished stories are read before and after the published ones: a story that is published or unpublished in the
  // meantime is still found, and is written once.
  for (const [pass, model] of [DeletedPostModel, PostModel, DeletedPostModel].entries()) {
    for (const ids of await listIdBatches(model)) {
      signal?.throwIfAborted();
      const records = await findRawByIds(model, ids).toArray();
      const current = model === PostModel ? records : await filterUnpublished(records);
      const added = current.filter(({ _id }) => !storyVersions.has(toId(_id)));
      const withDraft = model === PostModel ? [] : await writeDraftsOf(added);
      // In the first pass, an unpublished story without a draft has just been published: the next pass finds it.
      const stories = await collectPictures(model, pass === 0 ? withDraft : added);
      await writeStories(model, stories, write);
      for (const { _id, version } of stories) storyVersions.set(toId(_id), toNumber(version ?? 1));
    }
  }
  await writeAll(RevisionModel, { isIncluded: isFormerVersion });
  await writeAll(DraftModel, {
    adapt: detachMissingStory,
    isIncluded: ({ _id }) => !writtenDrafts.has(toId(_id)),
  });
  await collectConversations({ write, collectPictures, signal });
  for (const model of COPIED_MODELS) await writeAll(model);
  // Users last: by now, every user that the other documents refer to exists.
  await writeAll(UserModel, { adapt: withoutPasswordReset });
  return { missingPictures: missingPictures() };
}
