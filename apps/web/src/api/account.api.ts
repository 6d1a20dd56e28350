import type { Privacy, Session } from '@safarnama/contracts';
import { request } from '../lib/api-client.ts';

/*
 * Settings of the account. Separate from `auth.api.ts`, which every first visit loads.
 */

/** The user's privacy settings. */
export function fetchPrivacy(): Promise<Privacy> {
  return request('GET /api/auth/privacy', {});
}

export function updatePrivacy(body: Privacy): Promise<Privacy> {
  return request('PUT /api/auth/privacy', { body });
}

/** The user's active sessions, newest sign-in first. */
export async function listSessions(): Promise<Session[]> {
  return (await request('GET /api/auth/sessions', {})).sessions;
}

export async function endSession(id: string): Promise<void> {
  await request('DELETE /api/auth/sessions/:id', { params: { id } });
}

export async function endOtherSessions(): Promise<void> {
  await request('POST /api/auth/logout-others', {});
}
