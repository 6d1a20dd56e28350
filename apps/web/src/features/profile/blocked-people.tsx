import type { PublicUser } from '@safarnama/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import * as messageApi from '../../api/message.api.ts';
import { Avatar } from '../../components/avatar.tsx';
import { errorMessage } from '../../lib/api-client.ts';
import { guessLanguage } from '../../lib/text.ts';
import { useChatStore } from '../../stores/chat.store.ts';
import { LoadFailure } from './load-failure.tsx';
import { PRIVACY_STRINGS } from './strings.ts';

/** Whom one has blocked, latest first, each with the way back. */
export function BlockedPeople() {
  const { people, cursor, isLoading, failure, load, unblock } = useBlockedPeople();
  const list = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  /** Whose row is about to go, with the focus in it, and which of the rows it is. */
  const leaving = useRef<{ userId: string; index: number }>(null);

  useEffect(() => {
    const gone = leaving.current;
    if (gone === null || people.some((person) => person._id === gone.userId)) return;
    leaving.current = null;
    // The row that took its place has the focus next, or the one before.
    const buttons = list.current?.querySelectorAll('button');
    const next = buttons?.[Math.min(gone.index, buttons.length - 1)] ?? heading.current;
    next?.focus();
  }, [people]);

  const handleUnblock = async (person: PublicUser, index: number) => {
    leaving.current = { userId: person._id, index };
    await unblock(person);
  };
  return (
    <div aria-busy={isLoading}>
      <h3 ref={heading} tabIndex={-1} className="text-xl">
        {PRIVACY_STRINGS.blockedTitle}
      </h3>
      <p className="mt-0.5 text-ink-soft text-sm">{PRIVACY_STRINGS.blockedHint}</p>
      {people.length > 0 && (
        <ul ref={list} className="mt-3 divide-y divide-line">
          {people.map((person, index) => (
            <BlockedRow key={person._id} person={person} onUnblock={() => handleUnblock(person, index)} />
          ))}
        </ul>
      )}
      <div className="mt-3 empty:hidden">
        {failure !== null ? (
          <LoadFailure message={failure} onRetry={() => load(cursor)} />
        ) : isLoading && people.length === 0 ? (
          <BlockedSkeleton />
        ) : cursor !== null ? (
          <button
            type="button"
            className="button button-quiet"
            disabled={isLoading}
            onClick={() => void load(cursor)}
          >
            {isLoading ? PRIVACY_STRINGS.loadingBlocked : PRIVACY_STRINGS.moreBlocked}
          </button>
        ) : (
          people.length === 0 && <p>{PRIVACY_STRINGS.nobodyBlocked}</p>
        )}
      </div>
    </div>
  );
}

function useBlockedPeople() {
  const [people, setPeople] = useState<PublicUser[]>([]);
  const [cursor, setCursor] = useState<string | null>(null);
  const [isLoading, setIsLoading] = useState(true);
  const [failure, setFailure] = useState<string | null>(null);

  const load = useCallback(async (from: string | null) => {
    setIsLoading(true);
    setFailure(null);
    try {
      const page = await messageApi.listBlocked(from);
      setPeople((known) => [
        ...new Map([...known, ...page.users].map((person) => [person._id, person])).values(),
      ]);
      setCursor(page.nextCursor);
    } catch (cause) {
      setFailure(errorMessage(cause, PRIVACY_STRINGS.blockedFailed));
    } finally {
      setIsLoading(false);
    }
  }, []);
  useEffect(() => {
    void load(null);
  }, [load]);

  const unblock = async ({ _id, fullName }: PublicUser) => {
    try {
      await messageApi.setBlocked(_id, false);
      useChatStore.getState().applyBlock(_id, false);
      setPeople((known) => known.filter((person) => person._id !== _id));
      toast.success(PRIVACY_STRINGS.unblocked(fullName));
    } catch (cause) {
      toast.error(errorMessage(cause, PRIVACY_STRINGS.unblockFailed));
    }
  };
  return { people, cursor, isLoading, failure, load, unblock };
}

function BlockedRow({ person, onUnblock }: { person: PublicUser; onUnblock: () => Promise<void> }) {
  const [isBusy, setIsBusy] = useState(false);
  const handleClick = async () => {
    if (isBusy) return;
    setIsBusy(true);
    await onUnblock();
    setIsBusy(false);
  };
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Avatar person={person} />
      <span className="wrap-anywhere min-w-0 flex-1 font-semibold" lang={guessLanguage(person.fullName)}>
        {person.fullName}
      </span>
      <button
        type="button"
        className="button button-quiet"
        aria-label={PRIVACY_STRINGS.unblockPerson(person.fullName)}
        aria-disabled={isBusy}
        onClick={() => void handleClick()}
      >
        {PRIVACY_STRINGS.unblock}
      </button>
    </li>
  );
}

function BlockedSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        {PRIVACY_STRINGS.loadingBlocked}
      </p>
      <div aria-hidden className="flex items-center gap-3 py-2.5">
        <div className="skeleton size-8 !rounded-full" />
        <div className="skeleton h-5 w-40" />
      </div>
    </div>
  );
}
