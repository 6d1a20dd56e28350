import type { Contact } from '@safarnama/contracts';
import { useEffect, useState } from 'react';
import toast from 'react-hot-toast';
import { Link } from 'react-router-dom';
import { Avatar } from '../../components/avatar.tsx';
import { paths } from '../../config/paths.ts';
import { useAuthStore } from '../../stores/auth.store.ts';
import { useChatStore } from '../../stores/chat.store.ts';
import { Presence } from './presence.tsx';

const SEARCH_DELAY_MS = 250;
const SKELETONS = ['a', 'b', 'c', 'd', 'e'];

/** Everybody one can write to, with who of them is online. */
export function ContactList({ selectedId }: { selectedId: string | undefined }) {
  const { users, usersLoading, usersCursor, fetchUsers, fetchMoreUsers } = useChatStore();
  const onlineUsers = useAuthStore((state) => state.onlineUsers);
  const [isOnlineOnly, setIsOnlineOnly] = useState(false);
  const [query, setQuery] = useState('');

  useEffect(() => {
    const load = async () => {
      if (!(await fetchUsers(query.trim()))) toast.error("Can't fetch users", { id: 'contacts' });
    };
    const timer = setTimeout(() => void load(), query === '' ? 0 : SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [query, fetchUsers]);

  const online = new Set(onlineUsers);
  const shown = isOnlineOnly ? users.filter((user) => online.has(user._id)) : users;
  return (
    <aside aria-labelledby="contacts" className="flex min-h-0 flex-1 flex-col">
      <div className="border-line border-b p-4">
        <h1 id="contacts" className="text-2xl">
          Chats
        </h1>
        <input
          type="search"
          aria-label="Search people"
          placeholder="Search people"
          className="input mt-3"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <div className="mt-3 flex items-center justify-between gap-3 text-sm">
          <label className="flex min-h-6 items-center gap-2">
            <input
              type="checkbox"
              className="size-4.5 accent-indigo-fill"
              checked={isOnlineOnly}
              onChange={(event) => setIsOnlineOnly(event.target.checked)}
            />
            online only
          </label>
          {/* One's own id is among those online. */}
          <p className="text-ink-soft">{Math.max(0, onlineUsers.length - 1)} online</p>
        </div>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {users.length === 0 && (usersLoading || usersCursor === undefined) ? (
          <ContactSkeletons />
        ) : shown.length === 0 ? (
          <p className="p-6 text-center text-ink-soft">
            {isOnlineOnly ? 'No users online' : 'No users found'}
          </p>
        ) : (
          <ul>
            {shown.map((user) => (
              <li key={user._id}>
                <ContactRow
                  user={user}
                  isOnline={online.has(user._id)}
                  isSelected={user._id === selectedId}
                />
              </li>
            ))}
          </ul>
        )}
        {typeof usersCursor === 'string' && (
          <div className="p-4 text-center">
            <button
              type="button"
              className="button button-quiet"
              disabled={usersLoading}
              onClick={() => void fetchMoreUsers()}
            >
              Show more people
            </button>
          </div>
        )}
      </div>
    </aside>
  );
}

interface ContactRowProps {
  user: Contact;
  isOnline: boolean;
  isSelected: boolean;
}

function ContactRow({ user, isOnline, isSelected }: ContactRowProps) {
  const { lastMessage } = user;
  return (
    <Link
      to={paths.chatWith(user._id)}
      aria-current={isSelected ? 'true' : undefined}
      className="flex items-center gap-3 border-line border-b px-4 py-3 -outline-offset-3 hover:bg-paper-sunk aria-[current=true]:bg-indigo-wash"
    >
      <Avatar person={user} size="medium" />
      <span className="min-w-0 flex-1">
        <span className="flex items-center justify-between gap-2">
          <span className="truncate font-semibold">{user.fullName}</span> <Presence isOnline={isOnline} />
        </span>{' '}
        {lastMessage && (
          <span className="block truncate text-ink-soft text-sm" dir="auto">
            {lastMessage.senderId === user._id ? '' : 'You: '}
            {lastMessage.text === '' ? 'Picture' : lastMessage.text}
          </span>
        )}
      </span>
    </Link>
  );
}

function ContactSkeletons() {
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        Loading people…
      </p>
      {SKELETONS.map((key) => (
        <div key={key} aria-hidden className="flex items-center gap-3 px-4 py-3">
          <div className="skeleton size-11 !rounded-full" />
          <div className="skeleton h-5 flex-1" />
        </div>
      ))}
    </div>
  );
}
