import type { SessionStarted } from '@safarnama/contracts';
import { X } from 'lucide-react';
import toast from 'react-hot-toast';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { describeBrowser } from './describe-browser.ts';
import { formatAgo } from './format-ago.ts';
import { SESSION_STRINGS } from './strings.ts';

/** Long enough to read the toast and reach its link by keyboard. The list marks new sign-ins in any case. */
const TOAST_DURATION_MS = 30_000;

/** Shows a toast on any page: another device has signed in, with a link to the list of sessions. */
export function notifySession({ sessionId, userAgent, createdAt }: SessionStarted): void {
  const text = SESSION_STRINGS.newSignIn(describeBrowser(userAgent).name, formatAgo(createdAt, Date.now()));
  toast(
    ({ id }) => (
      <div className="flex items-start gap-2">
        <div className="min-w-0">
          <p>{text}</p>
          <Link to={paths.sessions} className="link inline-block py-1" onClick={() => toast.dismiss(id)}>
            {SESSION_STRINGS.review}
          </Link>
        </div>
        <button
          type="button"
          className="button-icon -my-1.5 -me-3"
          aria-label={SESSION_STRINGS.dismiss}
          onClick={() => toast.dismiss(id)}
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>
    ),
    // The id prevents a second toast for the same session.
    { id: `session-${sessionId}`, duration: TOAST_DURATION_MS },
  );
}
