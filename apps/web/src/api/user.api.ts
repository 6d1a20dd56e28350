import type { PublicUser } from '@safarnama/contracts';
import { request } from '../lib/api-client.ts';

/** Looks up a user. ApiError 404 when there is no such user. */
export async function getById(id: string): Promise<PublicUser> {
  return (await request('GET /api/user/:id', { params: { id } })).user;
}
