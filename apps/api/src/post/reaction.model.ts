import { model, Schema } from 'mongoose';

/** Creates the schema of a user's like or bookmark of a story. */
function createReactionSchema() {
  return new Schema(
    {
      userId: { type: Schema.Types.ObjectId, ref: 'User', required: true },
      postId: { type: Schema.Types.ObjectId, ref: 'Post', required: true },
    },
    { timestamps: { createdAt: true, updatedAt: false } },
  );
}

const likeSchema = createReactionSchema().add({
  /** Removed once its notifications are stored; missing in records of older versions. */
  notificationPendingSince: { type: Date, default: Date.now },
});
likeSchema.index({ userId: 1, postId: 1 }, { unique: true }); // one like per user; likedByMe of a page
likeSchema.index({ postId: 1, createdAt: -1, _id: -1 }); // likes of a story, newest first
likeSchema.index({ notificationPendingSince: 1 }, { sparse: true }); // interrupted notifications
export const LikeModel = model('Like', likeSchema);

const bookmarkSchema = createReactionSchema();
bookmarkSchema.index({ userId: 1, postId: 1 }, { unique: true }); // one bookmark per user; bookmarkedByMe of a page
bookmarkSchema.index({ userId: 1, _id: -1 }); // a user's bookmarks, newest first
bookmarkSchema.index({ postId: 1 }); // bookmarks of a deleted story
export const BookmarkModel = model('Bookmark', bookmarkSchema);

export type PostReactionModel = typeof LikeModel | typeof BookmarkModel;
