import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useAuthStore } from '../../stores/auth.store.ts';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { getDraft } from '../../stores/chat/drafts-slice.ts';
import { buildError, buildUser } from '../../testing/factories.ts';
import { composer, conversation, me, meena, messageFrom, openChat } from '../../testing/open-chat.ts';
import { mockError, mockResponse } from '../../testing/server.ts';
import { stubSlowDecoding } from '../../testing/slow-picture.ts';

const picture = (size = 4, type = 'image/png', name = 'घाट.png') =>
  new File([new Uint8Array(size)], name, { type });

describe('a picture', () => {
  it('sent: opens in a dialog, zooms to actual size and restores the focus on Escape', async () => {
    const image = '/media/abc';
    const { user } = await openChat([
      messageFrom(meena._id, '', undefined, { image, imageMeta: { width: 800, height: 600, thumbhash: '' } }),
    ]);
    const opener = screen.getByRole('img', { name: `Picture sent by ${meena.fullName}` }).closest('button');
    if (!opener) throw new Error('The picture is not in a button');
    await user.click(opener);

    const dialog = screen.getByRole('dialog', { name: 'Picture' });
    const close = within(dialog).getByRole('button', { name: 'Close picture' });
    expect(close).toHaveFocus();
    await user.tab();
    expect(within(dialog).getByRole('button', { name: 'Actual size' })).toHaveFocus();
    await user.tab({ shift: true });
    expect(close).toHaveFocus();
    await user.click(within(dialog).getByRole('button', { name: 'Actual size' }));
    expect(within(dialog).getByRole('button', { name: 'Fit to screen' })).toBeVisible();
    await user.keyboard('{Escape}');

    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(opener).toHaveFocus();
  });

  it('chosen, pasted or dropped: is previewed, can be removed and is sent', async () => {
    const { user } = await openChat();
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();

    const [input] = screen.getAllByLabelText('Attach a picture');
    if (!input) throw new Error('The composer has no file input');
    await user.upload(input, picture());
    expect(await screen.findByRole('img', { name: 'Picture to send' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove picture' }));
    expect(screen.queryByRole('img', { name: 'Picture to send' })).not.toBeInTheDocument();

    fireEvent.paste(composer(), { clipboardData: { files: [picture()], getData: () => '' } });
    expect(await screen.findByRole('img', { name: 'Picture to send' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove picture' }));

    fireEvent.dragOver(conversation(), { dataTransfer: { types: ['Files'], files: [] } });
    expect(screen.getByText('Drop the picture here')).toBeVisible();
    fireEvent.drop(conversation(), { dataTransfer: { types: ['Files'], files: [picture()] } });
    expect(await screen.findByRole('img', { name: 'Picture to send' })).toBeVisible();
    expect(screen.queryByText('Drop the picture here')).not.toBeInTheDocument();

    const sent = mockResponse(
      'post',
      `/api/message/send/${meena._id}`,
      messageFrom(me._id, '', undefined, { image: '/media/abc' }),
      { status: 201 },
    );
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() =>
      expect(screen.queryByRole('img', { name: 'Picture to send' })).not.toBeInTheDocument(),
    );
    // The preview disappears before the request is sent.
    await waitFor(() =>
      expect(sent[0]?.body).toMatchObject({
        text: '',
        image: expect.stringMatching(/^data:image\/png;base64,/),
      }),
    );
    expect(await screen.findByRole('img', { name: 'Picture sent by you' })).toBeVisible();
  });

  it('not a picture, or too large: is rejected before sending', async () => {
    await openChat();
    const text = picture(4, 'text/plain', 'திட்டம்.txt');

    fireEvent.drop(conversation(), { dataTransfer: { types: ['Files'], files: [text] } });
    expect(await screen.findByText('Only image files are allowed')).toBeInTheDocument();
    fireEvent.paste(composer(), { clipboardData: { files: [picture(10_000_001)], getData: () => '' } });
    expect(await screen.findByText('The picture must be at most 10 MB')).toBeInTheDocument();
    expect(screen.queryByRole('img', { name: 'Picture to send' })).not.toBeInTheDocument();
  });

  it('copied as a file on a Mac, with its name as text: is attached', async () => {
    await openChat();
    const file = picture();

    fireEvent.paste(composer(), {
      clipboardData: {
        files: [file],
        types: ['text/plain', 'Files'],
        getData: (type: string) => (type === 'text/plain' ? file.name : ''),
      },
    });

    expect(await screen.findByRole('img', { name: 'Picture to send' })).toBeVisible();
  });

  it('pasted with text, as from a word processor: only the text is used', async () => {
    await openChat();

    fireEvent.paste(composer(), {
      clipboardData: { files: [picture()], getData: (type: string) => (type === 'text/plain' ? 'शब्द' : '') },
    });
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));

    expect(screen.queryByRole('img', { name: 'Picture to send' })).not.toBeInTheDocument();
  });
});

/** Signs out, and signs in as a user who returns to the open conversation. */
async function switchUser(user: typeof me) {
  act(() => useAuthStore.setState({ user: null, isAuthenticated: false }));
  await screen.findByRole('button', { name: 'Sign in' });
  mockResponse('get', '/api/auth/check-auth', user);
  act(() => useAuthStore.setState({ user, isAuthenticated: true }));
  await screen.findByRole('heading', { level: 2, name: meena.fullName });
}

describe('a picture that is being read', () => {
  const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  const png = (name: string) => new File([new Uint8Array(PNG_SIGNATURE), name], name, { type: 'image/png' });
  const paste = (file: File) =>
    fireEvent.paste(composer(), { clipboardData: { files: [file], getData: () => '' } });
  const dataUrl = (name: string) =>
    `data:image/png;base64,${btoa(String.fromCharCode(...PNG_SIGNATURE) + name)}`;
  /** Starts to record the pictures that are attached. @returns them, in order. */
  const recordPictures = () => {
    const pictures: string[] = [];
    useChatStore.subscribe((state, before) => {
      const { image } = getDraft(state, meena._id);
      if (image !== '' && image !== getDraft(before, meena._id).image) pictures.push(image);
    });
    return pictures;
  };
  /** Ends the attempt to decode the slow picture. */
  let decodeSlow: () => void = () => undefined;

  beforeEach(() => {
    decodeSlow = stubSlowDecoding();
  });

  it('when its message is sent: delays the message until it is ready', async () => {
    const { user } = await openChat();
    const sent = mockResponse('post', `/api/message/send/${meena._id}`, messageFrom(me._id, 'देखो'), {
      status: 201,
    });
    paste(png('slow.png'));
    expect(await screen.findByText('Getting the picture ready…')).toBeInTheDocument();

    await user.type(composer(), 'देखो{Enter}{Enter}');
    expect(composer()).toHaveValue('देखो');
    decodeSlow();

    await waitFor(() => expect(composer()).toHaveValue(''));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ text: 'देखो', image: dataUrl('slow.png') });
  });

  /** Sends a message while its picture is being read, leaves the conversation and returns to it. */
  async function sendAndReturn() {
    const { user } = await openChat();
    const sent = mockResponse('post', `/api/message/send/${meena._id}`, messageFrom(me._id, 'देखो'), {
      status: 201,
    });
    paste(png('slow.png'));
    await user.type(composer(), 'देखो{Enter}');
    await user.click(screen.getByRole('link', { name: /^Zoya/ }));
    await screen.findByRole('region', { name: 'Conversation with Zoya' });
    await user.click(screen.getByRole('link', { name: /^மீனா/ }));
    await waitFor(() => expect(composer()).toHaveValue('देखो'));
    return { user, sent };
  }

  it('when its message is sent and the conversation is left: sends the message once', async () => {
    const { user, sent } = await sendAndReturn();
    await user.type(composer(), '{Enter}');
    await user.click(screen.getByRole('link', { name: /^Zoya/ }));
    await screen.findByRole('region', { name: 'Conversation with Zoya' });

    decodeSlow();

    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ text: 'देखो', image: dataUrl('slow.png') });
    await waitFor(() => expect(useChatStore.getState().outgoing).toEqual([]));
    expect(sent).toHaveLength(1);
  });

  it('when its message is sent, then changed after returning to the conversation: does not send it', async () => {
    const { user, sent } = await sendAndReturn();
    const shown = recordPictures();
    await user.type(composer(), ' और');

    decodeSlow();

    await waitFor(() => expect(shown).toContain(dataUrl('slow.png')));
    expect(useChatStore.getState().outgoing).toEqual([]);
    expect(composer()).toHaveValue('देखो और');
    expect(sent).toEqual([]);
  });

  it('when a later one is ready first: does not replace the later one', async () => {
    await openChat();
    const shown = recordPictures();
    paste(png('slow.png'));
    paste(png('fast.png'));
    await waitFor(() => expect(shown).toEqual([dataUrl('fast.png')]));

    decodeSlow();
    // Takes more steps than remain for the slow picture.
    paste(png('last.png'));

    await waitFor(() => expect(shown).toContain(dataUrl('last.png')));
    expect(shown).toEqual([dataUrl('fast.png'), dataUrl('last.png')]);
  });

  it('when it is removed: is not attached later', async () => {
    const { user } = await openChat();
    const shown = recordPictures();
    paste(png('slow.png'));
    await user.click(screen.getByRole('button', { name: 'Remove picture' }));

    decodeSlow();
    paste(png('last.png'));

    await waitFor(() => expect(shown).toContain(dataUrl('last.png')));
    expect(shown).toEqual([dataUrl('last.png')]);
  });

  it('when another user signs in: is not shown to that user', async () => {
    await openChat();
    paste(png('slow.png'));
    await screen.findByText('Getting the picture ready…');

    await switchUser(buildUser({ fullName: 'ಬೇರೆ' }));

    expect(composer()).toBeVisible();
    expect(screen.queryByText('Getting the picture ready…')).not.toBeInTheDocument();
  });
});

describe('the composer', () => {
  it('Enter during a composition, or with key code 229: sends nothing', async () => {
    const { user } = await openChat();
    await user.type(composer(), 'नमस्ते');

    // An unmocked request would fail this test.
    fireEvent.compositionStart(composer());
    const isDefaultAllowed = [
      fireEvent.keyDown(composer(), { key: 'Enter', keyCode: 229 }),
      fireEvent.keyDown(composer(), { key: 'Enter', keyCode: 13, isComposing: true }),
    ];

    expect(isDefaultAllowed).toEqual([true, true]);
    expect(composer()).toHaveValue('नमस्ते');
    expect(useChatStore.getState().outgoing).toEqual([]);
  });

  describe('on a touch screen', () => {
    const { matchMedia } = window;

    it('Enter: starts a new line; the button and Ctrl+Enter send', async () => {
      vi.stubGlobal('matchMedia', (query: string) => ({
        ...matchMedia(query),
        matches: query === '(pointer: coarse)',
      }));
      const { user } = await openChat();
      const sent = mockResponse('post', `/api/message/send/${meena._id}`, messageFrom(me._id, 'x'));
      expect(composer()).toHaveAttribute('enterkeyhint', 'enter');
      expect(composer()).toHaveAccessibleDescription(/Enter for a new line/);

      await user.type(composer(), 'पहली{Enter}दूसरी');
      expect(composer()).toHaveValue('पहली\nदूसरी');
      await user.click(screen.getByRole('button', { name: 'Send' }));
      await waitFor(() => expect(sent[0]?.body).toMatchObject({ text: 'पहली\nदूसरी' }));
      // The on-screen keyboard stays open.
      expect(composer()).toHaveFocus();
      await user.type(composer(), 'तीसरी{Control>}{Enter}{/Control}');

      await waitFor(() => expect(sent[1]?.body).toMatchObject({ text: 'तीसरी' }));
    });
  });

  it('with a hardware keyboard: the Enter key is labelled Send', async () => {
    await openChat();

    expect(composer()).toHaveAttribute('enterkeyhint', 'send');
    expect(composer()).toHaveAccessibleDescription(/Enter to send/);
  });

  it('a rejected message: shows the server’s message and puts the text and picture back', async () => {
    const { user } = await openChat();
    mockError('post', `/api/message/send/${meena._id}`, 400, 'That picture cannot be read');
    fireEvent.paste(composer(), { clipboardData: { files: [picture()], getData: () => '' } });
    await screen.findByRole('img', { name: 'Picture to send' });

    await user.type(composer(), 'பார்{Enter}');

    expect(await screen.findByText('That picture cannot be read')).toBeInTheDocument();
    expect(composer()).toHaveValue('பார்');
    expect(screen.getByRole('img', { name: 'Picture to send' })).toBeVisible();
  });

  it('a message that is rejected on another page: shows the server’s message and the receiver there', async () => {
    const { user } = await openChat();
    let reject = () => undefined as unknown;
    const rejected = new Promise((resolve) => {
      reject = () => resolve(buildError('That picture cannot be read'));
    });
    const sent = mockResponse('post', `/api/message/send/${meena._id}`, () => rejected as Promise<object>, {
      status: 400,
    });
    await user.type(composer(), 'பார்{Enter}');
    await waitFor(() => expect(sent).toHaveLength(1));
    await user.click(screen.getByRole('link', { name: 'Safarnama, home' }));
    await waitFor(() => expect(screen.queryByLabelText('Message')).not.toBeInTheDocument());

    reject();

    expect(await screen.findByText('That picture cannot be read')).toBeInTheDocument();
    expect(screen.getByText(`Message to ${meena.fullName}`)).toBeInTheDocument();
  });

  it('a draft: is saved per conversation', async () => {
    const { user } = await openChat();
    await user.type(composer(), 'பாதி கடிதம்');

    await user.click(screen.getByRole('link', { name: /Zoya/ }));
    await screen.findByRole('heading', { level: 2, name: 'Zoya' });
    expect(composer()).toHaveValue('');
    await user.click(screen.getByRole('link', { name: /மீனாட்சி/ }));
    await screen.findByRole('heading', { level: 2, name: meena.fullName });

    expect(composer()).toHaveValue('பாதி கடிதம்');
  });

  it('a text that is too long: shows the excess and disables Send without truncating', async () => {
    await openChat();

    fireEvent.change(composer(), { target: { value: 'க'.repeat(3_950) } });
    expect(composer()).toHaveAccessibleDescription(/50 characters left/);
    fireEvent.change(composer(), { target: { value: '🌅'.repeat(4_003) } });

    expect(composer()).toHaveAccessibleDescription(/3 characters too long \(limit 4,000\)/);
    expect(composer()).toBeInvalid();
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
    fireEvent.change(composer(), { target: { value: '🌅'.repeat(4_000) } });
    expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled();
    // The server stores NFC, in which this letter is two code points.
    fireEvent.change(composer(), { target: { value: '\u09DC'.repeat(2_001) } });
    expect(composer()).toHaveAccessibleDescription(/2 characters too long/);
  });

  it('with white space only: disables Send', async () => {
    await openChat();

    fireEvent.change(composer(), { target: { value: ' \n\u200b ' } });

    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
  });

  it('a draft, after the session has ended: is shown only to its author', async () => {
    const { user } = await openChat();
    await user.type(composer(), 'என்னுடையது');

    await switchUser(buildUser({ fullName: 'ಬೇರೆ' }));
    expect(composer()).toHaveValue('');
    await switchUser(me);

    expect(composer()).toHaveValue('என்னுடையது');
  });
});
