import type { Contact } from '@safarnama/contracts';
import { Search } from 'lucide-react';
import { type ReactNode, type UIEvent, useEffect, useRef, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { useShallow } from 'zustand/react/shallow';
import { MoreButton } from '../../components/more-button.tsx';
import { Failure } from '../../components/notice.tsx';
import { toastFailure } from '../../components/toast-failure.tsx';
import { useFocusLost } from '../../components/use-focus-lost.ts';
import { useRestoreCount } from '../../components/use-restore-count.ts';
import { isComposingKey } from '../../lib/composing-key.ts';
import { useAuthStore } from '../../stores/auth.store.ts';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { ContactRow } from './contact-row.tsx';
import { useIsPresenceKnown } from './presence.tsx';
import { CHAT_STRINGS } from './strings.ts';
import { useRestoreListScroll } from './use-restore-list-scroll.ts';
import { type RovingFocus, useRovingFocus } from './use-roving-focus.ts';

const SEARCH_DELAY_MS = 250;
/** Distance from the end at which the next page is requested. */
const NEAR_END_PX = 400;
/** Maximum number of pages that 'online only' loads in search of online users; the button loads more. */
const MAX_AUTO_PAGES = 20;
const SKELETONS = ['w-2/3', 'w-1/2', 'w-3/5', 'w-2/5', 'w-1/2', 'w-2/3'];

/** The searchable list of contacts with their presence. */
export function ContactList({ selectedId }: { selectedId: string | undefined }) {
  const [isOnlineOnly, setIsOnlineOnly] = useState(false);
  const { query, setQuery, load, loadMore } = useContacts();
  const { users, usersQuery, usersLoading, usersFailed, usersCursor } = useChatStore(
    useShallow(({ users, usersQuery, usersLoading, usersFailed, usersCursor }) => ({
      users,
      usersQuery,
      usersLoading,
      usersFailed,
      usersCursor,
    })),
  );
  const ownId = useAuthStore((state) => state.user?._id);
  const onlineIds = useOnlineIds();
  const visibleUsers = isOnlineOnly ? users.filter((user) => onlineIds?.has(user._id)) : users;
  const loadedIds = new Set(users.map(({ _id }) => _id));
  const isAnyOnlineMissing = [...(onlineIds ?? [])].some((id) => id !== ownId && !loadedIds.has(id));
  const hasMore = typeof usersCursor === 'string' && (!isOnlineOnly || isAnyOnlineMissing);
  const isLoadingOnline = useLoadOnlineUsers(isOnlineOnly && query === '' && hasMore, loadMore);
  const roving = useRovingFocus(
    visibleUsers.map(({ _id }) => _id),
    selectedId,
  );

  const scroller = useRef<HTMLDivElement>(null);
  const saveScroll = useRestoreListScroll(scroller);
  const canLoadMore = hasMore && !usersFailed;
  /** After a search, the list is at its top again. */
  const [hasSearched, setHasSearched] = useState(false);
  useRestoreCount(users.length, canLoadMore && !usersLoading && !hasSearched, () => void loadMore());

  const handleScroll = ({ currentTarget }: UIEvent) => {
    saveScroll();
    const { scrollHeight, scrollTop, clientHeight } = currentTarget;
    if (canLoadMore && scrollHeight - scrollTop - clientHeight < NEAR_END_PX) void loadMore();
  };
  const explainEmptyList = () => {
    if (!isOnlineOnly) return CHAT_STRINGS.noUsersFound;
    if (!onlineIds) return CHAT_STRINGS.onlineUsersUnknown;
    return hasMore ? CHAT_STRINGS.noneOnlineSoFar : CHAT_STRINGS.noUsersOnline;
  };
  const isFirstLoad = users.length === 0 && (usersLoading || usersCursor === undefined);
  return (
    <aside aria-labelledby="contacts" className="flex min-h-0 flex-1 flex-col">
      <div className="px-4 pt-4 pb-3">
        <ContactsHeading />
        <SearchField
          query={query}
          onChange={(value) => {
            setHasSearched(true);
            setQuery(value);
          }}
          onArrowDown={roving.focusFirst}
        />
        <label className="mt-2 inline-flex min-h-8 items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="size-4.5 accent-indigo-fill"
            checked={isOnlineOnly}
            onChange={(event) => setIsOnlineOnly(event.target.checked)}
          />
          {CHAT_STRINGS.onlineOnly}
        </label>
        <p role="status" className="sr-only">
          {usersQuery !== '' && usersQuery === query.trim() && !usersLoading && !usersFailed
            ? CHAT_STRINGS.peopleFound({ count: visibleUsers.length })
            : ''}
        </p>
      </div>
      <div
        ref={scroller}
        className="min-h-0 flex-1 overflow-y-auto border-line border-t"
        aria-busy={usersLoading}
        onScroll={handleScroll}
      >
        {isFirstLoad ? (
          <ContactSkeletons />
        ) : users.length === 0 && usersFailed ? (
          <div className="px-4">
            <Failure message={CHAT_STRINGS.usersFailed} onRetry={load} />
          </div>
        ) : visibleUsers.length === 0 && !isLoadingOnline ? (
          <p className="p-8 text-center font-text text-ink-soft text-lg">{explainEmptyList()}</p>
        ) : (
          <ContactRows users={visibleUsers} selectedId={selectedId} roving={roving} />
        )}
        {hasMore && (
          <div className="p-4 text-center">
            <MoreButton
              isLoading={usersLoading}
              label={CHAT_STRINGS.morePeople}
              loadingLabel={CHAT_STRINGS.loadingPeople}
              onLoad={() => void loadMore()}
            />
          </div>
        )}
      </div>
    </aside>
  );
}

/**
 * Loads the contacts, and reloads them for each search; after Back, those that are loaded stay, since events keep them
 * up to date. Shows a toast on failure.
 */
function useContacts() {
  const [isBack] = useState(useNavigationType() === 'POP');
  const fetchUsers = useChatStore((state) => state.fetchUsers);
  const fetchMoreUsers = useChatStore((state) => state.fetchMoreUsers);
  const [query, setQuery] = useState('');
  const reportFailure = (isLoaded: boolean) => {
    if (!isLoaded) toastFailure(CHAT_STRINGS.usersFailed, { id: 'contacts' });
  };

  useEffect(() => {
    const { users, usersQuery, usersLoading, usersFailed } = useChatStore.getState();
    const isLoaded = users.length > 0 && usersQuery === '' && !usersLoading && !usersFailed;
    if (isBack && isLoaded && query === '') return;
    const load = async () => reportFailure(await fetchUsers(query.trim()));
    const timer = setTimeout(() => void load(), query === '' ? 0 : SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [query, fetchUsers]);

  return {
    query,
    setQuery,
    load: async () => reportFailure(await fetchUsers(query.trim())),
    loadMore: async () => reportFailure(await fetchMoreUsers()),
  };
}

/**
 * While enabled, loads pages of contacts, up to a limit.
 *
 * @returns whether further pages will be loaded.
 */
function useLoadOnlineUsers(isEnabled: boolean, loadMore: () => Promise<void>): boolean {
  const usersLoading = useChatStore((state) => state.usersLoading);
  const usersFailed = useChatStore((state) => state.usersFailed);
  const [pages, setPages] = useState(0);
  const isLoadingOnline = isEnabled && !usersFailed && pages < MAX_AUTO_PAGES;
  useEffect(() => {
    if (!isLoadingOnline || usersLoading) return;
    setPages(pages + 1);
    void loadMore();
  }, [isLoadingOnline, usersLoading]);
  return isLoadingOnline;
}

/** Ids of the online users, the signed-in one included; undefined while the presence is unknown. */
function useOnlineIds(): ReadonlySet<string> | undefined {
  const onlineUsers = useAuthStore((state) => state.onlineUsers);
  return useIsPresenceKnown() ? new Set(onlineUsers) : undefined;
}

function ContactsHeading() {
  const onlineIds = useOnlineIds();
  return (
    <div className="flex items-baseline justify-between gap-3">
      <h1 id="contacts" className="text-3xl">
        {CHAT_STRINGS.title}
      </h1>
      <p className="text-ink-soft text-sm">
        {onlineIds ? CHAT_STRINGS.onlineCount({ count: onlineIds.size - 1 }) : CHAT_STRINGS.presenceUnknown}
      </p>
    </div>
  );
}

interface SearchFieldProps {
  query: string;
  onChange: (query: string) => void;
  onArrowDown: () => void;
}

function SearchField({ query, onChange, onArrowDown }: SearchFieldProps) {
  return (
    <div className="relative mt-3">
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-3.5 my-auto size-4 text-ink-soft"
      />
      <input
        type="search"
        aria-label={CHAT_STRINGS.searchPeople}
        placeholder={CHAT_STRINGS.searchPeople}
        className="input !rounded-full !ps-10"
        dir="auto"
        value={query}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isComposingKey(event)) return;
          event.preventDefault();
          onArrowDown();
        }}
      />
    </div>
  );
}

interface ContactRowsProps {
  users: readonly Contact[];
  selectedId: string | undefined;
  roving: RovingFocus;
}

function ContactRows({ users, selectedId, roving }: ContactRowsProps) {
  const onlineIds = useOnlineIds();
  const typing = useChatStore((state) => state.typing);
  const outgoing = useChatStore((state) => state.outgoing);
  return (
    <ul
      ref={roving.list}
      aria-label={CHAT_STRINGS.people}
      className="divide-y divide-line"
      onKeyDown={roving.handleKeyDown}
    >
      {users.map((user) => (
        <ContactItem key={user._id}>
          <ContactRow
            user={user}
            isOnline={onlineIds?.has(user._id)}
            isSelected={user._id === selectedId}
            isTyping={typing.includes(user._id)}
            unsent={outgoing.findLast(({ receiverId }) => receiverId === user._id)}
            isFromList={selectedId === undefined}
            tabIndex={roving.tabIndexOf(user._id)}
            onFocus={roving.handleFocus}
          />
        </ContactItem>
      ))}
    </ul>
  );
}

/** A row of the list. If it disappears, the next one gets the focus: a user may go offline or be deleted. */
function ContactItem({ children }: { children: ReactNode }) {
  return <li ref={useFocusLost<HTMLLIElement>(focusNext)}>{children}</li>;
}

function focusNext(item: HTMLElement): void {
  const nextLink = item.nextElementSibling?.querySelector('a');
  (nextLink ?? item.closest('aside')?.querySelector('input'))?.focus({ preventScroll: true });
}

function ContactSkeletons() {
  return (
    <div>
      <p role="status" className="sr-only">
        {CHAT_STRINGS.loadingPeople}
      </p>
      {SKELETONS.map((width, index) => (
        <div key={`${width}-${index}`} aria-hidden className="flex items-center gap-3.5 px-4 py-3">
          <div className="skeleton size-11 !rounded-full" />
          <div className="flex-1">
            <div className={`skeleton h-4 ${width}`} />
            <div className="skeleton mt-2 h-3 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
