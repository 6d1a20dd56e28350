import { X } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { FRAME_STRINGS } from '../components/frame-strings.ts';
import { useFocusLost } from '../components/use-focus-lost.ts';
import { useNow } from '../components/use-now.ts';
import { paths } from '../config/paths.ts';
import { type SignInNotice as Notice, useSignInNoticeStore } from '../stores/sign-in-notice.store.ts';

/**
 * Notice of the latest sign-in on another device, shown until it is dismissed or the list of sessions is opened, in any
 * tab. It has a row of its own, so that it does not cover anything.
 */
export function SignInNotice() {
  const { pathname } = useLocation();
  const { notices, dismiss, clear } = useSignInNoticeStore();
  const isListOpen = pathname === paths.sessions;
  const hasNotices = notices.length > 0;
  useEffect(() => {
    if (isListOpen && hasNotices) clear();
  }, [isListOpen, hasNotices, clear]);

  const notice = isListOpen ? undefined : notices.at(-1);
  return (
    // Announces a new notice, but not the update of its time every minute.
    <div role="status" aria-relevant="additions">
      {notice && (
        <NoticeRow key={notice.sessionId} notice={notice} onDismiss={() => dismiss(notice.sessionId)} />
      )}
    </div>
  );
}

function NoticeRow({ notice, onDismiss }: { notice: Notice; onDismiss: () => void }) {
  const now = useNow();
  const row = useFocusLost<HTMLDivElement>();
  return (
    <div ref={row} className="sign-in-notice bg-indigo-wash text-ink text-sm">
      <div className="site flex min-h-banner items-center gap-2">
        <p className="min-w-0 flex-1 leading-tight">
          {notice.describe(now)}{' '}
          <Link to={paths.sessions} className="link inline-block min-h-6">
            {FRAME_STRINGS.wasThisYou}
          </Link>
        </p>
        <button
          type="button"
          className="button-icon -my-1 -me-3"
          aria-label={FRAME_STRINGS.dismiss}
          onClick={onDismiss}
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>
    </div>
  );
}
