import type { DraftInput } from '@safarnama/contracts';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { uploadDevice } from '../../../stores/picture-uploads/upload-device.ts';
import { createRecord as createUpload } from '../../../stores/picture-uploads/upload-record.ts';
import { createDraftDevice } from '../../../stores/story-draft/draft-device.ts';
import { createRecord, toFields } from '../../../stores/story-draft/draft-record.ts';
import { buildDraft, buildPost, buildSavedPost, buildUser } from '../../../testing/factories.ts';
import { fill } from '../../../testing/fill.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { mockNetworkError, mockResponse, server, signIn } from '../../../testing/server.ts';
import { pictureFile } from '../../../testing/uploads.ts';
import { toFieldValue } from './use-schedule.ts';

beforeAll(async () => {
  // The first import of the editor takes longer than a test waits for it.
  await import('./story-editor.tsx');
  // jsdom has no layout, and implements none of these.
  Range.prototype.getBoundingClientRect = () => new DOMRect();
  URL.createObjectURL = () => 'blob:http://localhost/1';
  URL.revokeObjectURL = () => undefined;
});

const DAY_MS = 24 * 3_600_000;

const figure = (key: string) => `<figure><img src="/media/${key}" alt=""></figure>`;

/** Mocks a server that stores each upload as the picture `again`. */
function mockUploads(): void {
  const url = 'http://localhost:3000/api/media/uploads/u1';
  const headers = { 'Tus-Resumable': '1.0.0' };
  server.use(
    http.post('/api/media/uploads', () => {
      return new HttpResponse(null, { status: 201, headers: { ...headers, Location: url } });
    }),
    http.patch(url, () => {
      const progress = { 'Upload-Offset': String(pictureFile().size), 'Upload-Media': '/media/again' };
      return new HttpResponse(null, { status: 204, headers: { ...headers, ...progress } });
    }),
  );
}

/**
 * Opens a draft of this device, whose picture was uploaded so long ago that the server has deleted it.
 *
 * @param hasFile - whether the device has the file.
 */
async function openDraft(hasFile = true) {
  const me = buildUser();
  signIn(me);
  const fields = { ...toFields(null), title: 'घाट', html: `<p>घाट</p>${figure('gone')}` };
  const record = { ...createRecord(me._id, fields, null), changedAt: 1 };
  await createDraftDevice().put(record);
  const upload = { ...createUpload(me._id, 'u1', record.key), isPrepared: true, uploadedAt: 1 };
  if (hasFile) await uploadDevice.put({ ...upload, src: '/media/gone' }, pictureFile());
  mockUploads();
  mockNetworkError('get', '/api/drafts/:key');
  const user = renderApp(`/add-posts?draft=${record.key}`);
  await screen.findByRole('textbox', { name: 'Your story' });
  return { me, user };
}

/** Mocks a server that stores drafts without the deleted picture. @returns the saves. */
function mockDrafts() {
  return mockResponse('put', '/api/drafts/:key', ({ body }) => {
    const { blogHtml, version } = body as DraftInput;
    return { draft: buildDraft({ blogHtml: blogHtml.replace(figure('gone'), ''), version: version + 1 }) };
  });
}

async function schedule(user: UserEvent): Promise<void> {
  await user.click(screen.getByRole('radio', { name: 'At a set time' }));
  fill(screen.getByLabelText('Date and time'), toFieldValue(Date.now() + DAY_MS));
  await user.click(screen.getByRole('button', { name: 'Schedule' }));
}

describe('PostForm: an uploaded picture that the server has deleted', () => {
  it('before the first save of the draft: is uploaded again, and stays on the device until the draft has it', async () => {
    const { me } = await openDraft();
    const saves = mockDrafts();

    const sentTexts = () => saves.map(({ body }) => (body as DraftInput).blogHtml);
    await waitFor(() => expect(sentTexts().at(-1)).toContain('/media/again'), { timeout: 9_000 });
    expect(sentTexts()[0]).toContain('/media/gone');
    await waitFor(async () => expect(await uploadDevice.get(me._id, 'u1')).toBeNull());
  });

  it('before the story is published: is uploaded again for a draft that changes the story', async () => {
    const { user, me } = await openDraft();
    const post = buildPost({ authorId: me, blogTitle: 'घाट', blogHtml: '<p>घाट</p>' });
    mockResponse('post', '/api/post/create-post', buildSavedPost(post), { status: 201 });
    mockResponse('get', '/api/post/my-posts/:id', { post });
    const saves = mockResponse('put', '/api/drafts/:key', { draft: buildDraft() });

    await user.click(screen.getByRole('button', { name: 'Publish' }));

    expect(await screen.findByText(/isn't published yet/)).toBeInTheDocument();
    await waitFor(
      () =>
        expect(saves.at(-1)?.body).toMatchObject({
          postId: post._id,
          blogHtml: expect.stringContaining(figure('again')),
        }),
      { timeout: 9_000 },
    );
  });

  it('without its file, before the first save of the draft: is shown as missing, and can be removed', async () => {
    const { user } = await openDraft(false);
    const saves = mockDrafts();

    await user.click(await screen.findByText('Remove picture', {}, { timeout: 9_000 }));

    await waitFor(() => expect(saves.at(-1)?.body).toMatchObject({ blogHtml: '<p>घाट</p>' }), {
      timeout: 9_000,
    });
  });

  it('before the draft is scheduled: is uploaded again first', async () => {
    const { user } = await openDraft();
    const saves = mockDrafts();
    const schedules = mockResponse('put', '/api/drafts/:key/schedule', { draft: buildDraft() });
    mockResponse('get', '/api/drafts', { drafts: [], nextCursor: null });

    await schedule(user);

    await waitFor(() => expect(schedules).toHaveLength(1), { timeout: 9_000 });
    expect(saves.at(-1)?.body).toMatchObject({ blogHtml: expect.stringContaining(figure('again')) });
  });

  it('without its file, before the draft is scheduled: has to be removed first', async () => {
    const { user } = await openDraft(false);
    mockDrafts();
    const schedules = mockResponse('put', '/api/drafts/:key/schedule', { draft: buildDraft() });
    mockResponse('get', '/api/drafts', { drafts: [], nextCursor: null });

    await schedule(user);
    expect(await screen.findByText(/^A picture couldn't be uploaded/)).toBeInTheDocument();
    expect(schedules).toHaveLength(0);
    await user.click(screen.getByText('Remove picture'));
    await user.click(screen.getByRole('button', { name: 'Schedule' }));

    await waitFor(() => expect(schedules).toHaveLength(1));
  });
});
