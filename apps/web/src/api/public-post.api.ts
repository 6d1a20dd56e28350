import type { PublicPost } from '@safarnama/contracts';
import { request } from '../lib/api-client.ts';

/** A public story, for a guest. @throws ApiError 404 for any other story. */
export async function getPublicBySlug(slug: string): Promise<PublicPost> {
  return (await request('GET /api/public/post/:slug', { params: { slug } })).post;
}
