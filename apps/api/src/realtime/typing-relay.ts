import { typingInputSchema } from '@safarnama/contracts';
import * as z from 'zod/mini';
import type { VisibilityRules } from './local-users.js';
import { type AppServer, userRoom } from './socket-types.js';
import { createTypingThrottle } from './typing-throttle.js';

interface TypingRelayOptions {
  io: AppServer;
  /** Shortest time between two events from one user to another. */
  intervalMs: number;
  /** A user's rules; null while they may be out of date. */
  getRules(userId: string): VisibilityRules | null;
  /** Publishes an event to the other processes. */
  publish(fromUserId: string, toUserId: string): void;
}

/** Relays `typing` events, unless the sender appears offline or one of the two has blocked the other. */
export function createTypingRelay({ io, intervalMs, getRules, publish }: TypingRelayOptions) {
  const throttle = createTypingThrottle(intervalMs);

  /**
   * Emits to the recipient's sockets in this process. Throttles, as the sender may use tabs in several processes.
   *
   * @returns false for an event that was dropped.
   */
  function deliver(fromUserId: string, toUserId: string): boolean {
    if (!throttle.allow(fromUserId, toUserId)) return false;
    io.local.to(userRoom(toUserId)).emit('typing', { fromUserId });
    return true;
  }

  return {
    deliver,
    /** Handles an event of a client; ignores it when `payload` is invalid. */
    handleTyping(fromUserId: string, payload: unknown): void {
      const input = z.safeParse(typingInputSchema, payload);
      const rules = getRules(fromUserId);
      if (!input.success || !rules || rules.appearsOffline) return;
      const { toUserId } = input.data;
      if (toUserId === fromUserId || rules.blocked.has(toUserId)) return;
      if (deliver(fromUserId, toUserId)) publish(fromUserId, toUserId);
    },
  };
}
