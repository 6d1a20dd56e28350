/** @throws when `work` takes longer than `timeoutMs`. */
export function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  // The timer need not be cleared: it has no effect after the end of the work.
  const timeout = new Promise<never>((_resolve, reject) => {
    setTimeout(reject, timeoutMs, new Error('Timed out'));
  });
  return Promise.race([work, timeout]);
}
