import type { Conversation, Message } from '@safarnama/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { buildContact, buildConversation, buildMessage, buildUser } from './factories.ts';
import { fakeSocket } from './fake-socket.ts';
import { renderApp } from './render-app.tsx';
import { mockResponse, type RecordedRequest, signIn } from './server.ts';

/** The users of the chat tests: the signed-in user and two contacts. */
export const me = buildUser({ fullName: 'Arjun Rathore' });
export const meena = buildContact({ fullName: 'மீனாட்சி சுந்தரேஸ்வரர்' });
export const zoya = buildContact({ fullName: 'Zoya' });

/** Builds the only page of a conversation. */
export function buildPage(messages: Message[], overrides: Partial<Conversation> = {}): Conversation {
  return buildConversation(messages, null, overrides);
}

/** Builds a message between `me` and `meena`. */
export function messageFrom(
  senderId: string,
  text: string,
  createdAt = '2026-03-01T10:00:00.000Z',
  overrides: Partial<Message> = {},
): Message {
  return buildMessage({
    senderId,
    receiverId: senderId === me._id ? meena._id : me._id,
    text,
    createdAt,
    ...overrides,
  });
}

/** Signs in as `me`, and mocks two contacts and the conversation with `meena`. @returns the requests for messages. */
export function mockChat(messages: Message[] = [], overrides: Partial<Conversation> = {}): RecordedRequest[] {
  signIn(me);
  mockResponse('get', '/api/message/get-all-users', [meena, zoya]);
  mockResponse('get', '/api/message/unread', { total: 0, byUser: {} });
  for (const contact of [meena, zoya]) {
    mockResponse('get', `/api/user/${contact._id}`, { user: contact });
    for (const kind of ['delivered', 'read']) {
      mockResponse('post', `/api/message/${contact._id}/${kind}`, { unreadCount: 0 });
    }
    mockResponse('get', `/api/message/${contact._id}/changes`, {
      messages: [],
      removed: [],
      changeNumber: 0,
      hasMore: false,
    });
  }
  mockResponse('get', `/api/message/${zoya._id}`, buildPage([]));
  return mockResponse('get', `/api/message/${meena._id}`, buildPage(messages, overrides));
}

/** Opens the conversation with `meena`, signed in as `me`. */
export async function openChat(
  messages: Message[] = [],
  overrides: Partial<Conversation> = {},
): Promise<{ user: UserEvent; requests: RecordedRequest[] }> {
  const requests = mockChat(messages, overrides);
  const user = renderApp(`/chat/${meena._id}`);
  await screen.findByRole('heading', { level: 2, name: meena.fullName });
  if (messages.length > 0) await screen.findByRole('log');
  else await screen.findByText(/No messages yet/);
  return { user, requests };
}

/** Waits until the app has opened its socket, shortly after rendering, and reports it as connected. */
export async function connectSocket(): Promise<void> {
  await waitFor(() => expect(fakeSocket.listeners).not.toBeNull());
  act(() => fakeSocket.listeners?.onConnect('s1'));
}

export const conversation = () => screen.getByRole('region', { name: `Conversation with ${meena.fullName}` });
export const composer = () => screen.getByLabelText('Message');

/** Delivers a message over the socket. */
export function receive(message: Message): void {
  act(() => fakeSocket.listeners?.newMessage(message));
}
