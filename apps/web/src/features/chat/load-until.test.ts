import { expect, it } from 'vitest';
import { useAuthStore } from '../../stores/auth.store.ts';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { buildConversation } from '../../testing/factories.ts';
import { me, meena, messageFrom } from '../../testing/open-chat.ts';
import { mockResponse } from '../../testing/server.ts';
import { loadUntil } from './load-until.ts';

it('loadUntil, for a message on a far page: loads long pages until it is found', async () => {
  useAuthStore.setState({ user: me });
  // Newest first; each page has one of them.
  const messages = Array.from({ length: 60 }, (_, index) =>
    messageFrom(meena._id, '', new Date(Date.UTC(2026, 2, 1, 10, -index)).toISOString()),
  );
  const requests = mockResponse('get', `/api/message/${meena._id}`, ({ url }) => {
    const before = url.searchParams.get('before');
    const index = messages.findIndex(({ _id }) => _id === before) + 1;
    const message = messages[index];
    if (!message) throw new Error('No page is older');
    return buildConversation([message], message._id);
  });
  await useChatStore.getState().selectUser(meena);

  expect(await loadUntil(messages.at(-1)?._id ?? '', () => false)).toBe('found');

  expect(requests).toHaveLength(60);
  expect(requests.at(-1)?.url.searchParams.get('limit')).toBe('100');
});
