import type { SharedPost } from '@safarnama/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useAuthStore } from '../../stores/auth.store.ts';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { getDraft } from '../../stores/chat/drafts-slice.ts';
import { buildId } from '../../testing/factories.ts';
import { fakeSocket } from '../../testing/fake-socket.ts';
import {
  buildPage,
  composer,
  connectSocket,
  conversation,
  me,
  meena,
  messageFrom,
  openChat,
} from '../../testing/open-chat.ts';
import { mockError, mockResponse } from '../../testing/server.ts';

const STORY = {
  postId: buildId(),
  post: {
    slug: 'ghat-par-subah',
    blogTitle: 'घाट पर सुबह',
    blogImage: '/media/ghat',
    authorName: meena.fullName,
  },
  quotedText: 'पहली नाव\nसूरज से पहले',
};
const SEND_PATH = `/api/message/send/${meena._id}`;

/** Attaches the story to the message to `meena`, as the story's page does. */
function attachStory(): void {
  useAuthStore.setState({ user: me });
  useChatStore.getState().setDraft(meena._id, { story: STORY });
}

const preview = () => screen.getByRole('group', { name: 'About this story' });

describe('a message about a story', () => {
  it('from either user: shows picture, title, author and quoted words, and links to the story', async () => {
    await openChat([
      messageFrom(me._id, 'कितने बजे?', undefined, STORY),
      messageFrom(meena._id, '', undefined, { ...STORY, quotedText: '' }),
    ]);

    const links = within(conversation()).getAllByRole('link', { name: /घाट पर सुबह/ });
    expect(links).toHaveLength(2);
    for (const link of links) {
      expect(link).toHaveAttribute('href', '/post/ghat-par-subah');
      expect(link).toHaveTextContent(`by ${meena.fullName}`);
      expect(link.querySelector('img')).toHaveAttribute('src', '/media/ghat?w=320');
    }
    expect(within(conversation()).getByText(/पहली नाव\s+सूरज से पहले/)).toBeVisible();
  });

  it('whose story has been deleted: shows a note and the quoted words, without a link', async () => {
    await openChat([messageFrom(meena._id, 'और यह?', undefined, { ...STORY, post: null })]);

    expect(within(conversation()).getByText('This story is no longer available.')).toBeVisible();
    expect(within(conversation()).getByText(/पहली नाव/)).toBeVisible();
    expect(within(conversation()).queryByRole('link')).not.toBeInTheDocument();
  });

  it('whose story is changed, deleted and restored: shows each state', async () => {
    await openChat([
      messageFrom(me._id, 'यह', undefined, { ...STORY, _id: buildId(), postId: buildId() }),
      messageFrom(meena._id, 'और यह', undefined, STORY),
    ]);
    await connectSocket();
    const change = (post: SharedPost | null) =>
      act(() => fakeSocket.listeners?.sharedPostChanged({ postId: STORY.postId, post }));
    const expectLinks = (...titles: string[]) =>
      expect(
        within(conversation())
          .queryAllByRole('link')
          .map(({ textContent }) => textContent),
      ).toEqual(titles.map((title) => expect.stringContaining(title)));

    change({ ...STORY.post, blogTitle: 'शाम' });
    expectLinks('सुबह', 'शाम');
    change(null);
    expectLinks('सुबह');
    expect(within(conversation()).getByText('This story is no longer available.')).toBeVisible();
    change(STORY.post);
    expectLinks('सुबह', 'सुबह');
    expect(within(conversation()).queryByText('This story is no longer available.')).not.toBeInTheDocument();
  });

  it('whose story was changed while offline: shows its state after the reconnect', async () => {
    const older = messageFrom(meena._id, 'पुराना', '2026-03-01T09:00:00.000Z', STORY);
    const { requests } = await openChat([older, messageFrom(me._id, 'नया')]);
    await connectSocket();
    await waitFor(() => expect(requests.length).toBeGreaterThan(1));
    const changed = { ...older, post: { ...STORY.post, blogTitle: 'शाम' } };
    mockResponse('get', `/api/message/${meena._id}`, buildPage([changed]));

    act(() => fakeSocket.listeners?.onDisconnect());
    await connectSocket();

    expect(await within(conversation()).findByRole('link', { name: /शाम/ })).toBeVisible();
    expect(within(conversation()).getAllByRole('link')).toHaveLength(1);
    expect(within(conversation()).getByText('नया')).toBeVisible();
  });

  it('replied to: is quoted as a story', async () => {
    const { user } = await openChat([messageFrom(meena._id, '', undefined, { ...STORY, quotedText: '' })]);

    await user.click(within(conversation()).getByRole('button', { name: 'Reply' }));

    const form = composer().closest('form');
    if (!form) throw new Error('The composer is not a form');
    expect(within(form).getByText('Story')).toBeVisible();
  });

  it('from the partner: is announced and listed as a shared story', async () => {
    await openChat([messageFrom(meena._id, 'नमस्ते')]);
    useChatStore.getState().receiveMessage(messageFrom(meena._id, '', '2026-03-01T10:01:00.000Z', STORY));

    expect(await screen.findByText(`${meena.fullName}: a story`)).toBeInTheDocument();
    expect(screen.getByText('Shared a story')).toBeVisible();
  });
});

describe('a story attached in the composer', () => {
  it('and sent without text: is shown in the conversation', async () => {
    attachStory();
    const { user } = await openChat();
    const sent = mockResponse('post', SEND_PATH, messageFrom(me._id, '', undefined, STORY), { status: 201 });
    expect(within(preview()).getByText('घाट पर सुबह')).toBeVisible();
    expect(within(preview()).queryByRole('link')).not.toBeInTheDocument();

    await user.click(screen.getByRole('button', { name: 'Send' }));

    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({
      text: '',
      image: '',
      postId: STORY.postId,
      quotedText: STORY.quotedText,
    });
    expect(screen.queryByRole('group', { name: 'About this story' })).not.toBeInTheDocument();
    expect(await within(conversation()).findByRole('link', { name: /घाट पर सुबह/ })).toBeVisible();
    expect(composer()).toHaveFocus();
  });

  it('and removed: is not sent; the text stays', async () => {
    attachStory();
    const { user } = await openChat();
    await user.type(composer(), 'नमस्ते');

    await user.click(screen.getByRole('button', { name: 'Remove story' }));

    expect(screen.queryByRole('group', { name: 'About this story' })).not.toBeInTheDocument();
    expect(composer()).toHaveValue('नमस्ते');
    expect(composer()).toHaveFocus();
    const sent = mockResponse('post', SEND_PATH, messageFrom(me._id, 'नमस्ते'), { status: 201 });
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).not.toHaveProperty('postId');
  });

  it('and rejected because the story has been deleted: returns to the composer with its text', async () => {
    attachStory();
    const { user } = await openChat();
    mockError('post', SEND_PATH, 404, 'Post not found');
    await user.type(composer(), 'कितने बजे?');

    await user.keyboard('{Enter}');

    await waitFor(() => expect(composer()).toHaveValue('कितने बजे?'));
    expect(getDraft(useChatStore.getState(), meena._id).story).toEqual(STORY);
    expect(within(preview()).getByText('घाट पर सुबह')).toBeVisible();
    expect(await screen.findByText('Post not found')).toBeInTheDocument();
  });
});
