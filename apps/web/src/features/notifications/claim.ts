const claimed = new Set<string>();

/**
 * Takes something for this tab, for a while: of several tabs that want the same at a time one gets it.
 *
 * @param durationMs - for so long no other tab gets it, nor this one again.
 * @returns whether this tab has got it. Where the browser cannot ask the other tabs, each asks itself alone.
 */
export function claim(name: string, durationMs: number): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(claimLocally(name, durationMs));
  return new Promise((resolve) => {
    navigator.locks
      .request(`safarnama:${name}`, { ifAvailable: true }, async (lock) => {
        resolve(lock !== null);
        if (lock !== null) await new Promise((release) => setTimeout(release, durationMs));
      })
      .catch(() => resolve(claimLocally(name, durationMs)));
  });
}

function claimLocally(name: string, durationMs: number): boolean {
  if (claimed.has(name)) return false;
  claimed.add(name);
  setTimeout(() => claimed.delete(name), durationMs);
  return true;
}
