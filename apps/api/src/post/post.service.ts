import type { Post, PostInput } from '@safarnama/contracts';
import { Types } from 'mongoose';
import { isDuplicateKeyError } from '../config/mongo.js';
import type { DraftService } from '../draft/draft.service.js';
import { forbidden, notFound } from '../http/app-error.js';
import type { MediaService } from '../media/media.service.js';
import { appendRandomSuffix, createSlug } from '../text/slug.js';
import { CommentModel } from './comment.model.js';
import { type PostDoc, PostModel } from './post.model.js';
import type { PostReader } from './post-reader.js';
import { BookmarkModel, LikeModel } from './reaction.model.js';
import { deriveStoryText } from './story-text.js';

/** Each try takes another random ending of 31^5: more than two tries are next to impossible. */
const MAX_SLUG_TRIES = 8;

interface PostDeps {
  media: MediaService;
  drafts: DraftService;
  reader: PostReader;
}

/** Writing stories. */
export function createPostService({ media, drafts, reader }: PostDeps) {
  function clientKeyOf(authorId: string, clientPostId: string): string {
    return `${authorId}:${clientPostId}`;
  }

  async function requireOwnPost(authorId: string, postId: string, action: string) {
    const post = await PostModel.findById(postId).select('-searchTokens').lean<PostDoc>();
    if (!post) throw notFound('Post not found');
    if (!post.authorId.equals(authorId))
      throw forbidden('not_the_author', `Only the author can ${action} this post`);
    return post;
  }

  /** Stores a new story under the first free form of its slug. Gives the story that has its `clientKey` already. */
  async function insert(
    fields: Omit<PostDoc, 'slug' | 'createdAt' | 'updatedAt' | 'likes' | 'comments' | 'countsVersion'>,
  ) {
    const slug = createSlug(fields.blogTitle);
    for (let attempt = 0; ; attempt += 1) {
      try {
        const post = await PostModel.create({
          ...fields,
          slug: attempt === 0 ? slug : appendRandomSuffix(slug),
        });
        return { post: post.toObject<PostDoc>(), isNew: true };
      } catch (error) {
        if (isDuplicateKeyError(error, 'clientKey')) {
          const stored = await PostModel.findOne({ clientKey: fields.clientKey }).lean<PostDoc>();
          if (stored) return { post: stored, isNew: false };
        }
        if (!isDuplicateKeyError(error, 'slug') || attempt === MAX_SLUG_TRIES) throw error;
      }
    }
  }

  /** Stores a new story with its picture. */
  async function publish(authorId: string, _id: Types.ObjectId, clientKey: string, input: PostInput) {
    const { blogTitle, blogLocation, blogImageAlt = '', draftKey } = input;
    const text = deriveStoryText(input, null);
    const draft = draftKey === undefined ? null : await drafts.find(authorId, draftKey);
    const blogImage = await media.accept({
      image: input.blogImage,
      owner: { kind: 'post', recordId: _id.toHexString() },
      current: null,
      transferFrom: draft ? [{ kind: 'draft', recordId: draft._id.toHexString() }] : [],
      field: 'blogImage',
    });
    const { post, isNew } = await insert({
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
     * Publishes a story; with a known `clientPostId` gives the stored one. Deletes the draft it was written in.
     *
     * @throws AppError 400 when no text is left without the markup, or for a picture that cannot be taken.
     */
    async create(authorId: string, input: PostInput): Promise<{ post: Post; isNew: boolean }> {
      const { clientPostId, draftKey } = input;
      const _id = new Types.ObjectId();
      const clientKey = clientKeyOf(authorId, clientPostId ?? _id.toHexString());
      const findExisting = async () => {
        const post =
          clientPostId === undefined ? null : await PostModel.findOne({ clientKey }).lean<PostDoc>();
        return post && { post, isNew: false };
      };
      const stored =
        (await findExisting()) ??
        (await publish(authorId, _id, clientKey, input).catch(async (error: unknown) => {
          // The same create in parallel may have taken the draft away, and its picture with it.
          const existing = await findExisting();
          if (existing) return existing;
          throw error;
        }));
      if (draftKey !== undefined) await drafts.remove(authorId, draftKey);
      return { post: await reader.present(stored.post, authorId), isNew: stored.isNew };
    },

    /**
     * Replaces the text, picture and location of one story. The slug stays, so shared links keep working.
     *
     * @throws AppError 404 when the story is gone, 403 when it is another's, 400 as in `create`.
     */
    async update(authorId: string, postId: string, input: PostInput): Promise<Post> {
      const before = await requireOwnPost(authorId, postId, 'change').catch((error: unknown) => {
        // What is invalid is told before what is missing or not allowed.
        deriveStoryText(input, null);
        media.validate(input.blogImage, 'blogImage');
        throw error;
      });
      const text = deriveStoryText(input, before);
      const draft = input.draftKey === undefined ? null : await drafts.find(authorId, input.draftKey);
      const blogImage = await media.accept({
        image: input.blogImage,
        owner: { kind: 'post', recordId: postId },
        current: before.blogImage ?? null,
        transferFrom: draft ? [{ kind: 'draft', recordId: draft._id.toHexString() }] : [],
        field: 'blogImage',
      });
      const isSamePicture = blogImage?.key === before.blogImage?.key;
      const after = await PostModel.findOneAndUpdate(
        { _id: postId, authorId },
        {
          $set: {
            ...text,
            blogTitle: input.blogTitle,
            blogLocation: input.blogLocation,
            // A picture that stays is not written: another request may have replaced it meanwhile.
            ...(isSamePicture ? {} : { blogImage }),
            blogImageAlt: input.blogImageAlt ?? before.blogImageAlt,
          },
        },
        { returnDocument: 'after' },
      ).lean<PostDoc>();
      if (!after) throw notFound('Post not found');
      if (before.blogImage && !isSamePicture) await media.discard([before.blogImage.key]);
      if (input.draftKey !== undefined) await drafts.remove(authorId, input.draftKey);
      return reader.present(after, authorId);
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
