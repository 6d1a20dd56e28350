import { BookOpen, CircleUserRound, House, MessageCircle, PenLine } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { paths } from '../config/paths.ts';
import { UnreadBadge, useUnreadDescription } from './unread-badge.tsx';

const ITEMS = [
  { to: paths.home, label: 'Home', Icon: House },
  { to: paths.chat, label: 'Chats', Icon: MessageCircle },
  { to: paths.addPost, label: 'Post', Icon: PenLine },
  { to: paths.myPosts, label: 'My Posts', Icon: BookOpen },
  { to: paths.profile, label: 'Me', Icon: CircleUserRound },
] as const;

/** Navigation on small screens, within reach of the thumb. */
export function BottomBar() {
  const { description, descriptionId } = useUnreadDescription();
  return (
    <nav
      aria-label="Quick"
      data-site-bar="bottom"
      className="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-paper-raised pb-[env(safe-area-inset-bottom)] transition-[translate] delay-300 duration-0 group-has-[[data-composer]:focus-within]/frame:translate-y-full group-has-[[data-composer]:focus-within]/frame:delay-0 md:hidden"
    >
      <ul className="@container mx-auto grid h-bottom-bar max-w-lg grid-cols-5">
        {ITEMS.map(({ to, label, Icon }) => (
          <li key={to}>
            <NavLink
              to={to}
              end={to === paths.home}
              aria-describedby={to === paths.chat ? descriptionId : undefined}
              className="flex h-full flex-col items-center justify-center gap-1 whitespace-nowrap text-ink-soft text-xs aria-[current=page]:font-semibold aria-[current=page]:text-indigo"
            >
              <span className="relative">
                <Icon aria-hidden className="size-5" />
                {to === paths.chat && <UnreadBadge />}
              </span>
              {/* With text at 200 % there is no room for five labels side by side. */}
              <span className="@max-[18rem]:sr-only">{label}</span>
            </NavLink>
            {to === paths.chat && description}
          </li>
        ))}
      </ul>
    </nav>
  );
}
