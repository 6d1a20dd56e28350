import { LRUCache } from 'lru-cache';
import { createAnnouncedCache } from '../lib/announced-cache.js';
import { userExists } from '../user/user.service.js';
import { isBlockedBetween } from './block.service.js';
import { conversationKey, type MessageDoc, MessageModel } from './message.model.js';

/** Maximum number of cached positions, of about 150 bytes each. */
const MAX_POSITIONS = 10_000;

export interface SendLookup {
  receiverExists: boolean;
  /** Whether either user has blocked the other. */
  isBlocked: boolean;
}

/** Reads the position of the last message of a conversation; 0 without any. */
export async function readLastPosition(conversation: string): Promise<number> {
  const last = await MessageModel.findOne({ conversation })
    .sort({ seq: -1 })
    .select('seq')
    .lean<Pick<MessageDoc, 'seq'>>();
  return last?.seq ?? 0;
}

/**
 * Looks up concurrently what a send depends on, and caches the result for a second:
 * docs/decisions/033-sending-a-message.md.
 */
export function createSendLookups() {
  /** Last known position by conversation. A stale one costs one more attempt to store a message. */
  const lastPositions = new LRUCache<string, number>({ max: MAX_POSITIONS });
  const keyOf = (senderId: string, receiverId: string) => `${senderId}:${receiverId}`;
  const cache = createAnnouncedCache<SendLookup>(
    async (key) => {
      const [senderId = '', receiverId = ''] = key.split(':');
      const conversation = conversationKey(senderId, receiverId);
      const [receiverExists, isBlocked, last] = await Promise.all([
        userExists(receiverId),
        isBlockedBetween(senderId, receiverId),
        readLastPosition(conversation),
      ]);
      recordPosition(conversation, last);
      return { receiverExists, isBlocked };
    },
    // A result that rejects the message is never reused.
    ({ receiverExists, isBlocked }) => receiverExists && !isBlocked,
  );

  /** Call it with each position that is known to be taken. */
  function recordPosition(conversation: string, position: number): void {
    lastPositions.set(conversation, Math.max(position, lastPositions.get(conversation) ?? 0));
  }

  return {
    find: (senderId: string, receiverId: string) => cache.find(keyOf(senderId, receiverId)),
    /** Call it as soon as a block of two users is stored or removed, by any process. */
    markBlockChanged(userId: string, otherId: string): void {
      cache.markChanged(keyOf(userId, otherId));
      cache.markChanged(keyOf(otherId, userId));
    },
    lastPosition: (conversation: string) => lastPositions.get(conversation),
    recordPosition,
  };
}
export type SendLookups = ReturnType<typeof createSendLookups>;
