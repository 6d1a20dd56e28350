/**
 * Why a socket was refused or ended: a foreign origin, a broken handshake, no living session, too many tabs, too many
 * events, or a failure of our own (mostly the database).
 */
export const REFUSAL_CAUSES = [
  'origin',
  'handshake',
  'session',
  'too_many_tabs',
  'too_many_events',
  'failure',
] as const;
type RefusalCause = (typeof REFUSAL_CAUSES)[number];

/** What sockets tell operators. */
export interface RealtimeFigures {
  connected(): void;
  /** @param reason - as Socket.IO names it. */
  disconnected(reason: string): void;
  refused(cause: RefusalCause): void;
  /** So many sockets were told who is online. */
  presenceTold(kind: 'list' | 'delta', sockets: number): void;
}
