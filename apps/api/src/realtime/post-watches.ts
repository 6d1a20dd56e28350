import { MAX_WATCHED_POSTS, postReferenceSchema, type WatchResult } from '@safarnama/contracts';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { type AppServer, type AppSocket, postRoom } from './socket-types.js';

export interface PublishedPosts {
  /** Returns which of these stories are published: neither deleted nor unpublished. */
  findPublishedPosts(postIds: readonly string[]): Promise<ReadonlySet<string>>;
}

interface PostWatchOptions {
  io: AppServer;
  posts: PublishedPosts;
  logger: Logger;
}

/** Lets sockets watch stories: a socket in the room of a story receives the changes of its comments. */
interface PostWatches {
  /** Handles `watchPost` and `unwatchPost` of a socket. */
  accept(socket: AppSocket): void;
  /** Removes this process's sockets from the rooms of hidden stories, in case `postHidden` could not be announced. */
  leaveHidden(): Promise<void>;
}

const ROOM_PREFIX = postRoom('');
const isPostRoom = (room: string) => room.startsWith(ROOM_PREFIX);

/** The id of the story in a payload; null for an invalid payload. */
function parsePostId(payload: unknown): string | null {
  const reference = z.safeParse(postReferenceSchema, payload);
  return reference.success ? reference.data.postId : null;
}

export function createPostWatches({ io, posts, logger }: PostWatchOptions): PostWatches {
  /**
   * Joins before looking the story up: if it is hidden in between, either the lookup notices or its room is emptied.
   */
  async function joinAndLookUp(socket: AppSocket, postId: string): Promise<boolean> {
    try {
      await socket.join(postRoom(postId));
      return (await posts.findPublishedPosts([postId])).has(postId);
    } catch (error) {
      logger.warn({ err: error }, 'Failed to look up a watched story');
      return false;
    }
  }

  function createHandlers(socket: AppSocket) {
    /** Pending lookups by story: a repeated `watchPost` gets the result of the first. */
    const lookups = new Map<string, Promise<boolean>>();

    async function watch(postId: string): Promise<boolean> {
      const pending = lookups.get(postId);
      if (pending) return pending;
      if (socket.rooms.has(postRoom(postId))) return true;
      if ([...socket.rooms].filter(isPostRoom).length >= MAX_WATCHED_POSTS) return false;
      const lookup = joinAndLookUp(socket, postId);
      lookups.set(postId, lookup);
      const isPublished = await lookup;
      // Otherwise, `unwatchPost` was called in the meantime, and the room may belong to a later `watchPost`.
      if (lookups.get(postId) === lookup) {
        lookups.delete(postId);
        if (!isPublished) await socket.leave(postRoom(postId));
      }
      return isPublished;
    }

    async function unwatch(postId: string): Promise<boolean> {
      lookups.delete(postId);
      await socket.leave(postRoom(postId));
      return true;
    }

    return { watch, unwatch };
  }

  /** Creates a handler that ignores invalid arguments, and responds only to clients that request it. */
  const handleWith =
    (action: (postId: string) => Promise<boolean>) =>
    async (...args: unknown[]): Promise<void> => {
      const acknowledge = args.at(-1);
      const postId = parsePostId(args[0]);
      const result: WatchResult = { ok: postId !== null && (await action(postId)) };
      if (typeof acknowledge === 'function') acknowledge(result);
    };

  return {
    accept(socket) {
      const { watch, unwatch } = createHandlers(socket);
      socket.on('watchPost', handleWith(watch));
      socket.on('unwatchPost', handleWith(unwatch));
    },
    async leaveHidden() {
      const rooms = [...io.sockets.adapter.rooms.keys()].filter(isPostRoom);
      if (rooms.length === 0) return;
      try {
        const published = await posts.findPublishedPosts(rooms.map((room) => room.slice(ROOM_PREFIX.length)));
        const hidden = rooms.filter((room) => !published.has(room.slice(ROOM_PREFIX.length)));
        if (hidden.length > 0) io.local.in(hidden).socketsLeave(hidden);
      } catch (error) {
        logger.warn({ err: error }, 'Failed to look up watched stories');
      }
    },
  };
}
