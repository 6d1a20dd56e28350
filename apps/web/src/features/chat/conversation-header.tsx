import type { PublicUser } from '@safarnama/contracts';
import { ArrowLeft, X } from 'lucide-react';
import type { RefObject } from 'react';
import { Link } from 'react-router-dom';
import { Avatar } from '../../components/avatar.tsx';
import { paths } from '../../config/paths.ts';
import { guessLanguage } from '../../lib/text.ts';
import { useAuthStore } from '../../stores/auth.store.ts';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { ConversationMenu } from './blocking.tsx';
import {
  Presence,
  TypingAnnouncement,
  TypingIndicator,
  useIsPresenceKnown,
  useIsTyping,
} from './presence.tsx';
import { CHAT_STRINGS } from './strings.ts';

interface ConversationHeaderProps {
  partner: PublicUser;
  heading: RefObject<HTMLHeadingElement | null>;
  onClose: () => void;
}

/** Name, presence and menu of the partner. */
export function ConversationHeader({ partner, heading, onClose }: ConversationHeaderProps) {
  const isBlocked = useChatStore((state) => state.isBlocked);
  const isOnline = useAuthStore((state) => state.onlineUsers.includes(partner._id));
  const isTyping = useIsTyping(partner._id);
  const isPresenceKnown = useIsPresenceKnown();
  return (
    <header className="flex items-center gap-3 border-line border-b bg-paper-raised px-2 py-2.5 max-[22rem]:gap-1 max-[22rem]:px-1 md:px-6">
      <BackButton onClose={onClose} />
      <Avatar user={partner} size="medium" />
      <div className="min-w-0 flex-1">
        <h2
          id="partner"
          ref={heading}
          tabIndex={-1}
          // Shows the full name, since the list truncates long names; one line while the on-screen keyboard takes up
          // space.
          className="text-lg leading-snug max-[22rem]:text-base [overflow-wrap:anywhere] focus:outline-none max-md:group-has-[textarea:focus]/conversation:line-clamp-1 max-md:group-has-[textarea:focus]/conversation:break-all md:text-xl"
          dir="auto"
          lang={guessLanguage(partner.fullName)}
        >
          <Link to={paths.author(partner._id)} className="hover:underline">
            {partner.fullName}
          </Link>
        </h2>
        {isTyping ? (
          <TypingIndicator />
        ) : isPresenceKnown ? (
          <Presence isOnline={isOnline} />
        ) : (
          <span className="text-ink-soft text-xs">{CHAT_STRINGS.presenceUnknown}</span>
        )}
        <TypingAnnouncement key={partner._id} isTyping={isTyping} name={partner.fullName} />
      </div>
      <ConversationMenu partner={partner} isBlocked={isBlocked} />
      <button
        type="button"
        className="button-icon max-md:!hidden"
        aria-label={CHAT_STRINGS.close}
        onClick={onClose}
      >
        <X aria-hidden className="size-5" />
      </button>
    </header>
  );
}

/** Returns to the list on small screens, which show one pane at a time. */
export function BackButton({ onClose }: { onClose: () => void }) {
  return (
    <button type="button" className="button-icon md:!hidden" aria-label={CHAT_STRINGS.back} onClick={onClose}>
      <ArrowLeft aria-hidden className="size-5 rtl:-scale-x-100" />
    </button>
  );
}
