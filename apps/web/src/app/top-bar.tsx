import { Bell, BookOpen, MessageCircle, PenLine } from 'lucide-react';
import { useEffect } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { Avatar } from '../components/avatar.tsx';
import { FRAME_STRINGS } from '../components/frame-strings.ts';
import { LogoMark } from '../components/logo.tsx';
import { ThemeButton } from '../components/theme-button.tsx';
import { paths } from '../config/paths.ts';
import { useAuthStore } from '../stores/auth.store.ts';
import { useNotificationCountStore } from '../stores/notification-count.store.ts';
import { useUnreadStore } from '../stores/unread.store.ts';
import { SearchBox } from './search-box.tsx';
import { UnreadBadge, useUnreadDescription } from './unread-badge.tsx';
import { useMessageNotifications } from './use-message-notifications.ts';

const NAV_CLASS =
  'hidden min-h-11 items-center gap-2 rounded-control px-3 font-semibold text-ink-soft hover:bg-paper-sunk hover:text-ink aria-[current=page]:text-indigo md:inline-flex';

/** Hides the icons of labelled links in medium-wide windows, where the search box needs the space. */
const HIDDEN_IN_MEDIUM_WINDOW = 'md:max-xl:hidden';

/** Logo, search and main navigation. On small screens the navigation is in the bottom bar. */
export function TopBar() {
  const user = useAuthStore((state) => state.user);
  const checkAuth = useAuthStore((state) => state.checkAuth);
  const unreadMessages = useUnreadStore((state) => state.unreadTotal);
  const unreadNotifications = useNotificationCountStore((state) => state.unreadCount);
  const { description, descriptionId } = useUnreadDescription(unreadMessages, 'message');
  const bell = useUnreadDescription(unreadNotifications, 'notification');
  useMessageNotifications();

  // From the specification: the top bar checks the session again after sign-in.
  useEffect(() => {
    void checkAuth();
  }, [checkAuth]);

  if (!user) return null;
  return (
    <header
      data-site-bar="top"
      className="top-bar no-print @container sticky top-0 z-30 overflow-y-clip has-[[data-search-popup]]:overflow-visible border-line border-b bg-paper/95 backdrop-blur"
    >
      <div className="site flex h-top-bar items-center gap-2 sm:gap-4">
        <Link
          to={paths.home}
          className="touch-target flex shrink-0 items-center gap-2.5"
          aria-label={FRAME_STRINGS.siteHome}
        >
          <LogoMark />
          <span className="hidden font-display font-semibold text-2xl tracking-tight sm:inline md:hidden xl:inline">
            Safarnama
          </span>
        </Link>
        <SearchBox />
        {/* Hidden with large text in a narrow window, to leave room for the search; the bottom bar has the same links. */}
        <nav
          aria-label={FRAME_STRINGS.mainNavigation}
          className="ms-auto flex items-center gap-1 @max-[16rem]:hidden"
        >
          <NavLink to={paths.chat} className={NAV_CLASS} aria-describedby={descriptionId}>
            <span className="relative me-1">
              <MessageCircle aria-hidden className="size-5" />
              <UnreadBadge count={unreadMessages} />
            </span>
            <span>{FRAME_STRINGS.chats}</span>
          </NavLink>
          {description}
          <NavLink to={paths.myPosts} className={NAV_CLASS}>
            <BookOpen aria-hidden className={`size-5 ${HIDDEN_IN_MEDIUM_WINDOW}`} />
            {FRAME_STRINGS.myPosts}
          </NavLink>
          <Link to={paths.addPost} className="button button-accent !hidden md:!inline-flex">
            <PenLine aria-hidden className={`size-4 ${HIDDEN_IN_MEDIUM_WINDOW}`} />
            {FRAME_STRINGS.newPost}
          </Link>
          <NavLink
            to={paths.notifications}
            className="button-icon !hidden md:!inline-grid aria-[current=page]:text-indigo"
            aria-label={FRAME_STRINGS.notifications}
            aria-describedby={bell.descriptionId}
            title={FRAME_STRINGS.notifications}
          >
            <span className="relative">
              <Bell aria-hidden className="size-5" />
              <UnreadBadge count={unreadNotifications} />
            </span>
          </NavLink>
          {bell.description}
          {/* The profile page offers the same choice. */}
          <ThemeButton className="!hidden lg:!inline-grid" />
          <Link
            to={paths.profile}
            className="flex min-h-11 items-center gap-2 rounded-control px-1 font-semibold hover:bg-paper-sunk max-md:-me-1 md:-me-2 md:ms-1 md:px-2"
          >
            {/* In narrower windows, the search box needs the space. The greeting in Hindi is longer. */}
            <span className="sr-only max-w-24 max-lg:[&:lang(hi)]:max-w-32 min-[55rem]:not-sr-only min-[55rem]:truncate lg:max-w-40">
              {FRAME_STRINGS.greeting({ name: firstName(user.fullName) })}
            </span>
            <Avatar user={user} />
          </Link>
        </nav>
      </div>
    </header>
  );
}

function firstName(fullName: string): string {
  return fullName.trim().split(/\s+/)[0] ?? '';
}
