import { renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useAuthStore } from '../stores/auth.store.ts';
import { buildUser } from '../testing/factories.ts';
import { fakeSocket } from '../testing/fake-socket.ts';
import { mockRealtimeDefaults } from '../testing/server.ts';
import { useSession } from './use-session.ts';

describe('useSession: start of the realtime session', () => {
  const me = buildUser();
  const startSession = (path: string) => {
    window.history.replaceState(null, '', path);
    const idle: { task?: () => void } = {};
    vi.stubGlobal('requestIdleCallback', (task: () => void) => {
      idle.task = task;
      return 1;
    });
    vi.stubGlobal('cancelIdleCallback', () => {
      delete idle.task;
    });
    mockRealtimeDefaults();
    useAuthStore.setState({ user: me, isChecked: true });
    return { idle, ...renderHook(() => useSession()) };
  };
  it('on a page other than the chat: starts it when the browser is idle', async () => {
    const { idle, unmount } = startSession('/');
    expect(idle.task).toBeDefined();
    expect(fakeSocket.userId).toBeNull();

    idle.task?.();

    await expect.poll(() => fakeSocket.userId).toBe(me._id);
    unmount();
  });

  it('after sign-out before the browser is idle: does not start it', () => {
    const { idle, unmount } = startSession('/');

    unmount();

    expect(idle.task).toBeUndefined();
  });

  it('on the chat page: starts it without waiting for that', async () => {
    const { idle, unmount } = startSession('/chat/abc');

    await expect.poll(() => fakeSocket.userId).toBe(me._id);
    expect(idle.task).toBeUndefined();
    unmount();
  });
});
