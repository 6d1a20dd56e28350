import { act, render, waitFor } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { useAuthStore } from '../stores/auth.store.ts';
import { createChatStorage } from '../stores/chat/outbox/chat-db.ts';
import { buildUser } from '../testing/factories.ts';
import { composer, meena, mockChat } from '../testing/open-chat.ts';
import { ChatPage } from './chat.page.tsx';

describe('the chat page', () => {
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
