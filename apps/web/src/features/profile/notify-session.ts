import type { SessionStarted } from '@safarnama/contracts';
import { useSignInNoticeStore } from '../../stores/sign-in-notice.store.ts';
import { describeBrowser } from './describe-browser.ts';
import { formatAgo } from './format-ago.ts';
import { SESSION_STRINGS } from './session-strings.ts';

/** Shows a notice of a sign-in on another device; it appears on every page. */
export function notifySession({ sessionId, userAgent, createdAt }: SessionStarted): void {
  const describe = (now: number) =>
    SESSION_STRINGS.newSignIn({
      device: describeBrowser(userAgent).name,
      ago: formatAgo(createdAt, now),
    });
  useSignInNoticeStore.getState().add({ sessionId, describe });
}
