import type { Draft } from '@safarnama/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { buildDraft, buildUser } from '../../../testing/factories.ts';
import { fill } from '../../../testing/fill.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { mockError, mockResponse, signIn } from '../../../testing/server.ts';
import { stubSlowDecoding } from '../../../testing/slow-picture.ts';
import type { StoryEditorProps } from './story-editor.tsx';

/** Replaces the editor, which needs a layout, with a button that chooses a picture of the text for the card. */
vi.mock('./story-editor.tsx', () => ({
  StoryEditor: ({ pictures }: StoryEditorProps) => (
    <button type="button" onClick={() => pictures.onCardImage('/media/boat', 'नाव')}>
      Use as card picture
    </button>
  ),
}));

const PNG_SIGNATURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Opens a form, with a draft if there is one, and chooses a file for the card. `decode` ends its reading. */
async function chooseSlowFile(draft: Draft | null = null) {
  const decode = stubSlowDecoding();
  signIn(buildUser());
  if (draft) mockResponse('get', '/api/drafts/:key', { draft });
  const path = draft ? `/add-posts?draft=${draft.key}` : '/add-posts';
  const user = renderApp(path);
  const useTextPicture = await screen.findByRole('button', { name: 'Use as card picture' });
  const file = new File([PNG_SIGNATURE], 'slow.png', { type: 'image/png' });
  await user.upload(screen.getByLabelText('Add a picture'), file);
  await screen.findByText('Getting the picture ready…');
  return { user, useTextPicture, decode: () => act(async () => decode()) };
}

/** Chooses another file, which takes longer than the remaining work for a cancelled one. */
async function rejectFile(user: ReturnType<typeof renderApp>, field: string) {
  await user.upload(screen.getByLabelText(field), new File(['x'], 'b.heic', { type: 'image/heic' }));
  await screen.findByText("HEIC pictures can't be opened. Please use JPEG or PNG.");
}

describe('PostForm: a file chosen for the card that is still being read', () => {
  it('with a picture of the text chosen afterwards: keeps that picture with its description', async () => {
    const { user, useTextPicture, decode } = await chooseSlowFile();

    await user.click(useTextPicture);
    await decode();

    await rejectFile(user, 'Replace picture');
    expect(screen.getByRole('img', { name: 'नाव' })).toHaveAttribute(
      'src',
      expect.stringContaining('/media/boat'),
    );
  });

  it('with the text of another device chosen afterwards: keeps the picture of that text', async () => {
    const draft = buildDraft({ version: 4 });
    const { user, decode } = await chooseSlowFile(draft);
    const other = { ...draft, blogImage: '/media/boat', blogImageAlt: 'नाव', version: 9 };
    mockResponse('get', '/api/drafts/:key', { draft: other });
    mockError('put', '/api/drafts/:key', 409, 'This draft was changed elsewhere');
    fill(screen.getByLabelText('Title'), 'मेरा');

    await user.click(await screen.findByRole('button', { name: 'Use the other text' }));
    await decode();

    await rejectFile(user, 'Replace picture');
    await waitFor(() =>
      expect(screen.getByRole('img', { name: 'नाव' })).toHaveAttribute(
        'src',
        expect.stringContaining('/media/boat'),
      ),
    );
  });
});
