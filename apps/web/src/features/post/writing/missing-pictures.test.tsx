import type { DraftInput } from '@safarnama/contracts';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { uploadDevice } from '../../../stores/picture-uploads/upload-device.ts';
import { createRecord as createUpload } from '../../../stores/picture-uploads/upload-record.ts';
import { createDraftDevice } from '../../../stores/story-draft/draft-device.ts';
import { createRecord, toFields } from '../../../stores/story-draft/draft-record.ts';
import { buildDraft, buildPost, buildSavedPost, buildUser } from '../../../testing/factories.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { mockNetworkError, mockResponse, server, signIn } from '../../../testing/server.ts';
import { pictureFile } from '../../../testing/uploads.ts';

beforeAll(async () => {
  // The first import of the editor takes longer than a test waits for it.
  await import('./story-editor.tsx');
  // jsdom has no layout, and implements none of these.
  Range.prototype.getBoundingClientRect = () => new DOMRect();
  URL.createObjectURL = () => 'blob:http://localhost/1';
  URL.revokeObjectURL = () => undefined;
});

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

/** Opens a draft of this device, whose picture was uploaded so long ago that the server has deleted it. */
async function openDraft() {
  const me = buildUser();
  signIn(me);
  const fields = { ...toFields(null), title: 'घाट', html: `<p>घाट</p>${figure('gone')}` };
  const record = { ...createRecord(me._id, fields, null), changedAt: 1 };
  await createDraftDevice().put(record);
  const upload = { ...createUpload(me._id, 'u1', record.key), isPrepared: true, uploadedAt: 1 };
  await uploadDevice.put({ ...upload, src: '/media/gone' }, pictureFile());
  mockUploads();
  mockNetworkError('get', '/api/drafts/:key');
  const user = renderApp(`/add-posts?draft=${record.key}`);
  await screen.findByRole('textbox', { name: 'Your story' });
  return { me, user };
}

describe('PostForm: an uploaded picture that the server has deleted', () => {
  it('before the first save of the draft: is uploaded again, and stays on the device until the draft has it', async () => {
    const { me } = await openDraft();
    const saves = mockResponse('put', '/api/drafts/:key', ({ body }) => {
      const { blogHtml, version } = body as DraftInput;
      return { draft: buildDraft({ blogHtml: blogHtml.replace(figure('gone'), ''), version: version + 1 }) };
    });

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
});
