import type { Logger } from 'pino';
import type { AppServer, AppSocket } from './socket-types.js';

/** Delay before a failed lookup of a session is repeated. */
const RETRY_DELAY_MS = 5_000;
/** How often all sessions are looked up: a process killed while it ended a session could not notify the others. */
const CHECK_INTERVAL_MS = 60_000;
/** Longest delay of a timer: 2^31 - 1 ms. */
const MAX_TIMER_MS = 2_147_483_647;

export interface Sessions {
  /** When a session expires; null when it has ended. */
  findExpiry(sessionId: string): Promise<Date | null>;
  /** Which of these sessions are live. */
  findLiveSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
}

interface SessionWatchOptions {
  io: AppServer;
  sessions: Sessions;
  logger: Logger;
}

export interface SessionWatch {
  /** Disconnects a socket when its session expires, or has ended before the socket joined its room. */
  watch(socket: AppSocket): void;
  /** Disconnects all sockets of this process whose session has ended. */
  closeEnded(): Promise<void>;
  close(): void;
}

export function createSessionWatch({ io, sessions, logger }: SessionWatchOptions): SessionWatch {
  const timer = setInterval(() => void closeEnded(), CHECK_INTERVAL_MS).unref();

  async function closeEnded(): Promise<void> {
    const sockets = [...io.sockets.sockets.values()];
    if (sockets.length === 0) return;
    try {
      const ids = new Set(sockets.map(({ data }) => data.sessionId));
      const live = await sessions.findLiveSessions([...ids]);
      for (const socket of sockets) if (!live.has(socket.data.sessionId)) socket.disconnect(true);
    } catch (error) {
      logger.warn({ err: error }, 'Failed to look up socket sessions');
    }
  }

  return {
    watch(socket) {
      let expiryTimer: NodeJS.Timeout | undefined;
      const check = async () => {
        let delayMs = RETRY_DELAY_MS;
        try {
          const expiresAt = await sessions.findExpiry(socket.data.sessionId);
          if (!expiresAt) return void socket.disconnect(true);
          // A renewal may have moved the expiry by then, so the session is looked up again.
          delayMs = expiresAt.getTime() - Date.now();
        } catch (error) {
          logger.warn({ err: error }, 'Failed to look up the session of a socket');
        }
        if (!socket.connected) return;
        expiryTimer = setTimeout(check, Math.min(Math.max(delayMs, 0) + 1, MAX_TIMER_MS)).unref();
      };
      socket.on('disconnect', () => clearTimeout(expiryTimer));
      void check();
    },
    closeEnded,
    close: () => clearInterval(timer),
  };
}
