import { describe, expect, it } from 'vitest';
import { buildConversation, buildId, buildMessage } from '../../testing/factories.ts';
import { withPage } from './conversation-merge.ts';
import { EMPTY_CONVERSATION, selectMessages } from './conversation-state.ts';
import { createSharedPosts } from './shared-posts.ts';

const POST = { slug: 'ghat', blogTitle: 'घाट', blogImage: '', authorName: 'மீனா' };
const postId = buildId();

function buildPage(count: number) {
  const messages = Array.from({ length: count }, () => buildMessage({ postId, post: POST }));
  return buildConversation(messages, null);
}

describe('createSharedPosts', () => {
  it('with a page requested before a change: applies the change to it; leaves a page requested later as it is', () => {
    const sharedPosts = createSharedPosts();
    const page = buildPage(1);
    const requestedAt = performance.now() - 1_000;

    sharedPosts.apply(EMPTY_CONVERSATION, { postId, post: null });
    const read = (at: number) =>
      selectMessages(sharedPosts.applyLater(withPage(EMPTY_CONVERSATION, {}, page), at));

    expect(read(requestedAt)).toMatchObject([{ post: null }]);
    expect(read(performance.now() + 1_000)).toMatchObject([{ post: POST }]);
  });

  it('after missed events: reloads page by page back to the first message with a story, retries after a failure, then stops', async () => {
    const sharedPosts = createSharedPosts();
    const { messages_between_sender_receiver: messages } = buildPage(5);
    const older = buildMessage();
    const state = withPage(EMPTY_CONVERSATION, {}, buildConversation([older, ...messages], null));
    const requests: unknown[] = [];
    const load = async (position: object, limit: number) => {
      requests.push([position, limit]);
      if (requests.length === 2) throw new Error('offline');
      return buildConversation(limit > 3 ? messages.slice(2) : messages.slice(0, 2), null);
    };

    await sharedPosts.refresh(state, load);
    expect(requests).toEqual([]);
    sharedPosts.expire();
    await expect(sharedPosts.refresh(state, load)).rejects.toThrow('offline');
    await sharedPosts.refresh(state, load);
    await sharedPosts.refresh(state, load);

    const second = [{ before: messages[2]?._id }, 2];
    expect(requests).toEqual([[{}, 5], second, [{}, 5], second]);
  });
});
