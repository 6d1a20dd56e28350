import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startDatabase } from '@safarnama/database';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createRandom } from '../../scripts/random.js';
import { createChat, describeTally, readSimulationSettings, type Tally } from '../../test/chat-simulation.js';
import { START_TIMEOUT_MS, useProcesses } from '../../test/process.js';
import { processEnv } from '../config/env.js';

const { start } = useProcesses();
const { rounds, seed } = readSimulationSettings();
const ENV = { RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
const TEST_TIMEOUT_MS = 60_000 + rounds * 60_000;
/** The engine may have to be installed or built first. */
const ENGINE_TIMEOUT_MS = 600_000;
/** Probability that a killed process is killed again while it starts. */
const SECOND_KILL_PROBABILITY = 0.25;

type Chat = Awaited<ReturnType<typeof createChat>>;

/** Kills a process once per round and prints the tally of each round. */
async function runRounds(subject: string, chat: Chat, killAndRestart: () => Promise<void>): Promise<Tally> {
  let tally: Tally | undefined;
  for (let round = 1; round <= rounds; round += 1) {
    tally = await chat.round(killAndRestart);
    console.log(`${subject} killed, round ${round}: ${describeTally(tally)}`);
  }
  if (!tally) throw new Error('ROUNDS must be 1 or more');
  const { repeated, storedWithoutResponse } = chat.countRepeats();
  console.log(
    `${subject} killed, ${rounds} rounds, SEED=${seed}: ${describeTally(tally)} ` +
      `(repeated ${repeated}, of which already stored ${storedWithoutResponse})`,
  );
  return tally;
}

/** The tally without any loss. */
const expectedTally = (chat: Chat): Tally => ({
  acknowledged: chat.countExpected(rounds),
  lost: 0,
  duplicated: 0,
  order: 'same',
  polled: 'exact',
});

describe('Reliability 1: messages of twelve senders', () => {
  it(
    'while the API is killed: stores each message once, in one order',
    async () => {
      let running = start(ENV);
      const url = await running.ready();
      const env = { ...ENV, PORT: new URL(url).port };
      const random = createRandom(seed);
      const chat = await createChat(url, random);

      async function killAndRestart(): Promise<void> {
        running.child.kill('SIGKILL');
        await running.exit;
        running = start(env);
        if (random.chance(SECOND_KILL_PROBABILITY)) {
          await delay(random.range(0, 1_500));
          await killAndRestart();
        }
      }
      const tally = await runRounds('API', chat, killAndRestart);

      expect(tally).toEqual(expectedTally(chat));
      expect(chat.countRepeats().repeated).toBeGreaterThan(0);
    },
    TEST_TIMEOUT_MS,
  );

  describe.each(['secantus-native', 'secantus-python'])('with %s', (engine) => {
    let dataDir = '';
    let restarts = 0;
    let database: Awaited<ReturnType<typeof startDatabase>>;
    beforeAll(async () => {
      dataDir = await mkdtemp(path.join(tmpdir(), 'safarnama-kills-'));
      const env = { ...processEnv(), DATABASE_ENGINE: engine };
      const onProgress = (line: string) => {
        if (line.includes('is running again')) restarts += 1;
      };
      database = await startDatabase({ dataDir, env, onProgress });
    }, ENGINE_TIMEOUT_MS);
    afterAll(async () => {
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    });

    /** Waits for a server other than `pid`, kills it and returns its process id. */
    async function killServer(pid = 0): Promise<number> {
      const readNewPid = async () => {
        const record: unknown = JSON.parse(await readFile(path.join(dataDir, 'db', 'server.json'), 'utf8'));
        const { server } = record as { server: { pid: number } };
        expect(server.pid).not.toBe(pid);
        return server.pid;
      };
      const serverPid = await vi.waitFor(readNewPid, { timeout: START_TIMEOUT_MS, interval: 5 });
      process.kill(serverPid, 'SIGKILL');
      return serverPid;
    }

    it(
      'while the database is killed: stores each message once, in one order',
      async () => {
        const url = await start({ ...ENV, MONGODB_URI: database.uri }).ready();
        const random = createRandom(seed);
        const chat = await createChat(url, random);

        const tally = await runRounds(engine, chat, async () => {
          const restartsBefore = restarts;
          const pid = await killServer();
          // Sometimes kills the server again while it recovers.
          if (random.chance(SECOND_KILL_PROBABILITY)) await killServer(pid);
          await vi.waitFor(() => expect(restarts).toBeGreaterThan(restartsBefore), {
            timeout: START_TIMEOUT_MS,
          });
        });

        expect(tally).toEqual(expectedTally(chat));
        expect(chat.countRepeats().repeated).toBeGreaterThan(0);
      },
      TEST_TIMEOUT_MS,
    );
  });
});
