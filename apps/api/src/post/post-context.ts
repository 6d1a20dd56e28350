import mongoose, { type Types } from 'mongoose';
import { batchReads } from '../lib/coalesce.js';
import type { MediaService } from '../media/media.service.js';
import type { UserService } from '../user/user.service.js';
import type { CardDoc } from './post.model.js';
import type { PostContext } from './post.presenter.js';
import { BookmarkModel, LikeModel, type PostReactionModel } from './reaction.model.js';

/** Maximum number of lookups in one query, which searches the index for each user with each story. */
const MAX_REACTION_LOOKUPS = 10;
const NO_IDS: ReadonlySet<string> = new Set();

type PostRef = Pick<CardDoc, '_id' | 'authorId'>;
export type AuthorOf = Awaited<ReturnType<UserService['loadAuthors']>>;

interface ReactionLookup {
  userId: string;
  postIds: readonly Types.ObjectId[];
}

/** Finds which of some stories a user has liked or bookmarked. Batches concurrent lookups into one query. */
function createReactionLookup(model: PostReactionModel) {
  return batchReads<ReactionLookup, ReadonlySet<string>>(
    async (lookups) => {
      // The cast is safe: the two models differ in name only.
      const reactions = await (model as typeof LikeModel)
        .find({
          userId: mongoose.trusted({ $in: [...new Set(lookups.map(({ userId }) => userId))] }),
          postId: mongoose.trusted({
            $in: [...new Set(lookups.flatMap(({ postIds }) => postIds.map((id) => id.toHexString())))],
          }),
        })
        .select('userId postId')
        .lean();
      const postIdsByUser = new Map<string, Set<string>>();
      for (const { userId, postId } of reactions) {
        const ids = postIdsByUser.get(userId.toHexString()) ?? new Set();
        postIdsByUser.set(userId.toHexString(), ids.add(postId.toHexString()));
      }
      return lookups.map(({ userId }) => postIdsByUser.get(userId) ?? NO_IDS);
    },
    { maxKeys: MAX_REACTION_LOOKUPS },
  );
}

export interface ContextDeps {
  media: Pick<MediaService, 'urlOf' | 'withUrls'>;
  users: Pick<UserService, 'loadAuthors'>;
}

/** Creates a loader of what the presenters need besides the stories: authors, and the viewer's likes and bookmarks. */
export function createContextLoader({ media, users }: ContextDeps) {
  const findLiked = createReactionLookup(LikeModel);
  const findBookmarked = createReactionLookup(BookmarkModel);

  /**
   * Loads the context of a whole page at once.
   *
   * @param authors - the authors of the stories, if the caller has already loaded them.
   * @returns a function from a story of the page to its context.
   */
  return async function loadContext(
    posts: readonly PostRef[],
    viewerId: string,
    authors?: AuthorOf,
  ): Promise<(post: PostRef) => PostContext> {
    const lookup = { userId: viewerId, postIds: posts.map((post) => post._id) };
    const [authorOf, liked, bookmarked] = await Promise.all([
      authors ?? users.loadAuthors(posts.map(({ authorId }) => authorId)),
      findLiked(lookup),
      findBookmarked(lookup),
    ]);
    return (post) => ({
      author: authorOf(post.authorId),
      likedByMe: liked.has(post._id.toHexString()),
      bookmarkedByMe: bookmarked.has(post._id.toHexString()),
      media,
    });
  };
}
