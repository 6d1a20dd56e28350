import { openEditor } from './failing-call.ts';
import { expect } from './fixtures.ts';
import { mockResponse, type ScreenState } from './screen-state.ts';

export const PUBLISHING_STATES: readonly ScreenState[] = [
  {
    screen: 'write',
    state: 'preview',
    viewer: 'reader',
    async show(page) {
      await openEditor(page, '/add-posts');
      await page.getByRole('button', { name: 'Preview' }).click();
      const frame = page.getByRole('dialog').frameLocator('iframe');
      await expect(frame.getByRole('heading', { level: 1 })).toBeVisible();
    },
  },
  {
    screen: 'write',
    state: 'the published story was changed elsewhere',
    viewer: 'writer',
    async show(page, { story }) {
      const { post } = await (await page.request.get(`/api/post/my-posts/${story._id}`)).json();
      const newer = { ...post, version: 2, blogHtml: '<p>The river was blue at six.</p>' };
      await mockResponse(page, `/post/update-post/${story._id}`, {
        status: 409,
        json: { message: 'This story was changed elsewhere', code: 'version_conflict', post: newer },
      });
      await openEditor(page, `/add-posts?edit=${story._id}`);
      await page.getByRole('button', { name: 'Update story' }).click();
      await expect(page.getByRole('region', { name: 'Published now' })).toBeVisible();
    },
  },
  {
    screen: 'write',
    state: 'a field was refused',
    viewer: 'reader',
    async show(page) {
      const message = 'The picture cannot be read';
      const json = { message, code: 'invalid', fields: [{ field: 'blogImage', message }] };
      await mockResponse(page, '/post/create-post', { status: 400, json });
      await openEditor(page, '/add-posts');
      await page.getByRole('button', { name: 'Publish' }).click();
      await expect(page.getByText(message)).toHaveCount(2);
    },
  },
];
