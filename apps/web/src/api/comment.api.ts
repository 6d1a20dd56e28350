import type { Comment, CommentInput, CommentPage } from '@safarnama/contracts';
import { request } from '../lib/api-client.ts';

/** One page of comments, oldest first; a page of the default length without a `limit`. */
export function list(postId: string, cursor: string | null, limit?: number): Promise<CommentPage> {
  return request('GET /api/post/:id/comments', {
    params: { id: postId },
    query: {
      ...(cursor !== null && { cursor }),
      ...(limit !== undefined && { limit: String(limit) }),
    },
  });
}

/** Adds a comment. Repeating a `clientCommentId` returns the stored comment with its stored text. */
export async function add(postId: string, body: CommentInput): Promise<Comment> {
  const options = { params: { id: postId }, body };
  return (await request('POST /api/post/:id/comments', options)).comment;
}

/** Changes the text of a comment. */
export async function edit(postId: string, commentId: string, text: string): Promise<Comment> {
  const options = { params: { id: postId, commentId }, body: { text } };
  return (await request('PUT /api/post/:id/comments/:commentId', options)).comment;
}

export async function remove(postId: string, commentId: string): Promise<void> {
  const params = { id: postId, commentId };
  await request('DELETE /api/post/:id/comments/:commentId', { params });
}
