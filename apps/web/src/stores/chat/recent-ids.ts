const MAX_RECENT_IDS = 200;

/** Stores the latest ids, to recognize repeated events. */
export function createRecentIds() {
  const ids = new Set<string>();
  return {
    /** @returns false when the id was added before. */
    add(id: string): boolean {
      if (ids.has(id)) return false;
      ids.add(id);
      const [oldest] = ids;
      if (ids.size > MAX_RECENT_IDS && oldest !== undefined) ids.delete(oldest);
      return true;
    },
  };
}
