import { deleteDB, openDB } from 'idb';
import { describe, expect, it } from 'vitest';
import { DRAFT_DB_NAME, withDraftDb } from './draft-db.ts';

describe('withDraftDb', () => {
  it('with a database that opens after the timeout: rejects, and closes it then', async () => {
    // The deletion waits for the open connection, and everything else for the deletion.
    const other = await openDB(DRAFT_DB_NAME, 1);
    const deleted = deleteDB(DRAFT_DB_NAME);
    await expect(withDraftDb(async () => undefined, 10)).rejects.toThrow('Timed out');
    other.close();
    await deleted;

    // Waits until all connections are closed.
    await expect(deleteDB(DRAFT_DB_NAME)).resolves.toBeUndefined();
  });
});
