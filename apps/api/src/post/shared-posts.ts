import type { SharedPost } from '@safarnama/contracts';
import mongoose, { type Types } from 'mongoose';
import type { MediaService } from '../media/media.service.js';
import type { UserService } from '../user/user.service.js';
import { type CardDoc, PostModel } from './post.model.js';
import { presentCardPicture } from './post.presenter.js';

const SHARED_FIELDS = 'slug blogTitle blogImage blogImageAlt firstPicture authorId';
type SharedDoc = Pick<
  CardDoc,
  '_id' | 'slug' | 'blogTitle' | 'blogImage' | 'blogImageAlt' | 'firstPicture' | 'authorId'
>;

interface SharedPostDeps {
  media: Pick<MediaService, 'urlOf'>;
  users: Pick<UserService, 'loadAuthors'>;
}

/** Looks up the stories that messages refer to. Every user can read every published story. */
export function createSharedPostService({ media, users }: SharedPostDeps) {
  return {
    /** Whether a story is published. */
    async exists(postId: string): Promise<boolean> {
      return (await PostModel.exists({ _id: postId })) !== null;
    },

    /** Loads stories in their current state, by id. Deleted and unpublished ones are missing. */
    async load(ids: readonly Types.ObjectId[]): Promise<ReadonlyMap<string, SharedPost>> {
      if (ids.length === 0) return new Map();
      const posts = await PostModel.find({ _id: mongoose.trusted({ $in: ids }) })
        .select(SHARED_FIELDS)
        .lean<SharedDoc[]>();
      if (posts.length === 0) return new Map();
      const authorOf = await users.loadAuthors(posts.map(({ authorId }) => authorId));
      return new Map(
        posts.map((post) => [
          post._id.toHexString(),
          {
            slug: post.slug,
            blogTitle: post.blogTitle,
            blogImage: presentCardPicture(post, media).blogImage,
            authorName: authorOf(post.authorId).fullName,
          },
        ]),
      );
    },
  };
}
export type SharedPostService = ReturnType<typeof createSharedPostService>;
