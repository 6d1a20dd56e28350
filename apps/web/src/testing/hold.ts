/** @returns a promise for mocked responses, and a function that resolves it. */
export function createHold(): { held: Promise<void>; release: () => void } {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release };
}
