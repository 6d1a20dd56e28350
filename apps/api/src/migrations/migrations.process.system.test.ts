import { setTimeout as delay } from 'node:timers/promises';
import mongoose, { type Connection, Types } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signUp, useProcesses } from '../../test/process.js';

const { start, mongodbUri } = useProcesses();

const OLD_MESSAGES = 10_000;
const INSERT_BATCH = 2_000;
/** Documents per migration batch. */
const BATCH = 500;
const NAME = '001-message-version';
const TEST_TIMEOUT_MS = 240_000;

interface MigrationDoc {
  _id: string;
  seen: number;
  changed: number;
  finishedAt: Date | null;
}

let connection: Connection;
beforeAll(async () => {
  connection = await mongoose.createConnection(mongodbUri).asPromise();
});
afterAll(() => connection.close());

const readMigration = () => connection.collection<MigrationDoc>('migrations').findOne({ _id: NAME });

/** Reads the progress of the migration from the metrics of a process. */
async function readMigrationMetrics(url: string): Promise<string[]> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const metric = (name: string) =>
    new RegExp(`^safarnama_migration_${name}\\{migration="${NAME}"\\} (\\d+)$`, 'm').exec(text)?.[1];
  return [`state ${metric('state')}`, `done ${metric('documents_done')}`, `all ${metric('documents')}`];
}

/** Stores messages without the `version` field, as releases before the migration did. */
async function storeOldMessages(): Promise<void> {
  const [senderId, receiverId] = [new Types.ObjectId(), new Types.ObjectId()];
  const conversation = `${senderId}:${receiverId}`;
  const old = Array.from({ length: OLD_MESSAGES }, (_, index) => ({
    conversation,
    seq: index + 1,
    senderId,
    receiverId,
    text: 'पुराना',
    image: null,
    clientMessageId: null,
    clientKey: `${senderId}:${index}`,
    createdAt: new Date(),
  }));
  for (let from = 0; from < old.length; from += INSERT_BATCH) {
    await connection.collection('messages').insertMany(old.slice(from, from + INSERT_BATCH));
  }
}

describe('a migration with two processes', () => {
  it(
    'when the process that runs it is killed midway: the other resumes from the checkpoint and keeps serving',
    async () => {
      await storeOldMessages();
      const processes = [start({ LOG_LEVEL: 'info' }), start({ LOG_LEVEL: 'info' })];
      const worker = await vi.waitFor(
        async () => {
          const migration = await readMigration();
          const running = processes.find(({ stdout }) => stdout().includes('migration started'));
          if (!migration || migration.seen < BATCH || !running)
            throw new Error('The migration has not started');
          return running;
        },
        { timeout: 120_000, interval: 10 },
      );
      const other = processes.find((candidate) => candidate !== worker);
      worker.child.kill('SIGKILL');
      await worker.exit;
      const killedAt = await readMigration();
      if (!other) throw new Error('unreachable');

      const url = await other.ready();
      const { cookie } = await signUp(url);
      const statuses = new Map<number, number>();
      const reported = new Set<string>();
      let slowest = 0;
      let migration = killedAt;
      while (!migration?.finishedAt) {
        const requestedAt = performance.now();
        const { status } = await fetch(`${url}/api/message/unread`, { headers: { Cookie: cookie } });
        slowest = Math.max(slowest, performance.now() - requestedAt);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        for (const metric of await readMigrationMetrics(url)) reported.add(metric);
        migration = await readMigration();
        await delay(20);
      }
      await vi.waitFor(
        async () =>
          expect(await readMigrationMetrics(url)).toEqual([
            'state 2',
            `done ${OLD_MESSAGES}`,
            `all ${OLD_MESSAGES}`,
          ]),
        { timeout: 60_000, interval: 50 },
      );
      const withVersion = await connection.collection('messages').countDocuments({ version: 0 });

      expect(killedAt?.seen).toBeLessThan(OLD_MESSAGES);
      expect(killedAt?.finishedAt).toBeNull();
      expect(other.stdout()).toContain('migration resumed');
      expect(withVersion).toBe(OLD_MESSAGES);
      // Only the batch whose checkpoint the killed process had not saved is processed again.
      expect(migration.seen).toBe(OLD_MESSAGES);
      expect(migration.changed).toBeGreaterThanOrEqual(OLD_MESSAGES - BATCH);
      expect([...statuses.keys()]).toEqual([200]);
      expect([...reported]).toEqual(expect.arrayContaining(['state 1', `all ${OLD_MESSAGES}`]));
      console.log(
        `migration: ${OLD_MESSAGES} documents, killed at ${killedAt?.seen}, applied once by two processes; ` +
          `${statuses.get(200)} responses in the meantime, slowest ${slowest.toFixed(0)} ms`,
      );
    },
    TEST_TIMEOUT_MS,
  );
});
