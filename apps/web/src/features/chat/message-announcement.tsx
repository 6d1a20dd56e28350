import type { Message, PublicUser } from '@safarnama/contracts';
import { useEffect, useRef, useState } from 'react';
import { guessLanguage } from '../../lib/text.ts';
import { selectNewMessages } from '../../stores/chat/new-messages.ts';
import { CHAT_STRINGS } from './strings.ts';

interface MessageAnnouncementProps {
  messages: readonly Message[];
  partner: PublicUser;
  /** Messages that arrive while the conversation loads are not announced. */
  isLoading: boolean;
}

interface Announcement {
  /** Distinguishes announcements with equal text. */
  id: string;
  text: string;
  /** Language of the message in it; undefined for the language of the page. */
  lang: string | undefined;
}

/** Announces to screen readers the partner's messages that arrive while the conversation is open. */
export function MessageAnnouncement({ messages, partner, isLoading }: MessageAnnouncementProps) {
  const [announcement, setAnnouncement] = useState<Announcement | null>(null);
  /** Ids of the messages of the last run; null before the conversation has loaded. */
  const known = useRef<ReadonlySet<string> | null>(null);

  useEffect(() => {
    const previous = known.current;
    known.current = isLoading ? null : new Set(messages.map(({ _id }) => _id));
    if (isLoading || previous === null) return;
    const newMessages = selectNewMessages(messages, previous, partner._id);
    const newest = newMessages.at(-1);
    if (!newest) return;
    const withoutText = newest.postId === undefined ? CHAT_STRINGS.aPicture : CHAT_STRINGS.aStory;
    const preview = newest.text === '' ? withoutText : newest.text;
    setAnnouncement({
      id: newest._id,
      lang: guessLanguage(newest.text),
      text:
        newMessages.length === 1
          ? CHAT_STRINGS.announceMessage({ name: partner.fullName, text: preview })
          : CHAT_STRINGS.announceMessages({
              count: newMessages.length,
              name: partner.fullName,
              text: preview,
            }),
    });
  }, [messages, partner, isLoading]);
  return (
    <p aria-live="polite" className="sr-only">
      {announcement && (
        <span key={announcement.id} lang={announcement.lang}>
          {announcement.text}
        </span>
      )}
    </p>
  );
}
