const BATCH_SIZE = 100;

/** Inserts documents in several requests: a single one could exceed the driver's time limit on a busy machine. */
export async function insertInBatches<Doc>(
  insert: (batch: Doc[]) => Promise<unknown>,
  docs: readonly Doc[],
): Promise<void> {
  for (let start = 0; start < docs.length; start += BATCH_SIZE) {
    await insert(docs.slice(start, start + BATCH_SIZE));
  }
}
