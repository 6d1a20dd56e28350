import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { buildDraft, buildUser } from '../../../testing/factories.ts';
import { fill } from '../../../testing/fill.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { mockError, mockResponse, signIn } from '../../../testing/server.ts';
import { stubSlowDecoding } from '../../../testing/slow-picture.ts';
import { toFieldValue } from './use-schedule.ts';

vi.mock('./story-editor.tsx', () => import('../../../testing/plain-story-editor.tsx'));

const PNG_SIGNATURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const DAY_MS = 24 * 60 * 60_000;
const PENDING = '<p>भोर</p><figure data-upload="a1"><img alt=""></figure>';
const UPLOADED = '<p>भोर</p><figure><img src="/media/k" alt=""></figure>';

/** Writes a story with a picture that is still being uploaded. */
async function writeWithPicture() {
  signIn(buildUser());
  const requests = mockError('post', '/api/post/create-post', 503, 'The database is unavailable');
  const user = renderApp('/add-posts');
  fill(await screen.findByLabelText('Title'), 'नदी');
  fill(await screen.findByLabelText('Your story'), PENDING);
  const publish = async () => {
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await screen.findByRole('progressbar', { name: 'Uploading pictures' });
  };
  const finishUpload = () => fill(screen.getByLabelText('Your story'), UPLOADED);
  return { user, requests, publish, finishUpload };
}

describe('PostForm: publishing that waits for pictures', () => {
  it('once they are uploaded: sends the story', async () => {
    const { requests, publish, finishUpload } = await writeWithPicture();
    await publish();

    finishUpload();

    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]?.body).toMatchObject({ blogHtml: UPLOADED });
  });

  it('with a card picture chosen in the meantime that takes longer: sends the story with it', async () => {
    const decode = stubSlowDecoding();
    const { user, requests, publish, finishUpload } = await writeWithPicture();
    await publish();
    const file = new File([PNG_SIGNATURE], 'slow.png', { type: 'image/png' });
    await user.upload(screen.getByLabelText('Add a picture'), file);
    await screen.findByText('Getting the picture ready…');

    finishUpload();
    await waitFor(() => expect(screen.queryByRole('progressbar')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Publishing…' })).toBeVisible();
    await act(async () => decode());

    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]?.body).toMatchObject({
      blogHtml: UPLOADED,
      blogImage: expect.stringMatching(/^data:image\/png/),
    });
  });

  it('pressed again in the meantime: sends nothing, and keeps the focus', async () => {
    const { user, requests, publish } = await writeWithPicture();
    await publish();
    const button = screen.getByRole('button', { name: 'Publishing…' });

    await user.click(button);

    expect(button).toHaveFocus();
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('progressbar', { name: 'Uploading pictures' })).toBeVisible();
    expect(requests).toHaveLength(0);
  });

  it("with Don't publish yet: stops, and moves the focus to the Publish button", async () => {
    const { user, publish } = await writeWithPicture();
    await publish();

    await user.click(screen.getByRole('button', { name: "Don't publish yet" }));

    expect(screen.getByRole('button', { name: 'Publish' })).toHaveFocus();
  });

  it('with the title removed in the meantime: shows the error, and can then be published again', async () => {
    const { user, requests, publish, finishUpload } = await writeWithPicture();
    await publish();
    fill(screen.getByLabelText('Title'), '');

    finishUpload();

    await waitFor(() =>
      expect(screen.getByLabelText('Title')).toHaveAccessibleDescription('Your story needs a title.'),
    );
    fill(screen.getByLabelText('Title'), 'नदी');
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(requests).toHaveLength(1));
  });

  it('with a time that has become too soon: shows the error, and can be scheduled again', async () => {
    const { user, finishUpload } = await writeWithPicture();
    await user.click(screen.getByRole('radio', { name: 'At a set time' }));
    fill(screen.getByLabelText('Date and time'), toFieldValue(Date.now() + DAY_MS));
    await user.click(screen.getByRole('button', { name: 'Schedule' }));
    expect(await screen.findByRole('button', { name: 'Scheduling…' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + DAY_MS);

    finishUpload();

    await waitFor(() =>
      expect(screen.getByLabelText('Date and time')).toHaveAccessibleDescription(
        'Choose a time at least one minute from now',
      ),
    );
    expect(screen.getByRole('button', { name: 'Schedule' })).toHaveAttribute('aria-disabled', 'false');
  });

  it('with a draft changed elsewhere in the meantime: asks which text to keep, and can be published again', async () => {
    const { requests, publish, finishUpload } = await writeWithPicture();
    await publish();
    mockError('put', '/api/drafts/:key', 409, 'This draft was changed elsewhere');
    mockResponse('get', '/api/drafts/:key', { draft: buildDraft({ blogTitle: 'दूसरा', version: 9 }) });
    fill(screen.getByLabelText('Title'), 'मेरा');
    await screen.findByText('This story was also changed somewhere else', undefined, { timeout: 5_000 });

    finishUpload();

    expect(await screen.findByText('First choose which text to keep.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Publish' })).toHaveAttribute('aria-disabled', 'false');
    expect(requests).toHaveLength(0);
  });
});
