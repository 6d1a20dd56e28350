import { act, render, screen } from '@testing-library/react';
import { Toaster } from 'react-hot-toast';
import { expect, it, vi } from 'vitest';
import { useAuthStore } from '../../../stores/auth.store.ts';
import { buildUser } from '../../../testing/factories.ts';
import { createPendingResponse } from '../../../testing/pending-response.ts';
import { undoChange } from './toast-undoable.tsx';

it('undoChange, with another user signed in before the response: shows them neither progress nor result', async () => {
  const author = buildUser();
  useAuthStore.setState({ user: author, isAuthenticated: true });
  render(<Toaster />);
  const { pending, release } = createPendingResponse();
  const onEnd = vi.fn();
  const texts = {
    done: 'Deleted',
    undoing: 'Restoring…',
    undone: 'Restored',
    failed: 'Failed',
    tooLate: 'Gone',
  };
  const undone = undoChange({ toastId: 'deleted', authorId: author._id, texts, undo: () => pending, onEnd });
  expect(await screen.findByText('Restoring…')).toBeInTheDocument();

  act(() => useAuthStore.setState({ user: buildUser() }));
  expect(screen.queryByText('Restoring…')).not.toBeInTheDocument();
  release();
  await act(() => undone);

  expect(screen.queryByText('Restored')).not.toBeInTheDocument();
  expect(onEnd).not.toHaveBeenCalled();
});
