import { setTimeout as wait } from 'node:timers/promises';
import { Redis, ReplyError } from 'ioredis';
import type { Logger } from 'pino';

/** Until the next try to connect. */
const RETRY_DELAY_MS = 500;
const CONNECT_TIMEOUT_MS = 2_000;
/** How long a command may take: nobody waits for Redis longer. */
const COMMAND_TIMEOUT_MS = 1_000;
/** How often both lines are asked whether they live: a line that went silent says nothing by itself. */
const HEALTH_CHECK_INTERVAL_MS = 2_000;

/** What the adapter of Socket.IO needs of a client; never rejects and never waits, so that Redis delays nobody. */
interface AdapterClients {
  publisher: { spublish(channel: string, payload: string | Buffer): Promise<number> };
  subscriber: {
    on(event: 'smessageBuffer', listener: (channel: Buffer, message: Buffer) => void): void;
    ssubscribe(channel: string): void;
    sunsubscribe(channel: string): void;
  };
}

/** The two lines to Redis, one for commands and one for what others publish. */
export interface RedisConnection {
  /** True while both lines answer and everything is subscribed. */
  isUp(): boolean;
  /** Rejects at once while Redis is away, and after a second when it does not answer. */
  commands: Redis;
  /** Begins the names of all keys and channels. */
  prefix: string;
  adapterClients: AdapterClients;
  /** Calls back each time Redis is there (again), with everything subscribed; at once if it is. */
  onReady(listener: () => void): void;
  close(): void;
}

/** Connects to Redis in the background, for good: where it is away, the process goes on without it. */
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
  // Its few subscriptions wait for the line, and are made again by the client on each new one.
  const subscriber = new Redis(url, { ...options, maxRetriesPerRequest: null });
  const prefix = `safarnama:${commands.options.db ?? 0}`;
  const listeners: (() => void)[] = [];
  let lastError: unknown;
  /** Null until it is known for the first time. */
  let isUp: boolean | null = null;
  let isClosed = false;

  function markUnavailable(): void {
    if (isClosed || isUp === false) return;
    isUp = false;
    // Once, not with every try.
    logger.warn({ err: lastError }, 'Redis is away: this process goes on alone');
  }

  async function checkReady(): Promise<void> {
    if (commands.status !== 'ready' || subscriber.status !== 'ready') return;
    try {
      // Answered after the subscriptions that were sent before it.
      await Promise.all([commands.ping(), pingWithTimeout(subscriber)]);
    } catch {
      return;
    }
    if (isUp === true || isClosed || subscriber.status !== 'ready') return;
    isUp = true;
    logger.info('Redis is there');
    for (const listener of listeners) listener();
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
        // Asked twice: a process that was held up itself may not have read the first answer yet.
        await pingWithTimeout(client).catch(() => pingWithTimeout(client));
      } catch (error) {
        lastError = error;
        if (!isClosed) client.disconnect(true);
      }
    }
    if (isUp !== true) void checkReady();
  }, HEALTH_CHECK_INTERVAL_MS);
  healthCheck.unref();

  /** Subscriptions that Redis refuses are a fault of its version or its rights; lost lines are not. */
  const logRefusedSubscription = (error: unknown) => {
    if (error instanceof ReplyError) {
      logger.error(
        { err: withoutCommand(error) },
        'Redis refused a subscription: it must be of version 7 or later',
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
          if (isUp === true) commands.spublish(channel, payload).catch(() => undefined);
          return Promise.resolve(0);
        },
      },
      subscriber: {
        on: (event, listener) => void subscriber.on(event, listener),
        ssubscribe: (channel) => void subscriber.ssubscribe(channel).catch(logRefusedSubscription),
        sunsubscribe: (channel) => void subscriber.sunsubscribe(channel).catch(logRefusedSubscription),
      },
    },
    onReady(listener) {
      listeners.push(listener);
      if (isUp === true) listener();
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

/** An error as it may be logged: the command that Redis refused may hold the password. */
function withoutCommand(error: unknown): unknown {
  if (error instanceof Error) Reflect.deleteProperty(error, 'command');
  return error;
}

/** @throws when a line does not answer in time. */
async function pingWithTimeout(client: Redis): Promise<void> {
  const timeout = new AbortController();
  try {
    await Promise.race([
      client.ping(),
      wait(COMMAND_TIMEOUT_MS, undefined, { signal: timeout.signal, ref: false }).then(() => {
        throw new Error('Redis does not answer');
      }),
    ]);
  } finally {
    timeout.abort();
  }
}
