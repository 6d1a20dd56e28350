import type { SessionStarted } from '@safarnama/contracts';
import { openTabChannel } from '../../lib/tab-channel.ts';
import { useSignInNoticeStore } from '../../stores/sign-in-notice.store.ts';
import { describeBrowser } from './describe-browser.ts';
import { formatAgo } from './format-ago.ts';
import { SESSION_STRINGS } from './session-strings.ts';

const dismissals = openTabChannel<string>('safarnama-sign-in-notices', (sessionId) =>
  useSignInNoticeStore.getState().dismiss(sessionId),
);

// A notice that the user dismisses or follows in one tab disappears in all tabs.
useSignInNoticeStore.subscribe(({ notices }, { notices: previous }) => {
  for (const notice of previous) if (!notices.includes(notice)) dismissals.post(notice.sessionId);
});

/** Shows a notice of a sign-in on another device; it appears on every page. */
export function notifySession({ sessionId, userAgent, createdAt }: SessionStarted): void {
  const describe = (now: number) =>
    SESSION_STRINGS.newSignIn({
      device: describeBrowser(userAgent).name,
      ago: formatAgo(createdAt, now),
    });
  useSignInNoticeStore.getState().add({ sessionId, describe });
}
