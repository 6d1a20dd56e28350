import { expect, onTestFinished, vi } from 'vitest';

/** Stops the timeout of the requests sent from now on. @returns a function that lets it expire. */
export function holdTimeout(): () => void {
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  onTestFinished(() => timeout.mockRestore());
  return () => {
    expect(timeout).toHaveBeenCalledWith(15_000);
    timeout.mockRestore();
    limit.abort();
  };
}
