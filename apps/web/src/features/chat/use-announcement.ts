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
  const known = useRef<{ id: string | undefined } | null>(null);

  useEffect(() => {
    if (isLoading) return;
    const before = known.current;
    known.current = { id: messages.at(-1)?._id };
    if (before === null) return;
    // -1, for an empty conversation, makes everything new.
    const at = messages.findIndex(({ _id }) => _id === before.id);
    if (at === -1 && before.id !== undefined) return;
    const fresh = messages.slice(at + 1).filter(({ senderId }) => senderId === partner._id);
    const newest = fresh.at(-1);
    if (!newest) return;
    const words = newest.text === '' ? CHAT_STRINGS.aPicture : newest.text;
    setAnnouncement({
      id: newest._id,
      text:
        fresh.length === 1
          ? CHAT_STRINGS.arrived(partner.fullName, words)
          : CHAT_STRINGS.severalArrived(fresh.length, partner.fullName, words),
    });
  }, [messages, partner, isLoading]);
  return announcement;
}
