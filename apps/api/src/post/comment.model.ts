import { type InferSchemaType, model, Schema, type Types } from 'mongoose';

const commentSchema = new Schema(
  {
    postId: { type: Schema.Types.ObjectId, ref: 'Post', required: true },
    authorId: { type: Schema.Types.ObjectId, ref: 'User', required: true },
    text: { type: String, required: true },
    /** `{authorId}:{clientCommentId}` if the client sent an id, so that a repeated request finds the stored comment. */
    clientKey: { type: String },
  },
  { timestamps: { createdAt: true, updatedAt: false } },
);
commentSchema.index({ postId: 1, createdAt: 1, _id: 1 }); // comments of a story, oldest first
commentSchema.index({ clientKey: 1 }, { unique: true, sparse: true }); // repeated requests

export type CommentDoc = InferSchemaType<typeof commentSchema> & { _id: Types.ObjectId };
export const CommentModel = model('Comment', commentSchema);
