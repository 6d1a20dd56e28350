import { type Comment, commentSchema } from '@safarnama/contracts';
import * as z from 'zod/mini';
import { CommentModel } from '../src/post/comment.model.js';
import { PostModel } from '../src/post/post.model.js';
import { readAllPages } from './all-pages.js';
import type { SignedIn } from './sign-in.js';

type Client = Pick<SignedIn, 'agent'>;

export const buildCommentsPath = (postId: string) => `/api/post/${postId}/comments`;

/** Requests for the comments of one story. */
export const sendComment = ({ agent }: Client, postId: string, body: object) =>
  agent.post(buildCommentsPath(postId)).send(body);
export const editComment = ({ agent }: Client, postId: string, id: string, body: object) =>
  agent.put(`${buildCommentsPath(postId)}/${id}`).send(body);
export const removeComment = ({ agent }: Client, postId: string, id: string) =>
  agent.delete(`${buildCommentsPath(postId)}/${id}`);

/** Stores a reply through the API. */
export async function createReply(
  client: Client,
  postId: string,
  parentId: string,
  text: string,
): Promise<Comment> {
  const response = await sendComment(client, postId, { text, parentId });
  if (response.status !== 201) throw new Error(`reply responded ${response.status}: ${response.text}`);
  return z.parse(commentSchema, response.body.comment);
}

/** Lists all comments of a story through the API. */
export async function listComments(client: Client, postId: string): Promise<Comment[]> {
  const { rows } = await readAllPages<Comment>(client, buildCommentsPath(postId), 'comments', { limit: 100 });
  return rows;
}

/** Reads the comment counter of a story, and the number of its stored comments. */
export async function readCommentCounts(postId: string) {
  const post = await PostModel.findById(postId).lean();
  return { counted: post?.comments, rows: await CommentModel.countDocuments({ postId }) };
}
