import type { FollowResponse, PublicUser } from '@safarnama/contracts';
import { request } from '../lib/api-client.ts';

/** Looks up a user. @throws ApiError 404 when there is no such user. */
export async function getById(id: string): Promise<PublicUser> {
  return (await request('GET /api/user/:id', { params: { id } })).user;
}

export function setFollow(id: string, isFollowed: boolean): Promise<FollowResponse> {
  return request(isFollowed ? 'PUT /api/user/:id/follow' : 'DELETE /api/user/:id/follow', { params: { id } });
}
