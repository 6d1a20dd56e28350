import type { Message, PublicUser } from '@safarnama/contracts';
import { useEffect, useRef, useState } from 'react';
import { CHAT_STRINGS } from './strings.ts';

/**
 * What is read out: the other's messages that come while the conversation is open, and nothing older.
 *
 * @param isLoading - the conversation is on its way: what comes with it is not new.
 * @returns null before the first; `id` tells two that say the same apart.
 */
export function useAnnouncement(
  messages: readonly Message[],
  partner: PublicUser,
  isLoading: boolean,
): { id: string; text: string } | null {
  const [announcement, setAnnouncement] = useState<{ id: string; text: string } | null>(null);
  /** The newest when it was looked at last; null before the conversation has come. */
  const lastKnown = useRef<{ id: string | undefined } | null>(null);

  useEffect(() => {
    if (isLoading) return;
    const previous = lastKnown.current;
    lastKnown.current = { id: messages.at(-1)?._id };
    if (previous === null) return;
    // -1, for an empty conversation, makes everything new.
    const index = messages.findIndex(({ _id }) => _id === previous.id);
    if (index === -1 && previous.id !== undefined) return;
    const newMessages = messages.slice(index + 1).filter(({ senderId }) => senderId === partner._id);
    const newest = newMessages.at(-1);
    if (!newest) return;
    const preview = newest.text === '' ? CHAT_STRINGS.aPicture : newest.text;
    setAnnouncement({
      id: newest._id,
      text:
        newMessages.length === 1
          ? CHAT_STRINGS.announceMessage(partner.fullName, preview)
          : CHAT_STRINGS.announceMessages(newMessages.length, partner.fullName, preview),
    });
  }, [messages, partner, isLoading]);
  return announcement;
}
