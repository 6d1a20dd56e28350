import { screen } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { buildUser } from '../../../testing/factories.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signIn } from '../../../testing/server.ts';
import { pictureFile } from '../../../testing/uploads.ts';
import type { StoryEditorProps } from './story-editor.tsx';

/** Replaces the editor, which needs a layout, with a button that adds a picture to an empty text. */
vi.mock('./story-editor.tsx', () => ({
  StoryEditor({ onChange, pictures }: StoryEditorProps) {
    const add = () => {
      const id = pictures.uploads.add(pictureFile());
      onChange(`<figure data-upload="${id}"><img alt=""></figure>`, true);
    };
    return (
      <button type="button" onClick={add}>
        Add it
      </button>
    );
  },
}));

beforeAll(() => {
  // jsdom implements neither.
  URL.createObjectURL = () => 'blob:http://localhost/1';
  URL.revokeObjectURL = () => undefined;
});

describe('PostForm: leaving with a picture that is not uploaded', () => {
  it('and that the device could not store: warns that it will be lost, although the text is saved', async () => {
    signIn(buildUser());
    const { put } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
      if (this.name === 'files') throw new DOMException('full', 'QuotaExceededError');
      return put.apply(this, args);
    });
    const user = renderApp('/add-posts');
    await user.click(await screen.findByRole('button', { name: 'Add it' }));
    expect(await screen.findByText('Saved')).toBeVisible();

    await user.click(screen.getByRole('button', { name: 'Cancel' }));

    expect(await screen.findByRole('dialog', { name: 'Unsaved changes' })).toBeVisible();
  });

  it('and that is stored on the device: asks whether to leave', async () => {
    signIn(buildUser());
    const user = renderApp('/add-posts');
    await user.click(await screen.findByRole('button', { name: 'Add it' }));
    expect(await screen.findByText('Saved')).toBeVisible();

    await user.click(screen.getByRole('button', { name: 'Cancel' }));

    expect(await screen.findByRole('dialog', { name: 'Leave your story?' })).toBeVisible();
  });
});
