import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { usePlaceholder } from './use-placeholder.ts';

const HASH = 'JygGLIZ9eYmPd4hEeGeIiXDICA==';

/** The browser's idle moments, given one by one. */
const idleCallbacks = new Map<number, () => void>();
let lastHandle = 0;

async function runOneIdleCallback(): Promise<void> {
  const [first] = idleCallbacks;
  if (!first) return;
  idleCallbacks.delete(first[0]);
  await act(async () => first[1]());
}

beforeEach(() => {
  vi.stubGlobal('requestIdleCallback', (task: () => void) => {
    lastHandle += 1;
    idleCallbacks.set(lastHandle, task);
    return lastHandle;
  });
  vi.stubGlobal('cancelIdleCallback', (handle: number) => idleCallbacks.delete(handle));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  idleCallbacks.clear();
});

describe('usePlaceholder', () => {
  it('several at once: are decoded one at an idle moment', async () => {
    const hooks = [1, 2, 3].map(() => renderHook(() => usePlaceholder(HASH)));
    const decoded = () => hooks.filter(({ result }) => result.current?.startsWith('data:image/png')).length;
    await vi.waitFor(() => expect(idleCallbacks.size).toBe(3), { timeout: 10_000 });
    expect(decoded()).toBe(0);

    await runOneIdleCallback();
    expect(decoded()).toBe(1);
    await runOneIdleCallback();
    await runOneIdleCallback();
    expect(decoded()).toBe(3);
  });

  it('a picture that is there before its turn: is not decoded for', async () => {
    const hook = renderHook(({ hash }) => usePlaceholder(hash), {
      initialProps: { hash: HASH as string | undefined },
    });
    await vi.waitFor(() => expect(idleCallbacks.size).toBe(1), { timeout: 10_000 });

    hook.rerender({ hash: undefined });

    expect(idleCallbacks.size).toBe(0);
    expect(hook.result.current).toBeUndefined();
  });
});
