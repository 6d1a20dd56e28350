import type { Request } from 'express';
import type { SessionService } from '../auth/session.service.js';
import type { AuthCookie } from '../http/auth-cookie.js';
import { within } from '../lib/within.js';
import type { PostReader } from '../post/post-reader.js';

/** The page does not wait longer for the picture; without it, the app finds the picture by itself. */
const MAX_WAIT_MS = 100;

interface LeadPictureDeps {
  sessions: Pick<SessionService, 'identify'>;
  cookie: Pick<AuthCookie, 'read'>;
  reader: Pick<PostReader, 'findLeadPicture'>;
  isDatabaseUp(): boolean;
}

/** Finds the URL of the picture at the top of home, for a request with a live session; an empty string for none. */
export type FindLeadPicture = (req: Request) => Promise<string>;

/**
 * Creates the lookup of that picture. The page preloads it, so that browsers can load it before the app and the list of
 * stories.
 */
export function createLeadPictureFinder({
  sessions,
  cookie,
  reader,
  isDatabaseUp,
}: LeadPictureDeps): FindLeadPicture {
  async function find(token: string): Promise<string> {
    return (await sessions.identify(token)) ? reader.findLeadPicture() : '';
  }

  return async (req) => {
    const token = cookie.read(req);
    if (token === null || !isDatabaseUp()) return '';
    // The app reports a failure of the database with its own requests.
    const picture = find(token).catch(() => '');
    return within(picture, MAX_WAIT_MS, '');
  };
}
