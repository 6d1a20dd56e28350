import type { Logger } from 'pino';
import type { AppServer } from './socket-types.js';

/** Sockets close within a second of the end of their session, which leaves a query 0.2 s. */
const CHECK_INTERVAL_MS = 800;

export interface Sessions {
  /** Which of these sessions have ended or expired. */
  findEndedSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
}

interface SessionWatchOptions {
  io: AppServer;
  sessions: Sessions;
  logger: Logger;
}

/**
 * Closes the sockets of this process whose session has ended or expired, whichever way and in whichever process:
 * docs/decisions/028-session-cache.md.
 */
export function createSessionWatch({ io, sessions, logger }: SessionWatchOptions) {
  let isRunning = false;
  let isFailing = false;

  async function closeEnded(): Promise<void> {
    const sockets = [...io.sockets.sockets.values()];
    if (isRunning || sockets.length === 0) return;
    isRunning = true;
    try {
      const ended = await sessions.findEndedSessions([...new Set(sockets.map(({ data }) => data.sessionId))]);
      for (const socket of sockets) if (ended.has(socket.data.sessionId)) socket.disconnect(true);
      isFailing = false;
    } catch (error) {
      if (!isFailing) logger.warn({ err: error }, 'Failed to look up the sessions of sockets');
      isFailing = true;
    } finally {
      isRunning = false;
    }
  }

  const timer = setInterval(() => void closeEnded(), CHECK_INTERVAL_MS).unref();
  return { close: () => clearInterval(timer) };
}
