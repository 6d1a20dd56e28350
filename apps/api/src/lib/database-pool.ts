import type { mongo } from 'mongoose';

/** Maximum number of database connections of a process. */
export const MAX_POOL_SIZE = 50;

interface PoolListener {
  /** An operation has checked out a connection after waiting this long. */
  onCheckedOut(waitedSeconds: number): void;
  /** An operation failed to check out a connection: `timeout`, `connectionError`, `poolClosed`. */
  onCheckOutFailed(reason: string): void;
}

/** Totals over all clients; mongoose creates a new client for each attempt to connect. */
const state = { open: 0, inUse: 0, waiting: 0, created: 0 };
const listeners = new Set<PoolListener>();

/** Observes the connection pools of the database for metrics. */
export const databasePool = {
  state: state as Readonly<typeof state>,
  /** Adds a listener. @returns a function that removes it. */
  listen(listener: PoolListener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Tracks the connections of a client; call it before the first one is opened. */
export function watchPool(client: mongo.MongoClient): void {
  client.on('connectionCreated', () => {
    state.open += 1;
    state.created += 1;
  });
  client.on('connectionClosed', () => {
    state.open -= 1;
  });
  client.on('connectionCheckOutStarted', () => {
    state.waiting += 1;
  });
  client.on('connectionCheckedOut', ({ durationMS }) => {
    state.waiting -= 1;
    state.inUse += 1;
    for (const listener of listeners) listener.onCheckedOut(durationMS / 1000);
  });
  client.on('connectionCheckOutFailed', ({ reason }) => {
    state.waiting -= 1;
    for (const listener of listeners) listener.onCheckOutFailed(reason);
  });
  client.on('connectionCheckedIn', () => {
    state.inUse -= 1;
  });
}
