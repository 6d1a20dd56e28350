import type { BodyOf, LoginInput, SignupInput, User } from '@safarnama/contracts';
import { request, userIdHeaders } from '../lib/api-client.ts';

export function signup(body: SignupInput): Promise<User> {
  return request('POST /api/auth/signup', { body, expects401: true });
}

export function login(body: LoginInput): Promise<User> {
  return request('POST /api/auth/login', { body, expects401: true });
}

export function checkAuth(): Promise<User> {
  return request('GET /api/auth/check-auth', { expects401: true });
}

/** @throws ApiError 401 when another user has signed in since, in another tab. */
export async function logout(): Promise<void> {
  await request('POST /api/auth/logout', { headers: userIdHeaders(), expects401: true });
}

/** @param upload - for a body with a picture: its signal replaces the timeout. */
export function updateProfile(
  body: BodyOf<'PUT /api/auth/update-profile'>,
  upload?: { signal: AbortSignal; onProgress: (sent: number) => void },
): Promise<User> {
  return request('PUT /api/auth/update-profile', { body, ...upload });
}
