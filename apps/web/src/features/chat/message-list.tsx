import type { Message, PublicUser, User } from '@safarnama/contracts';
import { ArrowDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatDay } from './format-day.ts';
import { groupMessages, type MessageDay } from './group-messages.ts';
import { MessageBubble } from './message-bubble.tsx';
import { type Picture, PictureViewer } from './picture-viewer.tsx';
import { CHAT_STRINGS } from './strings.ts';
import { useAnnouncement } from './use-announcement.ts';
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
const NEAR_TOP_PX = 200;

/** The conversation, oldest first; stays at the newest while the reader is there. */
export function MessageList(props: MessageListProps) {
  const { messages, me, partner, isLoading, hasOlder, isLoadingOlder, onOlder } = props;
  const scroll = useAutoScroll(messages, me._id);
  const announcement = useAnnouncement(messages, partner, isLoading);
  const days = useMemo(() => groupMessages(messages), [messages]);
  const [picture, setPicture] = useState<Picture | null>(null);

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
        aria-label={CHAT_STRINGS.conversationWith(partner.fullName)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className="relative h-full overflow-y-auto overscroll-contain -outline-offset-3 [overflow-anchor:none]"
      >
        <div ref={scroll.content} className="mx-auto flex min-h-full max-w-3xl flex-col px-3 py-5 md:px-6">
          {isLoading && messages.length === 0 ? (
            <BubbleSkeletons />
          ) : messages.length === 0 ? (
            <div className="m-auto max-w-sm py-10 text-center">
              <p className="font-display text-2xl text-balance" dir="auto">
                {CHAT_STRINGS.emptyTitle(partner.fullName)}
              </p>
              <p className="mt-2 text-ink-soft">{CHAT_STRINGS.empty}</p>
            </div>
          ) : (
            <>
              {hasOlder ? (
                <button
                  type="button"
                  className="button button-quiet mx-auto mt-auto mb-2"
                  disabled={isLoadingOlder}
                  onClick={onOlder}
                >
                  {isLoadingOlder ? CHAT_STRINGS.loadingOlder : CHAT_STRINGS.older}
                </button>
              ) : (
                <p className="mx-auto mt-auto mb-2 max-w-sm text-balance text-center font-text text-ink-soft text-sm italic">
                  {CHAT_STRINGS.beginning(partner.fullName)}
                </p>
              )}
              {/* A log that is silent: a page from the past is nothing to read out. The line below says what is new. */}
              <div role="log" aria-live="off">
                {days.map((day) => (
                  <Day key={day.key} day={day} me={me} partner={partner} onOpen={setPicture} />
                ))}
              </div>
            </>
          )}
        </div>
      </section>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      {scroll.newCount > 0 && (
        <button
          type="button"
          className="button button-accent !absolute inset-x-0 bottom-3 mx-auto w-fit !rounded-full shadow-card"
          onClick={() => {
            scroll.scrollToEnd();
            scroll.list.current?.focus();
          }}
        >
          <ArrowDown aria-hidden className="size-4" />
          {CHAT_STRINGS.newMessages(scroll.newCount)}
        </button>
      )}
      {picture && <PictureViewer picture={picture} onClose={() => setPicture(null)} />}
    </div>
  );
}

interface DayProps {
  day: MessageDay;
  me: User;
  partner: PublicUser;
  onOpen: (picture: Picture) => void;
}

function Day({ day, me, partner, onOpen }: DayProps) {
  return (
    <>
      <h3 className="my-6 flex items-center gap-4 font-medium text-ink-soft text-sm tracking-wide before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        <time dateTime={day.isoDate.slice(0, 10)}>{formatDay(day.isoDate)}</time>
      </h3>
      <ol>
        {day.messages.map(({ message, isFirst, isLast, hasTime }) => {
          const isOwn = message.senderId === me._id;
          return (
            <MessageBubble
              key={message._id}
              message={message}
              sender={isOwn ? me : partner}
              isOwn={isOwn}
              isFirst={isFirst}
              isLast={isLast}
              hasTime={hasTime}
              onOpen={onOpen}
            />
          );
        })}
      </ol>
    </>
  );
}

const SKELETONS = ['h-12 w-1/2', 'h-20 w-3/5', 'ms-auto h-12 w-2/5', 'h-12 w-1/3', 'ms-auto h-16 w-1/2'];

function BubbleSkeletons() {
  return (
    <div aria-busy="true" className="mt-auto grid gap-4">
      <p role="status" className="sr-only">
        {CHAT_STRINGS.loadingMessages}
      </p>
      {SKELETONS.map((shape) => (
        <div key={shape} aria-hidden className={`skeleton !rounded-2xl ${shape}`} />
      ))}
    </div>
  );
}
