import type { ServerToClientEvents } from '@safarnama/contracts';

/**
 * Why a socket was rejected or closed: a foreign origin, an invalid handshake, no live session, too many tabs, events
 * or handshakes, or an internal failure (mostly an unavailable database).
 */
export const REJECTION_CAUSES = [
  'origin',
  'handshake',
  'session',
  'too_many_tabs',
  'too_many_events',
  'too_many_handshakes',
  'failure',
] as const;
type RejectionCause = (typeof REJECTION_CAUSES)[number];

/** Events that are counted by name: all without presence, which has its own metric, and typing. */
export type CountedEvent = Exclude<keyof ServerToClientEvents, 'getOnlineUsers' | 'presenceDelta' | 'typing'>;

/** Counts what happens to sockets, and what is emitted to them. */
export interface RealtimeMetrics {
  connected(): void;
  /** @param reason - the disconnect reason of Socket.IO. */
  disconnected(reason: string): void;
  rejected(cause: RejectionCause): void;
  /** @param sockets - how many received the update. */
  presenceSent(kind: 'list' | 'delta', sockets: number): void;
  /** Called once for each change that is emitted, however many sockets and rooms it is sent to. */
  emitted(event: CountedEvent): void;
  /** @param seconds - from the complete send request to the event for the recipient. */
  messageEmitted(seconds: number): void;
  /** Called in addition to `emitted`: a sign-out, or the end of a session by another. */
  sessionEnded(): void;
}
