/**
 * Why a socket was refused or ended: a foreign origin, a broken handshake, no living session, too many tabs, too many
 * events, or a failure of our own (mostly the database).
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

/** What sockets tell operators. */
export interface RealtimeMetrics {
  connected(): void;
  /** @param reason - as Socket.IO names it. */
  disconnected(reason: string): void;
  rejected(cause: RejectionCause): void;
  /** So many sockets were told who is online. */
  presenceSent(kind: 'list' | 'delta', sockets: number): void;
}
