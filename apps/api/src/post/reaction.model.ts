import { model, Schema } from 'mongoose';

/** One person's like or bookmark of one story. */
function reactionSchema() {
  return new Schema(
    {
      userId: { type: Schema.Types.ObjectId, ref: 'User', required: true },
      postId: { type: Schema.Types.ObjectId, ref: 'Post', required: true },
    },
    { timestamps: { createdAt: true, updatedAt: false } },
  );
}

const likeSchema = reactionSchema();
likeSchema.index({ userId: 1, postId: 1 }, { unique: true }); // one like a person; likedByMe of a page
likeSchema.index({ postId: 1 }); // the likes of a deleted story
export const LikeModel = model('Like', likeSchema);

const bookmarkSchema = reactionSchema();
bookmarkSchema.index({ userId: 1, postId: 1 }, { unique: true }); // one a person; bookmarkedByMe of a page
bookmarkSchema.index({ userId: 1, _id: -1 }); // one's bookmarks, latest first
bookmarkSchema.index({ postId: 1 }); // the bookmarks of a deleted story
export const BookmarkModel = model('Bookmark', bookmarkSchema);

export type PostReactionModel = typeof LikeModel | typeof BookmarkModel;
