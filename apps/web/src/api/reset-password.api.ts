import type { ResetPasswordInput } from '@safarnama/contracts';
import { request } from '../lib/api-client.ts';

/** Sets a new password with the reset link that the operator sent. */
export async function resetPassword(body: ResetPasswordInput): Promise<void> {
  await request('POST /api/auth/reset-password', { body });
}
