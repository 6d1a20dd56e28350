/** Removes rows whose id an earlier row has. */
export function uniqueById<T extends { _id: string }>(rows: readonly T[]): T[] {
  const seenIds = new Set<string>();
  return rows.filter(({ _id }) => !seenIds.has(_id) && seenIds.add(_id));
}
