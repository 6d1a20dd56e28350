import { request } from '../lib/api-client.ts';

/** Stories to read after the given one, at most six. */
export function listRelated(postId: string) {
  return request('GET /api/post/:id/related', { params: { id: postId } });
}
