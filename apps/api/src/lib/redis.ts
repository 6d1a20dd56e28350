import { Redis, ReplyError } from 'ioredis';
import type { Logger } from 'pino';
import { within } from './within.js';

/** Delay between attempts to connect. */
const RETRY_DELAY_MS = 500;
const CONNECT_TIMEOUT_MS = 2_000;
/** Longest time that a command waits for its response. */
const COMMAND_TIMEOUT_MS = 1_000;
/** Interval of the pings that detect a connection whose peer has silently disappeared. */
const HEALTH_CHECK_INTERVAL_MS = 2_000;

/** The clients that the Socket.IO adapter uses. They never reject and never block. */
interface AdapterClients {
  publisher: {
    spublish(channel: string, payload: string | Buffer): Promise<number>;
    /** The adapter counts the subscribers of its channel with it, to know how many acknowledgements to wait for. */
    send_command(
      command: string,
      args: string[],
      callback: (error: null, subscribers: [channel: string, count: number]) => void,
    ): void;
  };
  subscriber: {
    on(event: 'smessageBuffer', listener: (channel: Buffer, message: Buffer) => void): void;
    ssubscribe(channel: string): void;
    sunsubscribe(channel: string): void;
  };
}

/** The two connections to Redis: one for commands, one for subscriptions. */
export interface RedisConnection {
  /** True while both connections respond and all subscriptions are active. */
  isUp(): boolean;
  /** Its methods reject immediately while Redis is unavailable, and after a second without a response. */
  commands: Redis;
  /** Prefix of all keys and channels. */
  prefix: string;
  adapterClients: AdapterClients;
  /**
   * Resolves once Redis has handled all commands sent so far and has sent on what they published; immediately while it
   * is unavailable, and after a second without a response.
   */
  flush(): Promise<void>;
  /**
   * Calls the listener each time Redis becomes available with all subscriptions; immediately if it already is.
   * `hasLostEvents` means that this process failed to publish an event since the last call.
   */
  onReady(listener: (hasLostEvents: boolean) => void): void;
  close(): void;
}

/** Connects to Redis in the background and reconnects indefinitely; until then the process works without it. */
export function connectRedis(url: string, logger: Logger): RedisConnection {
  const options = {
    retryStrategy: () => RETRY_DELAY_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    autoResendUnfulfilledCommands: false,
  };
  const commands = new Redis(url, {
    ...options,
    commandTimeout: COMMAND_TIMEOUT_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
  });
  // The client queues subscriptions until it is connected and renews them after each reconnect.
  const subscriber = new Redis(url, { ...options, maxRetriesPerRequest: null });
  const prefix = `safarnama:${commands.options.db ?? 0}`;
  const listeners: ((hasLostEvents: boolean) => void)[] = [];
  let lastError: unknown;
  /** Null until the first connection succeeds or fails. */
  let isUp: boolean | null = null;
  let hasLostEvents = false;
  let isClosed = false;

  /** Events before the first connection do not count: nobody has used this process yet. */
  function markEventLost(): void {
    if (isUp !== null) hasLostEvents = true;
  }

  function markUnavailable(): void {
    if (isClosed || isUp === false) return;
    isUp = false;
    // Logged once, not with every attempt.
    logger.warn({ err: lastError }, 'Redis is unavailable; this process continues without it');
  }

  const areConnected = () => commands.status === 'ready' && subscriber.status === 'ready';

  async function checkReady(): Promise<void> {
    if (!areConnected()) return;
    try {
      // Redis handles the ping after the subscriptions that were sent before it.
      await Promise.all([commands.ping(), pingWithTimeout(subscriber)]);
    } catch {
      return;
    }
    // Either connection may have closed after its own response.
    if (isUp === true || isClosed || !areConnected()) return;
    isUp = true;
    logger.info('Connected to Redis');
    const hadLostEvents = hasLostEvents;
    hasLostEvents = false;
    for (const listener of listeners) listener(hadLostEvents);
  }

  for (const client of [commands, subscriber]) {
    client.on('error', (error) => {
      lastError = withoutCommand(error);
    });
    client.on('close', markUnavailable);
    client.on('ready', () => void checkReady());
  }

  const healthCheck = setInterval(async () => {
    for (const client of [commands, subscriber]) {
      if (client.status !== 'ready') continue;
      try {
        // Two attempts: after a blocked event loop the first may time out with its response still unread.
        await pingWithTimeout(client).catch(() => pingWithTimeout(client));
      } catch (error) {
        lastError = error;
        if (!isClosed) client.disconnect(true);
      }
    }
    if (isUp !== true) void checkReady();
  }, HEALTH_CHECK_INTERVAL_MS);
  healthCheck.unref();

  /** Redis rejects subscriptions before version 7 and without permission; a lost connection is not logged here. */
  const logRejectedSubscription = (error: unknown) => {
    if (error instanceof ReplyError) {
      logger.error(
        { err: withoutCommand(error) },
        'Redis rejected a subscription: version 7 or later is required',
      );
    }
  };

  return {
    isUp: () => isUp === true,
    commands,
    prefix,
    adapterClients: {
      publisher: {
        spublish(channel, payload) {
          // Also while only the subscriptions are lost: publishing needs only this connection.
          if (commands.status === 'ready') commands.spublish(channel, payload).catch(markEventLost);
          else markEventLost();
          return Promise.resolve(0);
        },
        send_command(command, [subcommand = '', channel = ''], callback) {
          commands
            .call(command, subcommand, channel)
            .then((response) => Number(Object(response)[1]))
            .catch(() => 0)
            .then((count) => callback(null, [channel, count]));
        },
      },
      subscriber: {
        on: (event, listener) => void subscriber.on(event, listener),
        ssubscribe: (channel) => void subscriber.ssubscribe(channel).catch(logRejectedSubscription),
        sunsubscribe: (channel) => void subscriber.sunsubscribe(channel).catch(logRejectedSubscription),
      },
    },
    async flush() {
      try {
        // Redis handles the commands of a connection in their order, but may respond to the publisher before it sends
        // the event to the subscribers. It sends everything before it handles the commands that arrive later.
        await commands.ping();
        await commands.ping();
      } catch {
        // Unavailable.
      }
    },
    onReady(listener) {
      listeners.push(listener);
      if (isUp === true) listener(false);
    },
    close() {
      isClosed = true;
      isUp = false;
      clearInterval(healthCheck);
      commands.disconnect();
      subscriber.disconnect();
    },
  };
}

/** Removes the rejected command from an error before it is logged: the command may contain the password. */
function withoutCommand(error: unknown): unknown {
  if (error instanceof Error) Reflect.deleteProperty(error, 'command');
  return error;
}

/** @throws when the client does not respond in time. */
async function pingWithTimeout(client: Redis): Promise<void> {
  const response = await within(client.ping(), COMMAND_TIMEOUT_MS, null);
  if (response === null) throw new Error('Redis does not respond');
}
