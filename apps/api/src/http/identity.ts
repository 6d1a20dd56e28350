import { USER_ID_HEADER } from '@safarnama/contracts';
import type { Request } from 'express';

/** The user and session that a request is made with. */
export interface Identity {
  userId: string;
  sessionId: string;
  /** When the user signed in with this session. */
  signedInAt: Date;
}

/**
 * Whether the request names another user in `USER_ID_HEADER`. All tabs of a browser share one cookie: what one user has
 * written must not be saved under the account that has signed in since.
 */
export function isMeantForOtherUser(req: Request, { userId }: Identity): boolean {
  const namedUserId = req.get(USER_ID_HEADER);
  return namedUserId !== undefined && namedUserId !== userId;
}
