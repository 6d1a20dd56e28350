import {
  countWords,
  DEFAULT_VISIBILITY,
  MAX_REVISIONS,
  type PageQuery,
  type Revision,
  type RevisionPage,
  type RevisionSummary,
} from '@safarnama/contracts';
import mongoose, { Types } from 'mongoose';
import { notFound } from '../http/app-error.js';
import { decodeCursor, encodeCursor, invalidCursor } from '../http/cursor.js';
import { cutPage } from '../http/keyset-page.js';
import { isDuplicateKeyError } from '../lib/mongo-errors.js';
import type { MediaService } from '../media/media.service.js';
import { presentStoryPlace } from '../place/story-place.js';
import { requireOwnPost, type StoredPost } from './own-post.js';
import { getVersion, type PostDoc } from './post.model.js';
import { presentCardPicture, presentPictures } from './post.presenter.js';
import { type RevisionDoc, RevisionModel } from './revision.model.js';

type SummaryDoc = Omit<RevisionDoc, 'blogContent' | 'blogHtml' | 'pictures'>;

/** The current version in the form of a revision. */
const toRevision = (post: StoredPost): RevisionDoc => ({
  _id: post._id,
  postId: post._id,
  number: getVersion(post),
  // Only a change of the author updates it.
  createdAt: post.updatedAt,
  restoredFrom: post.restoredFrom ?? null,
  blogTitle: post.blogTitle,
  blogContent: post.blogContent,
  blogHtml: post.blogHtml,
  pictures: post.pictures ?? [],
  blogImage: post.blogImage ?? null,
  blogImageAlt: post.blogImageAlt,
  blogLocation: post.blogLocation,
  ...(post.placeId === undefined ? {} : { placeId: post.placeId }),
  visibility: post.visibility ?? DEFAULT_VISIBILITY,
  visitedOn: post.visitedOn ?? null,
  words: countWords(post.blogContent),
});

const presentSummary = (revision: SummaryDoc): RevisionSummary => ({
  number: revision.number,
  createdAt: revision.createdAt.toISOString(),
  blogTitle: revision.blogTitle,
  words: revision.words,
  restoredFrom: revision.restoredFrom ?? null,
});

/** Reads the number of the last revision that the client has. @throws AppError 400 for an invalid cursor. */
function decodeNumber(cursor: string): number {
  const [number] = decodeCursor(cursor);
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 1) throw invalidCursor();
  return number;
}

/** Finds the former versions of a story with numbers below `before`, newest first, without their text. */
function findSummaries(post: StoredPost, before: number, limit: number): Promise<SummaryDoc[]> {
  return RevisionModel.find({
    postId: post._id,
    number: mongoose.trusted({ $gt: getVersion(post) - MAX_REVISIONS, $lt: before }),
  })
    .sort({ number: -1 })
    .limit(limit)
    .select('-blogContent -blogHtml -pictures')
    .lean<SummaryDoc[]>();
}

/**
 * Finds a stored version of a story; the current one is the story itself.
 *
 * @throws AppError 404 for a number that is not stored.
 */
export async function requireRevision(post: StoredPost, number: number): Promise<RevisionDoc> {
  const version = getVersion(post);
  if (number === version) return toRevision(post);
  const isStored = number < version && number > version - MAX_REVISIONS;
  const revision = isStored
    ? await RevisionModel.findOne({ postId: post._id, number }).lean<RevisionDoc>()
    : null;
  if (!revision) throw notFound('Version not found');
  return revision;
}

/** Stores and reads the former versions of stories. */
export function createRevisionService({ media }: { media: MediaService }) {
  /** Deletes revisions. A picture that remains when the process dies in between is removed by the sweep. */
  async function removeMatching(filter: Record<string, unknown>): Promise<void> {
    const revisions = await RevisionModel.find(filter)
      .select('blogImage')
      .lean<Pick<RevisionDoc, '_id' | 'blogImage'>[]>();
    if (revisions.length === 0) return;
    await RevisionModel.deleteMany({ _id: mongoose.trusted({ $in: revisions.map(({ _id }) => _id) }) });
    await media.discard(revisions.flatMap(({ blogImage }) => blogImage?.key ?? []));
  }

  return {
    /** Whether a revision exists and has the picture with this key. */
    async hasPicture(revisionId: string, key: string): Promise<boolean> {
      return (await RevisionModel.exists({ _id: revisionId, 'blogImage.key': key })) !== null;
    },

    /**
     * Stores the current version of a story as a revision. Call it before the story is changed: a process that dies in
     * between leaves the same text as the current version and as a revision with its number, which no list shows.
     */
    async store(post: StoredPost): Promise<void> {
      const _id = new Types.ObjectId();
      const owner = {
        kind: 'revision',
        recordId: _id.toHexString(),
        viewers: [post.authorId.toHexString()],
      } as const;
      // A picture that no longer exists keeps its key, so that the revision can name it as missing.
      const copied = post.blogImage ? await media.copy(post.blogImage.key, owner) : null;
      try {
        await RevisionModel.create({ ...toRevision(post), _id, blogImage: copied ?? post.blogImage ?? null });
      } catch (error) {
        if (!isDuplicateKeyError(error, 'number')) throw error;
        // A concurrent change, or one that was interrupted, has stored this version.
        if (copied) await media.discard([copied.key]);
      }
    },

    /** Deletes the versions beyond the newest `MAX_REVISIONS`. */
    async removeOldest(post: Pick<PostDoc, '_id' | 'version'>): Promise<void> {
      const newestToRemove = getVersion(post) - MAX_REVISIONS;
      if (newestToRemove < 1) return;
      await removeMatching({ postId: post._id, number: mongoose.trusted({ $lte: newestToRemove }) });
    },

    /** Deletes all revisions of a story that was deleted. */
    removeAll: (postId: string) => removeMatching({ postId }),

    /** Lists the stored versions of a story, newest first. @throws AppError 404, 403 for another author. */
    async list(
      authorId: string,
      postId: string,
      { limit = MAX_REVISIONS, cursor }: PageQuery,
    ): Promise<RevisionPage> {
      // An invalid cursor is reported before a missing or foreign story.
      const last = cursor === undefined ? null : decodeNumber(cursor);
      const post = await requireOwnPost(authorId, postId, 'readVersions');
      const version = getVersion(post);
      const before = last ?? version + 1;
      const current = before > version ? [toRevision(post)] : [];
      const former = await findSummaries(post, Math.min(before, version), limit + 1 - current.length);
      const { rows, nextCursor } = cutPage<SummaryDoc>([...current, ...former], limit, ({ number }) =>
        encodeCursor([number]),
      );
      return { revisions: rows.map(presentSummary), nextCursor };
    },

    /** @throws AppError 404 for an unknown story or number, 403 for another author. */
    async get(authorId: string, postId: string, number: number): Promise<Revision> {
      const post = await requireOwnPost(authorId, postId, 'readVersions');
      const revision = await requireRevision(post, number);
      const { words: _words, ...summary } = presentSummary(revision);
      const { blogHtml, blogContent, blogLocation, blogImage, pictures } = revision;
      const firstPicture = pictures?.[0] ?? null;
      const keys = [blogImage, ...(pictures ?? [])].flatMap((picture) => picture?.key ?? []);
      return {
        ...summary,
        ...presentCardPicture({ ...revision, firstPicture }, media),
        blogHtml: media.withUrls(blogHtml),
        blogContent,
        blogLocation,
        placeId: revision.placeId ?? null,
        place: presentStoryPlace(revision.placeId),
        visibility: revision.visibility ?? DEFAULT_VISIBILITY,
        visitedOn: revision.visitedOn ?? null,
        pictures: presentPictures(pictures, media),
        missingPictures: await media.findMissing([...new Set(keys)]),
      };
    },
  };
}
export type RevisionService = ReturnType<typeof createRevisionService>;
