import type { Author, Comment } from '@safarnama/contracts';
import type { Types } from 'mongoose';
import type { CommentDoc } from './comment.model.js';

/**
 * Turns a stored comment into a response. Comments of older versions lack the fields of replies, edits and deletions.
 */
export function presentComment(comment: CommentDoc, authorOf: (id: Types.ObjectId) => Author): Comment {
  const { _id, text, createdAt, authorId, parentId, editedAt, deletedAt } = comment;
  return {
    _id: _id.toHexString(),
    text,
    createdAt: createdAt.toISOString(),
    authorId: authorId ? authorOf(authorId) : null,
    parentId: parentId?.toHexString() ?? null,
    editedAt: editedAt?.toISOString() ?? null,
    deletedAt: deletedAt?.toISOString() ?? null,
  };
}
