import type { SharedPost } from '@safarnama/contracts';
import { Types } from 'mongoose';
import { expect, it, vi } from 'vitest';
import { useDatabase } from '../../test/mongo.js';
import { whenBackgroundTasksEnd } from '../lib/background.js';
import { conversationKey, MessageModel } from './message.model.js';
import { createStoryChanges } from './story-changes.js';

useDatabase();

it('a story that changes ten times while users are notified of it: notifies them once more', async () => {
  const [postId, senderId, receiverId] = [new Types.ObjectId(), new Types.ObjectId(), new Types.ObjectId()];
  const conversation = conversationKey(senderId.toHexString(), receiverId.toHexString());
  const message = { conversation, seq: 1, senderId, receiverId, clientKey: 'x', postId };
  await MessageModel.create({ ...message, createdAt: new Date() });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const load = vi.fn(async () => {
    await released;
    return new Map<string, SharedPost>();
  });
  const sharedPostChanged = vi.fn();
  const storyChanges = createStoryChanges({ sharedPosts: { load }, realtime: { sharedPostChanged } });

  storyChanges.announce(postId);
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  for (let change = 0; change < 10; change += 1) storyChanges.announce(postId);
  release();
  await whenBackgroundTasksEnd();

  const users = [senderId.toHexString(), receiverId.toHexString()];
  const notification = [{ postId: postId.toHexString(), post: null }, users];
  expect(sharedPostChanged.mock.calls).toEqual([notification, notification]);
});
