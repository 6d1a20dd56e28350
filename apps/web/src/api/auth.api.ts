import type {
  BodyOf,
  LoginInput,
  Privacy,
  ResetPasswordInput,
  Session,
  SignupInput,
  User,
} from '@safarnama/contracts';
import { request } from '../lib/api-client.ts';

export function signup(body: SignupInput): Promise<User> {
  return request('POST /api/auth/signup', { body, expects401: true });
}

export function login(body: LoginInput): Promise<User> {
  return request('POST /api/auth/login', { body, expects401: true });
}

export function checkAuth(): Promise<User> {
  return request('GET /api/auth/check-auth', { expects401: true });
}

export async function logout(): Promise<void> {
  await request('POST /api/auth/logout', { expects401: true });
}

export function updateProfile(body: BodyOf<'PUT /api/auth/update-profile'>): Promise<User> {
  return request('PUT /api/auth/update-profile', { body });
}

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

/** Sets a new password with the reset link that the operator sent. */
export async function resetPassword(body: ResetPasswordInput): Promise<void> {
  await request('POST /api/auth/reset-password', { body });
}
