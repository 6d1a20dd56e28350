import { act, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { useAuthStore } from '../stores/auth.store.ts';
import { createChatStorage } from '../stores/chat/chat-storage.ts';
import { buildUser } from '../testing/factories.ts';
import { composer, meena, mockChat } from '../testing/open-chat.ts';
import { createPendingResponse } from '../testing/pending-response.ts';
import { renderApp } from '../testing/render-app.tsx';
import { mockResponse } from '../testing/server.ts';
import { ChatPage } from './chat.page.tsx';

describe('the chat page', () => {
  it('while the user of the conversation is looked up: says that it is loading', async () => {
    mockChat();
    mockResponse('get', '/api/message/get-all-users', []);
    const { pending, release } = createPendingResponse();
    mockResponse('get', `/api/user/${meena._id}`, () => pending.then(() => ({ user: meena })));
    renderApp(`/chat/${meena._id}`);
    await screen.findByText('No users found');

    expect(screen.getByText('Loading messages…')).toHaveRole('status');
    release();

    expect(await screen.findByRole('heading', { level: 2, name: meena.fullName })).toBeVisible();
  });

  it('before the script of the chat is loaded: restores the drafts from this device', async () => {
    // Other tests of this worker may have edited the drafts of `me`.
    const user = buildUser();
    await createChatStorage().putDraft([user._id, meena._id, 'text'], 'பாதி கடிதம்');
    mockChat();
    act(() => useAuthStore.setState({ user }));

    render(
      <MemoryRouter initialEntries={[`/chat/${meena._id}`]}>
        <Routes>
          <Route path="/chat/:userId" element={<ChatPage />} />
        </Routes>
      </MemoryRouter>,
    );

    await waitFor(() => expect(composer()).toHaveValue('பாதி கடிதம்'));
  });
});
