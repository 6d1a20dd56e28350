import type { DraftSaver } from './draft-saver-types.ts';

/** Sends unsent changes and waits for the response. @returns whether the server has everything. */
export async function waitUntilSaved(saver: DraftSaver): Promise<boolean> {
  // While the server is regarded as unreachable, the status does not show that a request is running.
  await saver.sendNow();
  return new Promise((resolve) => {
    const check = () => {
      const { status } = saver.getState();
      if (status === 'dirty' || status === 'saving') return;
      unsubscribe();
      resolve(saver.getRecord().isSaved);
    };
    const unsubscribe = saver.subscribe(check);
    check();
  });
}
