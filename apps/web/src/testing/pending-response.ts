/** @returns a promise for mocked responses to wait for, and a function that resolves it. */
export function createPendingResponse(): { pending: Promise<void>; release: () => void } {
  let release = () => {};
  const pending = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { pending, release };
}
