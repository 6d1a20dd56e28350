import type { mongo } from 'mongoose';

/** Connections of one process to the database. */
export const MAX_POOL_SIZE = 50;

interface PoolListener {
  /** An operation got its connection. */
  onCheckedOut(waitedSeconds: number): void;
  /** An operation got none: `timeout`, `connectionError`, `poolClosed`. */
  onCheckOutFailed(reason: string): void;
}

/** Added up over all clients: mongoose makes a new one for each attempt to connect. */
const state = { open: 0, inUse: 0, waiting: 0, created: 0 };
const listeners = new Set<PoolListener>();

/** Connections to the database, for operators. */
export const databasePool = {
  state: state as Readonly<typeof state>,
  /** @returns what ends it. */
  listen(listener: PoolListener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Follows the connections of a client, from before its first one on. */
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
