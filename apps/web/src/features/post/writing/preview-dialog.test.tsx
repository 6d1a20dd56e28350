import { act, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useAuthStore } from '../../../stores/auth.store.ts';
import { toFields } from '../../../stores/story-draft/draft-record.ts';
import { buildUser } from '../../../testing/factories.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signIn } from '../../../testing/server.ts';
import { createTestQueue, pictureFile } from '../../../testing/uploads.ts';
import { PreviewDialog } from './preview-dialog.tsx';

const deployment = vi.hoisted(() => ({ isMissing: false }));

// Simulates a script that is missing after a deploy.
vi.mock('./preview-dialog.tsx', async (importOriginal) => {
  const { PreviewDialog } = await importOriginal<typeof import('./preview-dialog.tsx')>();
  return {
    get PreviewDialog() {
      if (deployment.isMissing) throw new TypeError('Failed to fetch dynamically imported module');
      return PreviewDialog;
    },
  };
});
// jsdom does not load the frame.
vi.mock('./preview-frame.tsx', () => ({ PreviewFrame: (props: { children: ReactNode }) => props.children }));
vi.mock('./story-editor.tsx', () => import('../../../testing/plain-story-editor.tsx'));
afterEach(() => {
  deployment.isMissing = false;
});

describe('PreviewButton', () => {
  it('with a script that fails to load: keeps the form, and can be tried again', async () => {
    signIn(buildUser());
    deployment.isMissing = true;
    const user = renderApp('/add-posts');
    const open = await screen.findByRole('button', { name: 'Preview' });

    await user.click(open);
    expect(await screen.findByText("The preview couldn't be opened. Please try again.")).toBeInTheDocument();
    expect(screen.getByLabelText('Title')).toBeVisible();
    deployment.isMissing = false;
    await user.click(open);

    expect(await screen.findByRole('dialog', { name: 'Preview' })).toBeVisible();
  });
});

describe('PreviewDialog', () => {
  it('with a picture that is still being uploaded: shows the local file with its caption', () => {
    useAuthStore.setState({ user: buildUser(), isAuthenticated: true });
    const { queue } = createTestQueue({ createPreview: () => `blob:${window.location.origin}/a1` });
    const id = queue.add(pictureFile());
    const figure = `<figure data-upload="${id}"><img alt="नाव"><figcaption>भोर</figcaption></figure>`;
    render(
      <MemoryRouter>
        <PreviewDialog
          values={{ ...toFields(null), html: `<p>घाट</p>${figure}` }}
          post={null}
          uploads={queue}
          onClose={() => undefined}
        />
      </MemoryRouter>,
    );

    const image = screen.getByRole('img', { name: 'नाव' });
    expect(image).toHaveAttribute('src', queue.get(id)?.previewUrl);
    expect(image.closest('figure')).toHaveTextContent('भोर');
  });

  it('with a picture that is prepared while the preview is open: shows the prepared file', async () => {
    useAuthStore.setState({ user: buildUser(), isAuthenticated: true });
    let previews = 0;
    let finish: () => void = () => undefined;
    const prepared = new Promise<{ picture: Blob; size: null }>((resolve) => {
      finish = () => resolve({ picture: pictureFile(), size: null });
    });
    const { queue } = createTestQueue({
      createPreview: () => `blob:${window.location.origin}/${++previews}`,
      prepare: () => prepared,
    });
    const id = queue.add(pictureFile());
    render(
      <MemoryRouter>
        <PreviewDialog
          values={{ ...toFields(null), html: `<figure data-upload="${id}"><img alt="नाव"></figure>` }}
          post={null}
          uploads={queue}
          onClose={() => undefined}
        />
      </MemoryRouter>,
    );
    const source = () => screen.getByRole('img', { name: 'नाव' }).getAttribute('src');
    const original = source();

    await act(async () => finish());

    await waitFor(() => expect(source()).not.toBe(original));
    expect(source()).toBe(queue.get(id)?.previewUrl);
  });
});
