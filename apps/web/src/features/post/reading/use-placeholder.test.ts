import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { usePlaceholder } from './use-placeholder.ts';

const HASH = 'JygGLIZ9eYmPd4hEeGeIiXDICA==';

/** Pending idle callbacks by handle; the tests run them one by one. */
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

describe('usePlaceholder', () => {
  it('with several thumbhashes: decodes one per idle callback', async () => {
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

  it('with a thumbhash that is cleared before its idle callback: does not decode it', async () => {
    const hook = renderHook(({ hash }) => usePlaceholder(hash), {
      initialProps: { hash: HASH as string | undefined },
    });
    await vi.waitFor(() => expect(idleCallbacks.size).toBe(1), { timeout: 10_000 });

    hook.rerender({ hash: undefined });

    expect(idleCallbacks.size).toBe(0);
    expect(hook.result.current).toBeUndefined();
  });
});
