import type { Page } from '@playwright/test';
import { drawGeotaggedPicture, drawPicture } from './draw-picture.ts';
import { openEditor } from './failing-call.ts';
import { baseUrl, expect } from './fixtures.ts';
import type { ScreenState } from './screen-state.ts';

const UPLOADS = () => `${baseUrl()}/api/media/uploads/**`;

async function pickPicture(page: Page, buffer: Buffer, name = 'ghat.jpg'): Promise<void> {
  await page
    .getByLabel('Pictures for the text')
    .setInputFiles({ name, mimeType: name.endsWith('heic') ? 'image/heic' : 'image/jpeg', buffer });
}

/** The form with a picture that has a caption. */
async function openWithPicture(page: Page): Promise<void> {
  await openEditor(page, '/add-posts');
  await pickPicture(page, await drawPicture(900));
  await expect(page.locator('.story-editor figure img[src*="/media/"]')).toBeVisible();
  await page.getByRole('button', { name: 'Describe this picture' }).click();
  await page.getByRole('textbox', { name: 'Caption' }).fill('भोर में गंगा, with the boats of Assi ghat');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}

/** States of the pictures in a story's text. */
export const PICTURE_STATES: readonly ScreenState[] = [
  {
    screen: 'write',
    state: 'a picture in the text, with its tools',
    viewer: 'writer',
    async show(page) {
      await openWithPicture(page);
      await page.getByRole('group', { name: /^Picture 1/ }).focus();
      await expect(page.getByRole('button', { name: 'Move up' })).toBeVisible();
    },
  },
  {
    screen: 'write',
    state: 'the caption of a picture',
    viewer: 'writer',
    async show(page) {
      await openWithPicture(page);
      await page.getByRole('button', { name: 'Describe this picture' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    screen: 'write',
    state: 'pictures that are uploaded, waiting and rejected',
    viewer: 'writer',
    async show(page) {
      await openEditor(page, '/add-posts');
      await page.route(UPLOADS(), () => undefined);
      await pickPicture(page, Buffer.from('heic'), 'night.heic');
      await expect(page.getByText(/^HEIC pictures can't be opened/)).toBeVisible();
      await pickPicture(page, await drawPicture(700));
      await pickPicture(page, await drawPicture(600));
      await expect(page.locator('.story-editor').getByText('Uploading… 0%')).toBeVisible();
    },
  },
  {
    screen: 'write',
    state: 'publishing waits for a picture',
    viewer: 'writer',
    async show(page) {
      await openEditor(page, '/add-posts');
      await page.route(UPLOADS(), () => undefined);
      await pickPicture(page, await drawPicture(700));
      await page.getByRole('button', { name: 'Publish' }).click();
      await expect(page.getByRole('progressbar', { name: 'Uploading pictures' })).toBeVisible();
    },
  },
  {
    screen: 'write',
    state: 'the place of a photo is offered',
    viewer: 'writer',
    async show(page) {
      await openEditor(page, '/add-posts');
      await page.getByRole('combobox', { name: 'Location' }).fill('South India');
      await pickPicture(page, await drawGeotaggedPicture());
      const offer = page.getByRole('region', { name: 'Place and date of your photos' });
      await expect(offer).toBeVisible();
      await offer.scrollIntoViewIfNeeded();
    },
  },
];
