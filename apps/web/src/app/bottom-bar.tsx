import { BookOpen, CircleUserRound, House, MessageCircle, PenLine } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { FRAME_STRINGS } from '../components/frame-strings.ts';
import { paths } from '../config/paths.ts';
import { useNotificationCountStore } from '../stores/notification-count.store.ts';
import { useUnreadStore } from '../stores/unread.store.ts';
import { UnreadBadge, useUnreadDescription } from './unread-badge.tsx';

const ITEMS = [
  { to: paths.home, key: 'home', Icon: House },
  { to: paths.chat, key: 'chats', Icon: MessageCircle },
  { to: paths.addPost, key: 'post', Icon: PenLine },
  { to: paths.myPosts, key: 'myPosts', Icon: BookOpen },
  { to: paths.profile, key: 'me', Icon: CircleUserRound },
] as const;

/** Navigation on small screens, within reach of the thumb. */
export function BottomBar() {
  const unreadMessages = useUnreadStore((state) => state.unreadTotal);
  const unreadNotifications = useNotificationCountStore((state) => state.unreadCount);
  const chats = useUnreadDescription(unreadMessages, 'message');
  const me = useUnreadDescription(unreadNotifications, 'notification');
  const unreadOf: Readonly<Record<string, { count: number } & typeof me>> = {
    [paths.chat]: { count: unreadMessages, ...chats },
    [paths.profile]: { count: unreadNotifications, ...me },
  };
  return (
    <nav
      aria-label={FRAME_STRINGS.quick}
      data-site-bar="bottom"
      className="bottom-bar fixed inset-x-0 bottom-0 z-30 border-line border-t bg-paper-raised pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="@container mx-auto grid h-bottom-bar max-w-lg grid-cols-5">
        {ITEMS.map(({ to, key, Icon }) => (
          <li key={to}>
            <NavLink
              to={to}
              end={to === paths.home}
              aria-describedby={unreadOf[to]?.descriptionId}
              className="flex h-full flex-col items-center justify-center gap-1 whitespace-nowrap text-ink-soft text-xs aria-[current=page]:font-semibold aria-[current=page]:text-indigo"
            >
              <span className="relative">
                <Icon aria-hidden className="size-5" />
                <UnreadBadge count={unreadOf[to]?.count ?? 0} />
              </span>
              {/* At 200 % text size, there is no room for five labels side by side. */}
              <span className="@max-[18rem]:sr-only">{FRAME_STRINGS[key]}</span>
            </NavLink>
            {unreadOf[to]?.description}
          </li>
        ))}
      </ul>
    </nav>
  );
}
