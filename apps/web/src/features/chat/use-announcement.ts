import type { Message, PublicUser } from '@safarnama/contracts';
import { useEffect, useRef, useState } from 'react';
import { CHAT_STRINGS } from './strings.ts';

/**
 * Screen-reader announcement of the partner's messages that arrive while the conversation is open.
 *
 * @param isLoading - messages that arrive while the conversation loads are not announced.
 * @returns null before the first announcement; `id` distinguishes announcements with equal text.
 */
export function useAnnouncement(
  messages: readonly Message[],
  partner: PublicUser,
  isLoading: boolean,
): { id: string; text: string } | null {
  const [announcement, setAnnouncement] = useState<{ id: string; text: string } | null>(null);
  /**
   * The partner's messages after the one with this id are new: the partner's newest at the last run or, without one,
   * the oldest loaded message. Null before the conversation has loaded.
   */
  const lastKnown = useRef<{ id: string | undefined } | null>(null);

  useEffect(() => {
    if (isLoading) return;
    const previous = lastKnown.current;
    const isReceived = ({ senderId }: Message) => senderId === partner._id;
    lastKnown.current = { id: (messages.findLast(isReceived) ?? messages[0])?._id };
    if (previous === null) return;
    // -1 if there was no message before: every message is new.
    const index = messages.findIndex(({ _id }) => _id === previous.id);
    if (index === -1 && previous.id !== undefined) return;
    const newMessages = messages.slice(index + 1).filter(isReceived);
    const newest = newMessages.at(-1);
    if (!newest) return;
    const withoutText = newest.postId === undefined ? CHAT_STRINGS.aPicture : CHAT_STRINGS.aStory;
    const preview = newest.text === '' ? withoutText : newest.text;
    setAnnouncement({
      id: newest._id,
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
  return announcement;
}
