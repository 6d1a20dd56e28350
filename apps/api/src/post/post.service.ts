import type { PostInput, SavedPostResponse } from '@safarnama/contracts';
import { Types } from 'mongoose';
import type { DraftService } from '../draft/draft.service.js';
import { forbidden, notFound } from '../http/app-error.js';
import { isDuplicateKeyError } from '../lib/mongo-errors.js';
import type { MediaService, StoredImage } from '../media/media.service.js';
import { appendRandomSuffix, createSlug } from '../text/slug.js';
import { CommentModel } from './comment.model.js';
import { type PostDoc, PostModel } from './post.model.js';
import type { PostReader } from './post-reader.js';
import { BookmarkModel, LikeModel } from './reaction.model.js';
import { deriveStoryText } from './story-text.js';

/** Each attempt draws another random suffix out of 31^5: a third attempt is next to impossible. */
const MAX_SLUG_ATTEMPTS = 8;

interface PostDeps {
  media: MediaService;
  drafts: DraftService;
  reader: PostReader;
}

type NewPost = Omit<PostDoc, 'slug' | 'createdAt' | 'updatedAt' | 'likes' | 'comments' | 'countsVersion'>;

interface StoredPost {
  post: PostDoc;
  /** False when the story was stored by an earlier request with the same `clientPostId`. */
  isNew: boolean;
}

async function requireOwnPost(authorId: string, postId: string, action: 'change' | 'delete') {
  const post = await PostModel.findById(postId).select('-searchTokens').lean<PostDoc>();
  if (!post) throw notFound('Post not found');
  if (!post.authorId.equals(authorId)) {
    throw forbidden('not_the_author', `Only the author can ${action} this story`);
  }
  return post;
}

async function findByClientKey(clientKey: string): Promise<StoredPost | null> {
  const post = await PostModel.findOne({ clientKey }).lean<PostDoc>();
  return post && { post, isNew: false };
}

/** Stores a new story under the first free variant of its slug, or returns the story that has its client key already. */
async function insertPost(fields: NewPost): Promise<StoredPost> {
  const slug = createSlug(fields.blogTitle);
  for (let attempt = 0; ; attempt += 1) {
    try {
      const post = await PostModel.create({
        ...fields,
        slug: attempt === 0 ? slug : appendRandomSuffix(slug),
      });
      return { post: post.toObject<PostDoc>(), isNew: true };
    } catch (error) {
      const existing = isDuplicateKeyError(error, 'clientKey')
        ? await findByClientKey(fields.clientKey)
        : null;
      if (existing) return existing;
      if (!isDuplicateKeyError(error, 'slug') || attempt === MAX_SLUG_ATTEMPTS) throw error;
    }
  }
}

/** Creates, changes and deletes stories. */
export function createPostService({ media, drafts, reader }: PostDeps) {
  /** Stores the picture of a story; it may be the picture of the draft that the story was written in. */
  async function acceptPicture(
    authorId: string,
    postId: string,
    { blogImage, draftKey }: PostInput,
    current: StoredImage | null,
  ): Promise<StoredImage | null> {
    const draft = draftKey === undefined ? null : await drafts.find(authorId, draftKey);
    return media.accept({
      image: blogImage,
      owner: { kind: 'post', recordId: postId },
      current,
      transferFrom: draft ? [{ kind: 'draft', recordId: draft._id.toHexString() }] : [],
      field: 'blogImage',
    });
  }

  async function publish(
    authorId: string,
    _id: Types.ObjectId,
    clientKey: string,
    input: PostInput,
  ): Promise<StoredPost> {
    const { blogTitle, blogLocation, blogImageAlt = '' } = input;
    const text = deriveStoryText(input, null);
    const blogImage = await acceptPicture(authorId, _id.toHexString(), input, null);
    const { post, isNew } = await insertPost({
      _id,
      ...text,
      blogTitle,
      blogLocation,
      blogImage,
      blogImageAlt,
      authorId: new Types.ObjectId(authorId),
      clientKey,
    });
    if (!isNew && blogImage) await media.discard([blogImage.key]);
    return { post, isNew };
  }

  return {
    /**
     * Publishes a story and deletes the draft it was written in. A repeat with the same `clientPostId` returns the
     * stored story.
     *
     * @throws AppError 400 when no text is left without the markup, or for an unacceptable picture.
     */
    async create(authorId: string, input: PostInput): Promise<SavedPostResponse & { isNew: boolean }> {
      const { clientPostId, draftKey } = input;
      const _id = new Types.ObjectId();
      const clientKey = `${authorId}:${clientPostId ?? _id.toHexString()}`;
      const findExisting = async () => (clientPostId === undefined ? null : findByClientKey(clientKey));
      const { post, isNew } =
        (await findExisting()) ??
        (await publish(authorId, _id, clientKey, input).catch(async (error: unknown) => {
          // A concurrent request with the same id may have deleted the draft and taken over its picture.
          const existing = await findExisting();
          if (existing) return existing;
          throw error;
        }));
      if (draftKey !== undefined) await drafts.remove(authorId, draftKey);
      return { ...(await reader.presentSaved(post, authorId)), isNew };
    },

    /**
     * Replaces the text, picture and location of a story. The slug stays, so shared links keep working.
     *
     * @throws AppError 404 when the story does not exist, 403 when it belongs to another author, 400 as for `create`.
     */
    async update(authorId: string, postId: string, input: PostInput): Promise<SavedPostResponse> {
      const before = await requireOwnPost(authorId, postId, 'change').catch((error: unknown) => {
        // Invalid input is reported before a missing or foreign story.
        deriveStoryText(input, null);
        media.validate(input.blogImage, 'blogImage');
        throw error;
      });
      const text = deriveStoryText(input, before);
      const blogImage = await acceptPicture(authorId, postId, input, before.blogImage ?? null);
      const isSamePicture = blogImage?.key === before.blogImage?.key;
      const after = await PostModel.findOneAndUpdate(
        { _id: postId, authorId },
        {
          $set: {
            ...text,
            blogTitle: input.blogTitle,
            blogLocation: input.blogLocation,
            // An unchanged picture is left out: a concurrent request may have replaced it.
            ...(isSamePicture ? {} : { blogImage }),
            blogImageAlt: input.blogImageAlt ?? before.blogImageAlt,
          },
        },
        { returnDocument: 'after' },
      ).lean<PostDoc>();
      if (!after) throw notFound('Post not found');
      if (before.blogImage && !isSamePicture) await media.discard([before.blogImage.key]);
      if (input.draftKey !== undefined) await drafts.remove(authorId, input.draftKey);
      return reader.presentSaved(after, authorId);
    },

    /** Deletes a story with its picture, likes, bookmarks and comments. @throws AppError 404, 403. */
    async remove(authorId: string, postId: string): Promise<void> {
      const post = await requireOwnPost(authorId, postId, 'delete');
      await PostModel.deleteOne({ _id: postId, authorId });
      if (post.blogImage) await media.discard([post.blogImage.key]);
      await LikeModel.deleteMany({ postId });
      await BookmarkModel.deleteMany({ postId });
      await CommentModel.deleteMany({ postId });
    },
  };
}
export type PostService = ReturnType<typeof createPostService>;
