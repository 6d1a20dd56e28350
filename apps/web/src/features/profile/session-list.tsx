import type { Session, User } from '@safarnama/contracts';
import { Laptop, type LucideIcon, MonitorSmartphone, Smartphone, Tablet } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { focusNextRow } from '../../components/focus-next-row.ts';
import { LoadFailure } from '../../components/load-failure.tsx';
import { toast } from '../../components/toast.ts';
import { toastFailure } from '../../components/toast-failure.tsx';
import { useBusy } from '../../components/use-busy.ts';
import { useFocusLost } from '../../components/use-focus-lost.ts';
import { useOnReconnect } from '../../components/use-is-online.ts';
import { useNow } from '../../components/use-now.ts';
import { errorMessage } from '../../lib/api-client.ts';
import { formatMessageTime } from '../../lib/format-date.ts';
import { useSessionStore } from '../../stores/session.store.ts';
import { trackUser } from '../../stores/track-user.ts';
import { type BrowserDescription, describeBrowser } from './describe-browser.ts';
import { formatAgo } from './format-ago.ts';
import { readLastKnownSignIn, saveLastKnownSignIn } from './last-known-sign-in.ts';
import { SESSION_STRINGS } from './session-strings.ts';

const ICONS: Record<BrowserDescription['kind'], LucideIcon> = {
  phone: Smartphone,
  tablet: Tablet,
  computer: Laptop,
  unknown: MonitorSmartphone,
};
/** Placeholder rows: this device, then two others. */
const SKELETONS = [['own'], ['first', 'second']];

/** The user's sessions: this device, then the others with buttons to sign them out. */
export function SessionList({ user }: { user: User }) {
  const { sessions, error, load } = useSessions();
  const newSince = useNewSince(user, sessions);

  if (sessions === null && error !== null) {
    return (
      <div className="card p-5">
        <LoadFailure message={errorMessage(error, SESSION_STRINGS.loadFailed)} onRetry={load} />
      </div>
    );
  }
  if (sessions === null) return <SessionSkeleton />;
  const own = sessions.find(({ current }) => current);
  const others = sessions.filter(({ current }) => !current);
  return (
    <div className="grid grid-cols-1 gap-10">
      {own && (
        <section>
          <h2 className="text-2xl">{SESSION_STRINGS.thisDevice}</h2>
          <div className="card @container mt-4 p-4 sm:p-5">
            <SessionDetails session={own} />
          </div>
        </section>
      )}
      <OtherSessions sessions={others} newSince={newSince} />
    </div>
  );
}

/** Loads the sessions and refreshes them when the tab becomes visible or reconnects. Resets the store on unmount. */
function useSessions() {
  const sessions = useSessionStore((state) => state.sessions);
  const error = useSessionStore((state) => state.error);
  const load = useSessionStore((state) => state.load);

  useEffect(() => {
    const store = useSessionStore.getState();
    void store.load();
    const handleVisible = () => {
      if (document.visibilityState === 'visible') void store.refresh();
    };
    document.addEventListener('visibilitychange', handleVisible);
    return () => {
      document.removeEventListener('visibilitychange', handleVisible);
      store.reset();
    };
  }, []);
  useOnReconnect(true, () => {
    if (sessions === null) void load();
    else void useSessionStore.getState().refresh();
  });
  return { sessions, error, load };
}

/**
 * Returns the time of the latest sign-in listed on an earlier visit, or else of this sign-in. Later sign-ins are new.
 */
function useNewSince(user: User, sessions: readonly Session[] | null): string {
  const [lastKnown] = useState(() => readLastKnownSignIn('list', user._id));
  const latest = sessions?.[0]?.createdAt;
  useEffect(() => {
    if (latest !== undefined) saveLastKnownSignIn('list', user._id, latest);
  }, [user._id, latest]);
  return lastKnown ?? sessions?.find(({ current }) => current)?.createdAt ?? '';
}

interface OtherSessionsProps {
  sessions: readonly Session[];
  newSince: string;
}

function OtherSessions({ sessions, newSince }: OtherSessionsProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);

  const focusHeading = () => heading.current?.focus();
  const closeDialog = () => {
    // Synchronously, because nothing behind an open dialog can have the focus.
    flushSync(() => setIsConfirming(false));
    // The button has been removed, because other sessions have ended.
    if (document.activeElement === document.body) focusHeading();
  };
  const handleSignOut = async (session: Session) => {
    const isSessionOver = trackUser();
    try {
      await useSessionStore.getState().end(session._id);
    } catch (error) {
      if (!isSessionOver()) toastFailure(errorMessage(error, SESSION_STRINGS.signOutFailed));
      return;
    }
    if (isSessionOver()) return;
    toast.success(SESSION_STRINGS.signedOut({ device: describeBrowser(session.userAgent).name }));
  };
  const handleSignOutOthers = async (isOpen: () => boolean) => {
    const isSessionOver = trackUser();
    const close = () => {
      if (isOpen()) closeDialog();
    };
    try {
      await useSessionStore.getState().endOthers();
    } catch (error) {
      if (isSessionOver()) return;
      close();
      toastFailure(errorMessage(error, SESSION_STRINGS.signOutFailed));
      return;
    }
    if (isSessionOver()) return;
    close();
    toast.success(SESSION_STRINGS.othersSignedOut);
  };
  return (
    <section>
      <h2 ref={heading} tabIndex={-1} className="text-2xl">
        {SESSION_STRINGS.others}
      </h2>
      <div className="card @container mt-4">
        {sessions.length === 0 ? (
          <p className="p-5">{SESSION_STRINGS.noOtherSessions}</p>
        ) : (
          <ul className="divide-y divide-line">
            {sessions.map((session) => (
              <OtherSession
                key={session._id}
                session={session}
                isNew={session.createdAt > newSince}
                onSignOut={() => handleSignOut(session)}
                onLastFocusLost={focusHeading}
              />
            ))}
          </ul>
        )}
      </div>
      {sessions.length > 1 && (
        <SignOutOthersButton onClick={() => setIsConfirming(true)} onFocusLost={focusHeading} />
      )}
      {isConfirming && (
        <ConfirmDialog
          title={SESSION_STRINGS.confirmTitle}
          text={SESSION_STRINGS.confirmText({ count: sessions.length })}
          cancelLabel={SESSION_STRINGS.cancelSignOut}
          confirmLabel={SESSION_STRINGS.signOutOthers}
          onClose={closeDialog}
          onConfirm={handleSignOutOthers}
        />
      )}
    </section>
  );
}

function SignOutOthersButton({ onClick, onFocusLost }: { onClick: () => void; onFocusLost: () => void }) {
  const button = useFocusLost<HTMLButtonElement>(onFocusLost);
  return (
    <button ref={button} type="button" className="button button-danger mt-5" onClick={onClick}>
      {SESSION_STRINGS.signOutOthers}
    </button>
  );
}

interface OtherSessionProps {
  session: Session;
  isNew: boolean;
  onSignOut: () => Promise<void>;
  /** Called when this is the only row and disappears with the focus. */
  onLastFocusLost: () => void;
}

function OtherSession({ session, isNew, onSignOut, onLastFocusLost }: OtherSessionProps) {
  const row = useFocusLost<HTMLLIElement>((element) => focusNextRow(element, onLastFocusLost));
  const [isBusy, signOut] = useBusy(onSignOut);
  const { name } = describeBrowser(session.userAgent);
  return (
    <li ref={row} className="flex flex-wrap items-center gap-x-5 gap-y-4 p-4 sm:p-5">
      <div className="min-w-0 flex-1 basis-60">
        <SessionDetails session={session} isNew={isNew} />
      </div>
      <button
        type="button"
        className="button button-quiet @max-[18rem]:ms-0 @min-[28rem]:ms-0 ms-14"
        aria-label={SESSION_STRINGS.signOutOf({
          device: name,
          time: formatMessageTime(session.createdAt),
        })}
        aria-disabled={isBusy}
        onClick={() => void signOut()}
      >
        {SESSION_STRINGS.signOut}
      </button>
    </li>
  );
}

/** Device, last use and sign-in time of a session. */
function SessionDetails({ session, isNew = false }: { session: Session; isNew?: boolean }) {
  const now = useNow();
  const { name, kind } = describeBrowser(session.userAgent);
  const Icon = ICONS[kind];
  return (
    <div className="flex items-start gap-3 sm:gap-4">
      {/* Hidden at large text sizes, where the text needs the width. */}
      <span className="grid @max-[18rem]:hidden size-11 flex-none place-items-center rounded-full bg-paper-sunk text-ink-soft">
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="min-w-0">
        <p className="wrap-anywhere flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
          {name}
          {isNew && (
            <span className="rounded-full bg-marigold px-2.5 py-0.5 text-on-marigold text-xs forced-colors:border">
              {SESSION_STRINGS.isNew}
            </span>
          )}
        </p>
        {session.current ? (
          <p className="mt-0.5 text-online text-sm">{SESSION_STRINGS.now}</p>
        ) : (
          <p className="mt-0.5 flex flex-wrap gap-x-2 text-sm">
            <span>{SESSION_STRINGS.lastUsed({ ago: formatAgo(session.lastSeenAt, now) })}</span>
            <time dateTime={session.lastSeenAt} className="text-ink-soft @max-[28rem]:text-xs">
              {formatMessageTime(session.lastSeenAt)}
            </time>
          </p>
        )}
        <p className="flex flex-wrap gap-x-1 text-ink-soft text-sm @max-[28rem]:text-xs">
          {SESSION_STRINGS.signedIn({
            time: () => <time dateTime={session.createdAt}>{formatMessageTime(session.createdAt)}</time>,
          })}
        </p>
      </div>
    </div>
  );
}

function SessionSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        {SESSION_STRINGS.loading}
      </p>
      <div aria-hidden className="grid grid-cols-1 gap-10">
        {SKELETONS.map((rows) => (
          <div key={rows[0]}>
            <div className="skeleton h-8 w-40" />
            <div className="card mt-4 divide-y divide-line">
              {rows.map((row) => (
                <div key={row} className="flex items-start gap-3 p-4 sm:gap-4 sm:p-5">
                  <div className="skeleton size-11 flex-none !rounded-full" />
                  <div className="min-w-0 flex-1">
                    <div className="skeleton h-6 max-w-44" />
                    <div className="skeleton mt-1 h-5 max-w-64" />
                    <div className="skeleton mt-1 h-5 max-w-52" />
                  </div>
                </div>
              ))}
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
