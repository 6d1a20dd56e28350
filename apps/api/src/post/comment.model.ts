import { type InferSchemaType, model, Schema, type Types } from 'mongoose';

const commentSchema = new Schema(
  {
    postId: { type: Schema.Types.ObjectId, ref: 'Post', required: true },
    /** Missing once the comment is deleted. */
    authorId: { type: Schema.Types.ObjectId, ref: 'User' },
    /** Empty once the comment is deleted. */
    text: { type: String, required: true },
    /** The comment that this one replies to; missing for a comment on the story, and in those of older versions. */
    parentId: { type: Schema.Types.ObjectId, ref: 'Comment' },
    /** When the text was last changed; missing for the original text. */
    editedAt: { type: Date },
    /** When it was deleted, while it stays because of its replies. */
    deletedAt: { type: Date },
    /** Incremented after each new reply, so that a deleted comment is not removed at the same time. */
    threadVersion: { type: Number },
    /** `{authorId}:{clientCommentId}` if the client sent an id, so that a repeated request finds the stored comment. */
    clientKey: { type: String },
    /** Removed once its notifications are stored, or deleted with it; missing in records of older versions. */
    notificationPendingSince: { type: Date, default: Date.now },
  },
  { timestamps: { createdAt: true, updatedAt: false } },
);
commentSchema.index({ postId: 1, createdAt: 1, _id: 1 }); // comments of a story, oldest first
commentSchema.index({ postId: 1, deletedAt: 1 }); // number of deleted comments of a story
commentSchema.index({ parentId: 1 }, { sparse: true }); // replies to a comment
commentSchema.index({ deletedAt: 1 }, { sparse: true }); // daily check of deleted comments
commentSchema.index({ clientKey: 1 }, { unique: true, sparse: true }); // repeated requests
commentSchema.index({ notificationPendingSince: 1 }, { sparse: true }); // interrupted notifications

export type CommentDoc = InferSchemaType<typeof commentSchema> & { _id: Types.ObjectId };
export const CommentModel = model('Comment', commentSchema);
