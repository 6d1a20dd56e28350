const claimed = new Set<string>();

/**
 * Claims a name for this tab, so that only one of several tabs performs an action.
 *
 * @param durationMs - how long the name stays claimed; until then, this tab cannot claim it again either.
 * @returns whether this tab holds the claim. Without the Web Locks API the claim covers this tab only.
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
