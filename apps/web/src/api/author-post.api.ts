import type { AuthorPage, CardPage } from '@safarnama/contracts';
import { request } from '../lib/api-client.ts';
import { cardQuery } from './post.api.ts';

type AuthorCardPage = CardPage & Pick<AuthorPage, 'author' | 'places'>;

/**
 * One page of an author's stories as cards, with the author and their places.
 *
 * @throws ApiError 404 when there is no such user.
 */
export async function listByAuthor(
  userId: string,
  cursor: string | null,
  count?: number,
): Promise<AuthorCardPage> {
  const page = await request('GET /api/post/by-author/:userId', {
    params: { userId },
    query: cardQuery(cursor, count),
  });
  return page as AuthorCardPage;
}
