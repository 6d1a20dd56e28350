import { act, render, renderHook, screen } from '@testing-library/react';
// biome-ignore lint/style/noRestrictedImports: only the library tells which toasts are still visible.
import { useToasterStore } from 'react-hot-toast';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppToaster } from '../../../components/toaster.tsx';
import { ApiError } from '../../../lib/api-client.ts';
import { useAuthStore } from '../../../stores/auth.store.ts';
import { buildUser } from '../../../testing/factories.ts';
import { createPendingResponse } from '../../../testing/pending-response.ts';
import { undoChange } from './toast-undoable.tsx';

const author = buildUser();
const change = {
  toastId: 'deleted',
  authorId: author._id,
  texts: {
    done: 'Deleted',
    undoing: 'Restoring…',
    undone: 'Restored',
    failed: 'Failed',
    tooLate: 'Too late',
  },
};

beforeEach(() => {
  useAuthStore.setState({ user: author, isAuthenticated: true });
  render(<AppToaster isSessionAlive />);
});

describe('undoChange', () => {
  it('with another user signed in before the response: shows them neither progress nor result', async () => {
    const { pending, release } = createPendingResponse();
    const onEnd = vi.fn();
    const undone = undoChange({ ...change, undo: () => pending, onEnd });
    expect(await screen.findByText('Restoring…')).toBeInTheDocument();

    act(() => useAuthStore.setState({ user: buildUser() }));
    expect(screen.queryByText('Restoring…')).not.toBeInTheDocument();
    release();
    await act(() => undone);

    expect(screen.queryByText('Restored')).not.toBeInTheDocument();
    expect(onEnd).not.toHaveBeenCalled();
  });

  it('when it is too late: shows that for 4 s, like every error without a button', async () => {
    vi.useFakeTimers();
    const { result } = renderHook(() => useToasterStore());
    const listShown = () => result.current.toasts.map(({ visible, message }) => visible && message);
    const undo = () => Promise.reject(new ApiError(404, 'Post not found', 'not_found'));

    await act(() => undoChange({ ...change, undo }));
    await act(() => vi.advanceTimersByTimeAsync(3_900));
    expect(listShown()).toEqual(['Too late']);
    await act(() => vi.advanceTimersByTimeAsync(200));

    expect(listShown()).toEqual([false]);
  });
});
