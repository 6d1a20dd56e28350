/** Removes rows whose id an earlier row has. */
export function uniqueBy<T>(rows: readonly T[], idOf: (row: T) => string | number): T[] {
  const seenIds = new Set<string | number>();
  return rows.filter((row) => !seenIds.has(idOf(row)) && seenIds.add(idOf(row)));
}

/** Removes rows whose `_id` an earlier row has. */
export function uniqueById<T extends { _id: string }>(rows: readonly T[]): T[] {
  return uniqueBy(rows, ({ _id }) => _id);
}
