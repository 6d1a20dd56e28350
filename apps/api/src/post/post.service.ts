import { DEFAULT_VISIBILITY, type PostInput, type SavedPostResponse } from '@safarnama/contracts';
import { createSlug } from '@safarnama/contracts/slug';
import { Types } from 'mongoose';
import type { DraftService } from '../draft/draft.service.js';
import { continueAsEdit } from '../draft/scheduled-drafts.js';
import { AppError, conflict } from '../http/app-error.js';
import { isDuplicateKeyError } from '../lib/mongo-errors.js';
import type { MediaService } from '../media/media.service.js';
import type { Notifier } from '../notification/notifier.js';
import { findPlaceFields } from '../place/story-place.js';
import { nextIndexedAt } from '../search/index-clock.js';
import { appendRandomSuffix } from '../text/slug-suffix.js';
import { DeletedPostModel } from './deleted-post.model.js';
import { findAnywhere } from './find-anywhere.js';
import type { StoredPost } from './own-post.js';
import { findByClientKey, type PostDoc, PostModel, toClientKey } from './post.model.js';
import { hasValues, versionConflict } from './post-change.service.js';
import type { PostReader } from './post-reader.js';
import type { CheckStory } from './story-check.js';
import { withoutShownPicture } from './story-markup.js';
import type { AcceptPicture } from './story-picture.js';
import type { UnpublishingService } from './unpublishing.service.js';

/** Each attempt draws another random suffix out of 31^5: a third attempt is next to impossible. */
const MAX_SLUG_ATTEMPTS = 8;

interface PostDeps {
  media: MediaService;
  drafts: DraftService;
  reader: PostReader;
  acceptPicture: AcceptPicture;
  checkStory: CheckStory;
  unpublishing: UnpublishingService;
  notifier: Pick<Notifier, 'published'>;
}

type NewPost = Omit<
  PostDoc,
  'slug' | 'createdAt' | 'updatedAt' | 'likes' | 'comments' | 'countsVersion' | 'indexedAt' | 'monthLikes'
> & {
  /** Now by default. */
  createdAt?: Date;
};

interface PublishResult {
  post: StoredPost;
  /** False when the story was stored by an earlier request with the same `clientPostId`. */
  isNew: boolean;
}

async function findStored(clientKey: string): Promise<PublishResult | null> {
  const post = await findByClientKey(clientKey, (filter) => PostModel.findOne(filter).lean<PostDoc>());
  return post && { post, isNew: false };
}

type PublishedPost = Pick<PostDoc, '_id' | 'blogTitle' | 'blogHtml' | 'blogLocation'>;

/**
 * Rejects the repeat of a request whose story has been unpublished since: it would publish the withdrawn words again.
 *
 * @throws AppError 409.
 */
async function rejectUnpublished(clientKey: string): Promise<void> {
  const unpublished = await findByClientKey(clientKey, async (filter) => {
    // Some engines scan the whole collection for a filter with more conditions than its index.
    const hidden = await DeletedPostModel.find(filter).select('unpublishedAt').lean();
    return hidden.find(({ unpublishedAt }) => unpublishedAt) ?? null;
  });
  if (unpublished) {
    throw conflict('story_unpublished', 'This story was unpublished. Open its draft to publish it again.');
  }
}

/**
 * Stores a new story under the first free variant of its slug, or returns the story that has its client key already.
 *
 * @throws AppError 409 when that story is unpublished at the same moment.
 */
async function insertPost(fields: NewPost): Promise<PublishResult> {
  const slug = createSlug(fields.blogTitle);
  // A deleted story keeps its slug while it can be restored.
  const isFree = (await DeletedPostModel.exists({ slug })) === null;
  for (let attempt = 0; ; attempt += 1) {
    try {
      const post = await PostModel.create({
        ...fields,
        indexedAt: nextIndexedAt(),
        slug: attempt === 0 && isFree ? slug : appendRandomSuffix(slug),
      });
      return { post: post.toObject<PostDoc>(), isNew: true };
    } catch (error) {
      const isRepeat = isDuplicateKeyError(error, 'clientKey');
      const existing = isRepeat ? await findStored(fields.clientKey) : null;
      if (existing) return existing;
      // Deleted at this moment, as if it had been before; or unpublished.
      if (isRepeat) await rejectUnpublished(fields.clientKey);
      if (!(isRepeat || isDuplicateKeyError(error, 'slug')) || attempt === MAX_SLUG_ATTEMPTS) throw error;
    }
  }
}

/** Publishes stories. */
export function createPostService({
  media,
  drafts,
  reader,
  acceptPicture,
  checkStory,
  unpublishing,
  notifier,
}: PostDeps) {
  /** Converts the input of a new story into its fields, except for its picture. @throws AppError 400 as `create`. */
  async function prepare(authorId: string, input: PostInput) {
    const { blogTitle, blogLocation, visibility = DEFAULT_VISIBILITY, visitedOn = null } = input;
    const { text, place: chosenPlace, upload } = await checkStory(authorId, input, null);
    const place = input.placeId === undefined ? findPlaceFields(blogLocation) : chosenPlace;
    const { blogImageAlt = '', ...cardPicture } = withoutShownPicture(
      input,
      [text.firstPicture],
      media.parseKey,
    );
    const fields = { ...text, blogTitle, blogLocation, ...place, blogImageAlt, visibility, visitedOn };
    return { fields, cardPicture, upload };
  }

  /**
   * Whether a story has everything that an input has. A file that is sent again counts as another picture, and input
   * that could not be published as another story.
   */
  async function hasContent(post: StoredPost, input: PostInput): Promise<boolean> {
    const prepared = await prepare(post.authorId.toHexString(), input).catch((error: unknown) => {
      if (error instanceof AppError && error.status < 500) return null;
      throw error;
    });
    if (!prepared) return false;
    const { fields, cardPicture } = prepared;
    const { blogImage = '' } = cardPicture;
    const hasPicture = blogImage === '' ? !post.blogImage : blogImage === post.blogImageSource;
    return hasPicture && hasValues(post, fields);
  }

  /**
   * Rejects publishing the draft of a published story, which would create a second story. The client may not know that
   * another draft has published the story again.
   *
   * @throws AppError 409 with that story.
   */
  async function rejectEdit(authorId: string, draftKey: string): Promise<void> {
    const draft = await drafts.find(authorId, draftKey);
    if (!draft?.postId) return;
    const edited = { _id: draft.postId, authorId };
    const story = await PostModel.findOne(edited).select('-searchWords').lean<PostDoc>();
    if (story) throw await versionConflict(reader, story, authorId);
  }

  async function publish(
    authorId: string,
    _id: Types.ObjectId,
    clientKey: string,
    input: PostInput,
    createdAt: Date | undefined,
  ): Promise<PublishResult> {
    const { fields, cardPicture, upload } = await prepare(authorId, input);
    const draft = await drafts.findSource(authorId, input);
    const picture = await acceptPicture({
      authorId,
      postId: _id.toHexString(),
      image: cardPicture.blogImage,
      draft,
      upload,
      stored: {},
    });
    const blogImage = picture?.blogImage ?? null;
    const { post, isNew } = await insertPost({
      _id,
      ...fields,
      blogImage,
      blogImageSource: picture?.blogImageSource ?? null,
      authorId: new Types.ObjectId(authorId),
      clientKey,
      version: 1,
      notificationPendingSince: new Date(),
      ...(createdAt ? { createdAt } : {}),
    });
    if (!isNew && blogImage) await media.discard([blogImage.key]);
    if (isNew) notifier.published(post._id);
    return { post, isNew };
  }

  return {
    /**
     * Rejects input that could not be published.
     *
     * @throws AppError 400 as `create`.
     */
    async validate(authorId: string, input: PostInput): Promise<void> {
      await checkStory(authorId, input, null);
    },

    /** Finds the story of an author with this `clientPostId`; also a deleted or unpublished one. */
    findByClientId(authorId: string, clientPostId: string): Promise<PublishedPost | null> {
      const fields = 'blogTitle blogHtml blogLocation';
      return findAnywhere((model) =>
        findByClientKey(toClientKey(authorId, clientPostId), (filter) =>
          model.findOne(filter).select(fields).lean<PublishedPost>(),
        ),
      );
    },

    /**
     * Publishes a story and deletes the draft it was written in; with the draft of an unpublished story, publishes that
     * story again. A repeat with the same `clientPostId` returns the stored story. A draft with something that the
     * story does not have remains, as an edit of the story.
     *
     * @param createdAt - now by default.
     * @throws AppError 400 when no text is left without the markup, or for an unacceptable picture; 409 with the stored
     *   draft when `draftVersion` is outdated, with the stored story when the draft edits it, or when the story with
     *   this `clientPostId` has been unpublished.
     */
    async create(
      authorId: string,
      input: PostInput,
      createdAt?: Date,
    ): Promise<SavedPostResponse & { isNew: boolean }> {
      const { clientPostId, draftKey, draftVersion } = input;
      const _id = new Types.ObjectId();
      const clientKey = toClientKey(authorId, clientPostId ?? _id.toHexString());
      const findExisting = async () => (clientPostId === undefined ? null : findStored(clientKey));
      const publishNew = async (): Promise<PublishResult> => {
        if (clientPostId !== undefined) await rejectUnpublished(clientKey);
        if (draftKey !== undefined) await rejectEdit(authorId, draftKey);
        return publish(authorId, _id, clientKey, input, createdAt);
      };
      const publishAgain = async (): Promise<PublishResult | null> => {
        try {
          const post = await unpublishing.publishAgain(authorId, clientKey, input);
          return post && { post, isNew: true };
        } catch (error) {
          const existing = await findExisting();
          if (existing && error instanceof AppError) return existing;
          throw error;
        }
      };
      const { post, isNew } =
        (await publishAgain()) ??
        (await findExisting()) ??
        (await publishNew().catch(async (error: unknown) => {
          // A concurrent request with the same id may have deleted the draft and transferred its picture.
          const existing = await findExisting();
          if (existing) return existing;
          throw error;
        }));
      const isStored = isNew || draftVersion === undefined || (await hasContent(post, input));
      if (isStored) await drafts.removeSource(authorId, input);
      // A draft that another device has saved in the meantime remains, too.
      const remaining = draftKey === undefined ? null : await drafts.find(authorId, draftKey);
      if (remaining && !remaining.postId) await continueAsEdit(remaining, post._id.toHexString());
      return { ...(await reader.presentSaved(post, authorId)), isNew };
    },
  };
}
export type PostService = ReturnType<typeof createPostService>;
