import { Types } from 'mongoose';
import { runInBackground } from '../lib/background.js';
import { createKeyedQueue } from '../lib/keyed-queue.js';
import type { SharedPostService } from '../post/shared-posts.js';
import type { RealtimePort } from '../realtime/realtime-port.js';
import { type MessageDoc, MessageModel } from './message.model.js';

/**
 * Maximum number of messages about a story whose users are notified. Others see its changes when they open the chat.
 */
const MAX_MESSAGES = 1_000;

interface StoryChangesDeps {
  sharedPosts: Pick<SharedPostService, 'load'>;
  realtime: Pick<RealtimePort, 'sharedPostChanged'>;
}

/** Sends the changes of stories to the users whose conversations contain them. */
export function createStoryChanges({ sharedPosts, realtime }: StoryChangesDeps) {
  const runInOrder = createKeyedQueue();
  /** Stories whose notification has not started yet. */
  const waiting = new Set<string>();

  async function notifyUsers(postId: string): Promise<void> {
    waiting.delete(postId);
    const messages = await MessageModel.find({ postId: new Types.ObjectId(postId) })
      .limit(MAX_MESSAGES)
      .select('senderId receiverId')
      .lean<Pick<MessageDoc, 'senderId' | 'receiverId'>[]>();
    if (messages.length === 0) return;
    const posts = await sharedPosts.load([new Types.ObjectId(postId)]);
    const userIds = messages.flatMap(({ senderId, receiverId }) => [
      senderId.toHexString(),
      receiverId.toHexString(),
    ]);
    realtime.sharedPostChanged({ postId, post: posts.get(postId) ?? null }, [...new Set(userIds)]);
  }

  return {
    /**
     * Call after a story was changed, hidden or published again. Clients that miss the event read the story again when
     * they reconnect, so a failed announcement is not retried.
     */
    announce(postId: Types.ObjectId): void {
      const id = postId.toHexString();
      // The notification that is waiting will read the story with this change.
      if (waiting.has(id)) return;
      waiting.add(id);
      runInBackground(() => runInOrder(id, () => notifyUsers(id)));
    },
  };
}
export type StoryChanges = ReturnType<typeof createStoryChanges>;
