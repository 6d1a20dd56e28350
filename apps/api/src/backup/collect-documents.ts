import mongoose from 'mongoose';
import { DraftModel } from '../draft/draft.model.js';
import type { AnyModel } from '../lib/any-model.js';
import { CommentModel } from '../post/comment.model.js';
import { DeletedPostModel } from '../post/deleted-post.model.js';
import { PostModel } from '../post/post.model.js';
import { BookmarkModel, LikeModel } from '../post/reaction.model.js';
import { RevisionModel } from '../post/revision.model.js';
import { UserModel } from '../user/user.model.js';
import type { RawDocument } from './archive-format.js';
import { COPIED_MODELS, PICTURE_FIELDS } from './archived-models.js';
import { collectConversations } from './collect-conversations.js';
import { createPictureCollector } from './collect-pictures.js';
import {
  findRaw,
  findRawByIds,
  findRawInBatches,
  listIds,
  toBatches,
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
 * Writes a model's documents that refer to the given stories, each once: a comment that is deleted while the cursor
 * reads an index with its `deletedAt` is read twice, and so is a reaction that is removed and added again, with another
 * id.
 *
 * @returns a function that returns the number of a story's documents, except deleted comments that remain for their
 * replies.
 */
async function writeReferences(ids: readonly unknown[], model: AnyModel, write: WriteDocument) {
  const counts = new Map<string, number>();
  const written = new Set<string>();
  for await (const row of findRaw(model, { postId: { $in: ids } })) {
    const postId = toId(row.postId);
    const key = model === CommentModel ? toId(row._id) : `${postId}:${toId(row.userId)}`;
    if (written.has(key)) continue;
    written.add(key);
    if (!row.deletedAt) counts.set(postId, (counts.get(postId) ?? 0) + 1);
    await write(model, row);
  }
  return (story: RawDocument) => counts.get(toId(story._id)) ?? 0;
}

/**
 * Reads stories, whether they are published or hidden. One that moves at the same moment is found: see `findAnywhere`.
 */
async function readStories(ids: readonly unknown[], fields: Record<string, 1> = {}): Promise<RawDocument[]> {
  const found = new Map<string, RawDocument>();
  for (const model of [PostModel, DeletedPostModel, PostModel]) {
    const missing = ids.filter((id) => !found.has(toId(id)));
    if (missing.length === 0) break;
    const stories = await findRawByIds(model, missing).project<RawDocument>(fields).toArray();
    for (const story of stories) found.set(toId(story._id), story);
  }
  return [...found.values()];
}

/** Omits the likes of the last month, so that `repairCounts` counts them after a restore. */
const withoutMonthLikes = ({
  monthLikes: _count,
  monthLikesUntil: _until,
  ...story
}: RawDocument): RawDocument => story;

/**
 * Writes likes, comments and bookmarks of some stories, and then the stories with matching counters.
 *
 * @param model - whether the stories are published or unpublished in the backup, wherever they have been read.
 */
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
    const { deletedAt: _deletedAt, unpublishedAt, ...fields } = story;
    const likes = correctCounter(story.likes, countLikes(story));
    await write(model, {
      ...(likes === story.likes ? fields : withoutMonthLikes(fields)),
      ...(model === DeletedPostModel ? { unpublishedAt: unpublishedAt ?? new Date() } : {}),
      likes,
      comments: correctCounter(story.comments, countComments(story)),
    });
  }
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
  /** Stories to write, by their ids: those that were published or unpublished when the backup began. */
  const listedStories = new Map<string, { _id: unknown; isPublished: boolean }>();
  /** Versions of the stories in the backup, by their ids. */
  const storyVersions = new Map<string, number>();
  /** Ids of the drafts written so far. */
  const writtenDrafts = new Set<string>();

  async function listPublished(): Promise<void> {
    for (const _id of await listIds(PostModel)) listedStories.set(toId(_id), { _id, isPublished: true });
  }

  async function listUnpublished(): Promise<void> {
    for (const _id of await listIds(DeletedPostModel, { unpublishedAt: { $gt: new Date(0) } })) {
      if (!listedStories.has(toId(_id))) listedStories.set(toId(_id), { _id, isPublished: false });
    }
  }

  /** Reads all documents of a model, in batches. */
  async function* readAll(model: AnyModel): AsyncGenerator<RawDocument[]> {
    for (const ids of toBatches(await listIds(model))) {
      signal?.throwIfAborted();
      yield findRawByIds(model, ids).toArray();
    }
  }

  /** Writes the documents of a model for which `isIncluded` is true, with their pictures. */
  async function writeAll(
    model: AnyModel,
    { adapt = (record: RawDocument) => record, isIncluded = (_record: RawDocument): boolean => true } = {},
  ): Promise<void> {
    for await (const batch of readAll(model)) {
      const records = batch.filter(isIncluded);
      const complete = PICTURE_FIELDS.has(model) ? await collectPictures(model, records) : records;
      for (const record of complete) await write(model, adapt(record));
    }
  }

  /**
   * Writes drafts with their pictures, each once. A draft that edits a story which is not in the backup becomes a draft
   * of a new story.
   */
  async function writeDrafts(drafts: readonly RawDocument[], isInBackup: (postId: string) => boolean) {
    const added = drafts.filter(({ _id }) => !writtenDrafts.has(toId(_id)));
    for (const draft of await collectPictures(DraftModel, added)) {
      const isDetached = draft.postId && !isInBackup(toId(draft.postId));
      await write(DraftModel, isDetached ? { ...draft, postId: null, baseVersion: null } : draft);
      writtenDrafts.add(toId(draft._id));
    }
  }

  /** Writes the drafts that edit these stories. @returns the ids of the stories that have one. */
  async function writeDraftsOf(ids: readonly unknown[]): Promise<ReadonlySet<string>> {
    const stories = await readStories(ids, { authorId: 1 });
    const filter = {
      userId: { $in: stories.map(({ authorId }) => authorId) },
      postId: { $in: stories.map(({ _id }) => _id) },
    };
    const withDraft = new Set<string>();
    for await (const batch of findRawInBatches(DraftModel, filter)) {
      signal?.throwIfAborted();
      await writeDrafts(batch, () => true);
      for (const { postId } of batch) withDraft.add(toId(postId));
    }
    return withDraft;
  }

  async function writeStoriesWithDrafts(ids: readonly unknown[]): Promise<void> {
    const withDraft = await writeDraftsOf(ids);
    const stories = (await readStories(ids)).map((story) => {
      const isHidden = Boolean(story.unpublishedAt ?? story.deletedAt);
      // A story that was hidden during the backup is published in it, as it was when the backup began.
      const isPublished = !isHidden || listedStories.get(toId(story._id))?.isPublished === true;
      return { story, model: isPublished ? PostModel : DeletedPostModel };
    });
    for (const model of [PostModel, DeletedPostModel]) {
      const records = stories.flatMap((found) => (found.model === model ? [found.story] : []));
      // Deleting the last draft of an unpublished story has deleted the story, unless the backup has that draft.
      const included = records.filter(
        ({ _id, unpublishedAt }) => model === PostModel || unpublishedAt || withDraft.has(toId(_id)),
      );
      const complete = await collectPictures(model, included, readStories);
      await writeStories(model, complete, write);
      for (const { _id, version } of complete) storyVersions.set(toId(_id), toNumber(version ?? 1));
    }
  }

  /** False for a revision of a story that is not in the backup, or one stored since its story was read. */
  const isFormerVersion = ({ postId, number }: RawDocument): boolean =>
    toNumber(number) < (storyVersions.get(toId(postId)) ?? 0);

  // A draft is read before the story that it may become, or change, in the meantime: if it has been deleted by then,
  // its text is in that story.
  await listPublished();
  await listUnpublished();
  const isListed = (postId: string) => listedStories.has(postId);
  for await (const batch of readAll(DraftModel)) {
    await writeDrafts(
      batch.filter(({ postId }) => !isListed(toId(postId))),
      isListed,
    );
  }
  // Stories of drafts that have been published since, and stories that were moving between the first two lists.
  await listPublished();
  const storyIds = [...listedStories.values()].map(({ _id }) => _id);
  for (const ids of toBatches(storyIds)) {
    signal?.throwIfAborted();
    await writeStoriesWithDrafts(ids);
  }
  await writeAll(RevisionModel, { isIncluded: isFormerVersion });
  // The drafts of stories that have been removed for good since, and drafts that were created since.
  for await (const batch of readAll(DraftModel))
    await writeDrafts(batch, (postId) => storyVersions.has(postId));
  await collectConversations({ write, collectPictures, signal });
  for (const model of COPIED_MODELS) await writeAll(model);
  // Users last: by now, every user that the other documents refer to exists.
  await writeAll(UserModel, { adapt: withoutPasswordReset });
  return { missingPictures: missingPictures() };
}
