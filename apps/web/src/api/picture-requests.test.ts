import { expect, it, onTestFinished, vi } from 'vitest';
import { buildDraft, buildMessage, buildPost, buildSavedPost, buildUser } from '../testing/factories.ts';
import { mockResponse } from '../testing/server.ts';
import { updateProfile } from './auth.api.ts';
import { save } from './draft.api.ts';
import { send } from './message.api.ts';
import { create, update } from './post.api.ts';

const blogImage = 'data:image/png;base64,iVBORw0KGgo=';
const story = { blogTitle: 'ঢাকার পথে', blogContent: 'কুয়াশা', blogImage };
const { signal } = new AbortController();

it.each([
  ['publishing a story', () => create(story)],
  ['updating a story', () => update('p1', story)],
  ['saving a draft', () => save('k1', { ...story, version: 0 }, signal)],
  ['sending a message', () => send('u1', { text: '', image: blogImage }, { socketId: null, signal })],
])('%s: has no timeout, since uploading a picture may take minutes', async (_request, sendRequest) => {
  const saved = buildSavedPost(buildPost());
  mockResponse('post', '/api/post/create-post', saved, { status: 201 });
  mockResponse('put', '/api/post/update-post/:id', saved);
  mockResponse('put', '/api/drafts/:key', { draft: buildDraft() });
  mockResponse('post', '/api/message/send/:receiverId', buildMessage());
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  onTestFinished(() => timeout.mockRestore());

  await sendRequest();

  expect(timeout).not.toHaveBeenCalled();
});

it('updating the profile without a picture: has a timeout', async () => {
  mockResponse('put', '/api/auth/update-profile', buildUser());
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  onTestFinished(() => timeout.mockRestore());

  await updateProfile({ fullName: 'मीरा', language: 'hi' });

  expect(timeout).toHaveBeenCalledWith(15_000);
});
