import type { ClientToServerEvents, ServerToClientEvents } from '@safarnama/contracts';
import type { Server, Socket } from 'socket.io';
import type { WriteScope } from '../lib/write-versions.js';
import type { LoadedRules } from './local-users.js';
import type { PresenceSnapshot } from './presence-snapshots.js';

/** The session that a socket belongs to. */
export interface SocketIdentity {
  userId: string;
  sessionId: string;
}

interface SocketData extends SocketIdentity {
  /** The user's visibility rules at the time of the handshake. */
  loadedRules: LoadedRules;
  /** How this client receives presence updates. */
  presence: 'list' | 'delta';
}

/** Events that processes send to each other. */
interface ProcessEvents {
  presenceSnapshot: (snapshot: PresenceSnapshot) => void;
  /** The stored visibility rules of these users changed. */
  visibilityRulesChanged: (userIds: string[]) => void;
  typing: (fromUserId: string, toUserId: string) => void;
  sessionEnded: (sessionId: string) => void;
  blockChanged: (userId: string, otherId: string) => void;
  /** Sent to learn when all events emitted before it have been handled. */
  eventsHandled: (acknowledge: () => void) => void;
  documentsWritten: (scope: WriteScope) => void;
  /** The sender was disconnected from Redis and could not publish all of its events. */
  eventsLost: () => void;
}

export type AppServer = Server<ClientToServerEvents, ServerToClientEvents, ProcessEvents, SocketData>;
export type AppSocket = Socket<ClientToServerEvents, ServerToClientEvents, ProcessEvents, SocketData>;

export const userRoom = (userId: string) => `user:${userId}`;
export const sessionRoom = (sessionId: string) => `session:${sessionId}`;
/** Room of the sockets that watch a story. */
export const postRoom = (postId: string) => `post:${postId}`;
/** Rooms of the clients that receive presence as lists, and of those that receive deltas. */
export const PRESENCE_ROOMS = { list: 'presence:list', delta: 'presence:delta' } as const;

/** Number of sockets of a user in this process, including those whose handshake is running. */
export function countUserSockets(io: AppServer, userId: string): number {
  return io.sockets.adapter.rooms.get(userRoom(userId))?.size ?? 0;
}

/** Number of sockets in this process by user. */
export function countSocketsByUser(io: AppServer): Map<string, number> {
  const userIds = new Set([...io.sockets.sockets.values()].map(({ data }) => data.userId));
  return new Map([...userIds].map((userId) => [userId, countUserSockets(io, userId)]));
}
