import { act, render, waitFor } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { useAuthStore } from '../stores/auth.store.ts';
import { createChatStorage } from '../stores/chat/outbox/chat-db.ts';
import { composer, me, meena, mockChat } from '../testing/open-chat.ts';
import { ChatPage } from './chat.page.tsx';

describe('the chat page', () => {
  it('before the script of the chat is loaded: restores the drafts of this device', async () => {
    await createChatStorage().putDraft([me._id, meena._id, 'text'], 'பாதி கடிதம்');
    mockChat();
    act(() => useAuthStore.setState({ user: me }));

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
