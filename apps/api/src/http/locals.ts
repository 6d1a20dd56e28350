import type { Logger } from 'pino';
import type { Identity } from './identity.js';

declare global {
  namespace Express {
    /** What handlers store in `res.locals` for those that run after them. */
    interface Locals {
      /** Set on every request. */
      logger: Logger;
      /** Set on every request. */
      requestId: string;
      /** The signed-in user. */
      me?: Identity;
      /** Whether the session of the cookie was ended early rather than expired; only without `me`. */
      wasSessionRevoked?: boolean;
      /** On the page of a story: whether the reader has no session. Unset if that is unknown. */
      isGuest?: boolean;
      /** Renders the page that is sent instead of a temporary error. */
      renderErrorPage?: () => string;
      /** Whether an error that nothing foresaw has ended the request. */
      isUnexpectedError?: boolean;
      /** The email address of a request that signs in. */
      loginEmail?: string;
    }
  }
}
