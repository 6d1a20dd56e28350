const claimed = new Set<string>();

/**
 * Takes something for this tab, for a while: of several tabs that want the same at a time one gets it.
 *
 * @param forMs - for so long no other tab gets it, nor this one again.
 * @returns whether this tab has got it. Where the browser cannot ask the other tabs, each asks itself alone.
 */
export function claim(name: string, forMs: number): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(claimAlone(name, forMs));
  return new Promise((resolve) => {
    navigator.locks
      .request(`safarnama:${name}`, { ifAvailable: true }, async (lock) => {
        resolve(lock !== null);
        if (lock !== null) await new Promise((release) => setTimeout(release, forMs));
      })
      .catch(() => resolve(claimAlone(name, forMs)));
  });
}

function claimAlone(name: string, forMs: number): boolean {
  if (claimed.has(name)) return false;
  claimed.add(name);
  setTimeout(() => claimed.delete(name), forMs);
  return true;
}
