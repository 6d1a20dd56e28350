import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '../../i18n/strings.ts';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { createChatStorage } from '../../stores/chat/chat-storage.ts';
import {
  composer,
  connectSocket,
  me,
  meena,
  messageFrom,
  openChat,
  receive,
  zoya,
} from '../../testing/open-chat.ts';
import { mockError } from '../../testing/server.ts';

it('the language changed while a conversation is open: shows its texts in the new language and preserves the draft', async () => {
  const { user } = await openChat([messageFrom(meena._id, 'முன்'), messageFrom(me._id, 'பின்')]);
  act(() => useChatStore.getState().setDraft(zoya._id, { text: 'कौन-सी बस?' }));
  expect(screen.getByText('Draft:')).toBeVisible();
  await user.type(composer(), 'எப்போது?');

  await act(() => setLanguage('hi'));

  expect(screen.getByLabelText('संदेश')).toHaveValue('எப்போது?');
  const conversation = screen.getByRole('region', { name: `${meena.fullName} के साथ बातचीत` });
  expect(within(conversation).getByText('भेजा गया')).toBeInTheDocument();
  expect(screen.getByText('ड्राफ़्ट:')).toBeVisible();
});

it('messages in Tamil: have their language in the list, a quote, a draft and the announcement', async () => {
  const quoted = messageFrom(meena._id, 'படகு எங்கே?');
  const quote = {
    _id: quoted._id,
    senderId: meena._id,
    text: quoted.text,
    hasImage: false,
    isDeleted: false,
  };
  await openChat([quoted, messageFrom(me._id, 'Here', undefined, { replyTo: quote })]);
  await connectSocket();
  act(() => useChatStore.getState().setDraft(zoya._id, { text: 'படகு போச்சு' }));
  receive(messageFrom(meena._id, 'படகு வந்தது'));

  // The first message and its quote, the draft in the list, and the new message with its preview and announcement.
  await waitFor(() => expect(screen.getAllByText(/படகு/)).toHaveLength(6));
  const languages = screen.getAllByText(/படகு/).map((text) => text.closest('[lang]')?.getAttribute('lang'));
  expect(languages).toEqual(Array(6).fill('ta'));
  expect(screen.getByText('Here').closest('[lang]')).toBe(document.documentElement);
});

describe('a message that was rejected earlier', () => {
  /** Stores a message on the device as the outbox does after a rejection. */
  const storeRejected = (text: string, failure: { error: string; errorCode?: string | null }) =>
    createChatStorage().putOutgoing({
      clientMessageId: `rejected-${text}`,
      ownerId: me._id,
      receiverId: meena._id,
      text,
      image: '',
      createdAt: '2026-03-01T11:00:00.000Z',
      ...failure,
    });
  const rowWith = async (text: string) => {
    const row = (await screen.findByText(text)).closest('li');
    if (!row) throw new Error('The message is not in a row');
    return row;
  };

  it('with a code: shows the reason in the current language', async () => {
    await storeRejected('கேளுங்கள்', {
      error: "You can't send messages to this person.",
      errorCode: 'cannot_message',
    });
    await openChat([messageFrom(meena._id, 'முன்')]);
    const row = await rowWith('கேளுங்கள்');
    expect(within(row).getByText("You can't send messages to this person.")).toBeVisible();

    await act(() => setLanguage('hi'));
    expect(within(row).queryByText("You can't send messages to this person.")).not.toBeInTheDocument();
    expect(within(row).getByText('इन्हें संदेश नहीं भेजा जा सकता।')).toBeVisible();

    await act(() => setLanguage('en'));
    expect(within(row).getByText("You can't send messages to this person.")).toBeVisible();
  });

  it('stored by a version without codes: shows the reason as the server sent it', async () => {
    await storeRejected('पुराना', { error: 'Not so' });
    await openChat([messageFrom(meena._id, 'முன்')]);

    expect(within(await rowWith('पुराना')).getByText('Not so')).toBeVisible();
  });

  it('without a server message: shows the default text', async () => {
    await storeRejected('बिना', { error: 'Message Send Failed', errorCode: null });
    await openChat([messageFrom(meena._id, 'முன்')]);

    expect(within(await rowWith('बिना')).getByText('Failed to send message')).toBeVisible();
  });
});

it('a rejection in Hindi: is shown in Hindi, and stored in English with its code', async () => {
  const { user } = await openChat();
  await act(() => setLanguage('hi'));
  mockError(
    'post',
    `/api/message/send/${meena._id}`,
    403,
    "You can't send messages to this person.",
    'cannot_message',
  );

  await user.type(screen.getByLabelText('संदेश'), 'கேளுங்கள்{Enter}');

  expect(await screen.findByText('इन्हें संदेश नहीं भेजा जा सकता।')).toBeInTheDocument();
  expect(useChatStore.getState()).toMatchObject({
    error: "You can't send messages to this person.",
    errorCode: 'cannot_message',
  });
});
