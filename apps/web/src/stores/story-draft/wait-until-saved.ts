import type { DraftSaver } from './draft-saver-types.ts';

/** Sends what is unsent, and waits for the response. @returns whether the server has everything. */
export function waitUntilSaved(saver: DraftSaver): Promise<boolean> {
  return new Promise((resolve) => {
    const check = () => {
      const { status } = saver.getState();
      if (status === 'dirty' || status === 'saving') return;
      unsubscribe();
      resolve(saver.getRecord().isSaved);
    };
    const unsubscribe = saver.subscribe(check);
    saver.sendNow();
    check();
  });
}
