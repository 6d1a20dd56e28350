import type { Message, PublicUser, User } from '@safarnama/contracts';
import { ArrowDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { MessageBubble } from './message-bubble.tsx';
import { useAutoScroll } from './use-auto-scroll.ts';

interface MessageListProps {
  messages: Message[];
  me: User;
  partner: PublicUser;
  isLoading: boolean;
  hasOlder: boolean;
  isLoadingOlder: boolean;
  onOlder: () => void;
}

/** Near enough to the top that the page before is wanted. */
const NEAR_TOP_PX = 120;

/** The conversation, oldest first; stays at the newest while the reader is there. */
export function MessageList(props: MessageListProps) {
  const { messages, me, partner, isLoading, hasOlder, isLoadingOlder, onOlder } = props;
  const last = messages.at(-1);
  const scroll = useAutoScroll(messages[0]?._id, last?._id, last?.senderId === me._id);
  const announcement = useAnnouncement(last, partner);

  const handleScroll = () => {
    scroll.handleScroll();
    const top = scroll.list.current?.scrollTop ?? 0;
    if (top < NEAR_TOP_PX && hasOlder && !isLoadingOlder) onOlder();
  };
  return (
    <div className="relative min-h-0 flex-1">
      <section
        ref={scroll.list}
        onScroll={handleScroll}
        aria-label={`Conversation with ${partner.fullName}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className="h-full overflow-y-auto px-4 py-4 -outline-offset-3 [overflow-anchor:none]"
      >
        {hasOlder && (
          <div className="pb-4 text-center">
            <button type="button" className="button button-quiet" disabled={isLoadingOlder} onClick={onOlder}>
              {isLoadingOlder ? 'Loading…' : 'Show older messages'}
            </button>
          </div>
        )}
        {isLoading && messages.length === 0 ? (
          <BubbleSkeletons />
        ) : messages.length === 0 ? (
          <p className="py-16 text-center text-ink-soft">No messages yet. Ask about the road.</p>
        ) : (
          <ol className="grid gap-3">
            {messages.map((message) => (
              <MessageBubble
                key={message._id}
                message={message}
                sender={message.senderId === me._id ? me : partner}
                isOwn={message.senderId === me._id}
                onImageLoad={scroll.keepAtEnd}
              />
            ))}
          </ol>
        )}
      </section>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      {scroll.hasNew && (
        <button
          type="button"
          className="button button-accent !absolute inset-x-0 bottom-3 mx-auto w-fit shadow-card"
          onClick={scroll.scrollToEnd}
        >
          <ArrowDown aria-hidden className="size-4" />
          New messages
        </button>
      )}
    </div>
  );
}

/** What is read out: a message of the other's that arrives while the conversation is open, and nothing older. */
function useAnnouncement(last: Message | undefined, partner: PublicUser): string {
  const [openedAt] = useState(() => Date.now());
  const [text, setText] = useState('');
  useEffect(() => {
    if (!last || last.senderId !== partner._id || Date.parse(last.createdAt) < openedAt) return;
    setText(`${partner.fullName}: ${last.text === '' ? 'a picture' : last.text}`);
  }, [last, partner, openedAt]);
  return text;
}

const SKELETONS = ['w-1/2', 'ms-auto w-2/5', 'w-3/5', 'ms-auto w-1/3', 'w-2/5'];

function BubbleSkeletons() {
  return (
    <div aria-busy="true" className="grid gap-4">
      <p role="status" className="sr-only">
        Loading messages…
      </p>
      {SKELETONS.map((shape) => (
        <div key={shape} aria-hidden className={`skeleton h-14 !rounded-card ${shape}`} />
      ))}
    </div>
  );
}
