/**
 * Why a socket was rejected or closed: a foreign origin, an invalid handshake, no live session, too many tabs, too many
 * events, or an internal failure (mostly an unavailable database).
 */
export const REJECTION_CAUSES = [
  'origin',
  'handshake',
  'session',
  'too_many_tabs',
  'too_many_events',
  'failure',
] as const;
type RejectionCause = (typeof REJECTION_CAUSES)[number];

/** Counts what happens to sockets. */
export interface RealtimeMetrics {
  connected(): void;
  /** @param reason - the disconnect reason of Socket.IO. */
  disconnected(reason: string): void;
  rejected(cause: RejectionCause): void;
  /** @param sockets - how many received the update. */
  presenceSent(kind: 'list' | 'delta', sockets: number): void;
}
