import type { PublicUser } from '@safarnama/contracts';
import { useRef } from 'react';
import * as messageApi from '../../api/message.api.ts';
import { Avatar } from '../../components/avatar.tsx';
import { focusNextRow } from '../../components/focus-next-row.ts';
import { LoadFailure } from '../../components/load-failure.tsx';
import { MoreButton } from '../../components/more-button.tsx';
import { toast } from '../../components/toast.ts';
import { toastFailure } from '../../components/toast-failure.tsx';
import { useBusy } from '../../components/use-busy.ts';
import { useFocusLost } from '../../components/use-focus-lost.ts';
import { usePages } from '../../components/use-pages.ts';
import { errorMessage } from '../../lib/api-client.ts';
import { guessLanguage } from '../../lib/text.ts';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { trackUser } from '../../stores/track-user.ts';
import { PROFILE_STRINGS } from './strings.ts';

/** The list of blocked users, most recently blocked first, each with an Unblock button. */
export function BlockedUsers() {
  const { users, hasMore, isLoading, error, loadNext, unblock } = useBlockedUsers();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <div aria-busy={isLoading}>
      <h3 ref={heading} tabIndex={-1} className="text-xl">
        {PROFILE_STRINGS.privacy.blockedTitle}
      </h3>
      <p className="mt-0.5 text-ink-soft text-sm">{PROFILE_STRINGS.privacy.blockedHint}</p>
      {users.length > 0 && (
        <ul className="mt-3 divide-y divide-line">
          {users.map((user) => (
            <BlockedRow
              key={user._id}
              user={user}
              onUnblock={() => unblock(user)}
              onLastFocusLost={() => heading.current?.focus()}
            />
          ))}
        </ul>
      )}
      <div className="mt-3 empty:hidden">
        {error !== null ? (
          <LoadFailure
            message={errorMessage(error, PROFILE_STRINGS.privacy.blockedFailed)}
            onRetry={loadNext}
          />
        ) : isLoading && users.length === 0 ? (
          <BlockedSkeleton />
        ) : hasMore ? (
          <MoreButton
            isLoading={isLoading}
            label={PROFILE_STRINGS.privacy.moreBlocked}
            loadingLabel={PROFILE_STRINGS.privacy.loadingBlocked}
            onLoad={() => void loadNext()}
          />
        ) : (
          users.length === 0 && <p>{PROFILE_STRINGS.privacy.noneBlocked}</p>
        )}
      </div>
    </div>
  );
}

function useBlockedUsers() {
  const { rows, setRows, ...pages } = usePages(
    async (cursor) => {
      const { users, nextCursor } = await messageApi.listBlocked(cursor);
      return { rows: users, nextCursor };
    },
    ({ _id }) => _id,
  );

  const unblock = async ({ _id, fullName }: PublicUser) => {
    const isSessionOver = trackUser();
    try {
      await messageApi.setBlocked(_id, false);
      // The next user may have blocked the same person.
      if (isSessionOver()) return;
      useChatStore.getState().applyBlock(_id, false);
      setRows((previous) => previous.filter((user) => user._id !== _id));
      toast.success(PROFILE_STRINGS.privacy.unblocked({ name: fullName }));
    } catch (cause) {
      if (!isSessionOver()) toastFailure(errorMessage(cause, PROFILE_STRINGS.privacy.unblockFailed));
    }
  };
  return { ...pages, users: rows, unblock };
}

interface BlockedRowProps {
  user: PublicUser;
  onUnblock: () => Promise<void>;
  /** Called when this is the only row and disappears with the focus. */
  onLastFocusLost: () => void;
}

function BlockedRow({ user, onUnblock, onLastFocusLost }: BlockedRowProps) {
  const row = useFocusLost<HTMLLIElement>((element) => focusNextRow(element, onLastFocusLost));
  const [isBusy, unblock] = useBusy(onUnblock);
  return (
    <li ref={row} className="flex flex-wrap items-center gap-3 py-2.5">
      <Avatar user={user} />
      {/* The button wraps to the next line before a word of the name breaks. */}
      <span className="max-w-full flex-1 font-semibold" lang={guessLanguage(user.fullName)}>
        {user.fullName}
      </span>
      <button
        type="button"
        className="button button-quiet"
        aria-label={PROFILE_STRINGS.privacy.unblockUser({ name: user.fullName })}
        aria-disabled={isBusy}
        onClick={() => void unblock()}
      >
        {PROFILE_STRINGS.privacy.unblock}
      </button>
    </li>
  );
}

function BlockedSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        {PROFILE_STRINGS.privacy.loadingBlocked}
      </p>
      <div aria-hidden className="flex items-center gap-3 py-2.5">
        <div className="skeleton size-8 !rounded-full" />
        <div className="skeleton h-5 w-40" />
      </div>
    </div>
  );
}
