import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Database, startDatabase } from '@safarnama/database';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildMessageInput, buildPostInput, buildSignup } from '../../test/factories.js';
import { buildPicture, toDataUrl } from '../../test/pictures.js';
import { signUp, statusOf, useProcesses } from '../../test/process.js';
import { processEnv } from '../config/env.js';

const { start } = useProcesses();

/** The promises: every request is answered within the one, and people are served again within the other. */
const ANSWER_LIMIT_MS = 6_000;
const RECOVERY_LIMIT_MS = 5_000;
/** More than the driver keeps connections to the database, so that some wait for one. */
const CLIENTS = 64;
const AWAY_MS = 7_500;
/** Longer than a refusal takes once the database is known to be away: it was in flight when that was found out. */
const CAUGHT_MS = 500;
const TEST_TIMEOUT_MS = 120_000;
/** As a person who looks at what they got. */
const PAUSE_MS = 300;
const REFUSED_PAUSE_MS = 1_000;
/** On a machine that is busy otherwise every step takes its multiple: what one answer took before is the measure. */
const ROOM = 4;
/** Calls that wait for their turn at a queue before they ask the database. */
const COSTLY = ['login', 'picture'];
const isCheap = (call: string) => !COSTLY.includes(call);

interface Answer {
  call: string;
  status: number;
  /** Of an answer of 500 and above. */
  code: unknown;
  ms: number;
}

let dataDir = '';
let database: Database;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'safarnama-away-'));
  database = await startDatabase({ dataDir, env: processEnv() });
});
afterAll(async () => {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const databasePid = (): number =>
  JSON.parse(readFileSync(path.join(dataDir, 'db', 'server.json'), 'utf8')).server.pid;

type Person = Awaited<ReturnType<typeof signUp>>;

/** Who signs in with a session loses that one. */
const GUEST = { id: '', cookie: '' };

/** What people do all the time, one call after the other in each of many clients. */
async function createLoad(url: string) {
  const [asha, ravi]: [Person, Person] = [await signUp(url), await signUp(url)];
  const account = buildSignup({ email: `${crypto.randomUUID()}@example.com` });
  const image = toDataUrl(await buildPicture(64, 48).png().toBuffer());
  const send = (method: string, address: string, body?: object, { cookie } = asha) =>
    fetch(`${url}${address}`, {
      method,
      headers: { Cookie: cookie, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  await send('POST', '/api/auth/signup', account, GUEST);
  const calls: Record<string, () => Promise<Response>> = {
    feed: () => send('GET', '/api/post/getposts?view=card'),
    conversation: () => send('GET', `/api/message/${ravi.id}`),
    message: () => send('POST', `/api/message/send/${ravi.id}`, buildMessageInput()),
    picture: () => send('POST', '/api/post/create-post', buildPostInput({ blogImage: image })),
    draft: () => send('PUT', `/api/drafts/${crypto.randomUUID()}`, { blogTitle: 'रात', version: 0 }),
    login: () => send('POST', '/api/auth/login', { email: account.email, password: account.password }, GUEST),
    contacts: () => send('GET', '/api/message/get-all-users'),
    session: () => send('GET', '/api/auth/check-auth'),
    search: () => send('GET', '/api/post/search?q=ghats'),
  };
  const answers: Answer[] = [];
  let isOver = false;

  async function ask(call: string): Promise<void> {
    const askedAt = performance.now();
    const response = await calls[call]?.();
    const body: unknown = await response?.json();
    const status = response?.status ?? 0;
    const code: unknown = status >= 500 && body instanceof Object ? Reflect.get(body, 'code') : null;
    answers.push({ call, status, code, ms: performance.now() - askedAt });
  }
  const names = Object.keys(calls);
  const clients = Array.from({ length: CLIENTS }, async (_, index) => {
    // A few hash and draw all the time, the others share the rest: the machine is not what is measured.
    const own = index < COSTLY.length ? COSTLY.slice(index, index + 1) : names.filter(isCheap);
    // A line that breaks is not foreseen here: it ends the client, and `end` tells of it.
    for (let turn = index; !isOver; turn += 1) {
      await ask(own[turn % own.length] ?? '');
      await wait(answers.at(-1)?.status === 503 ? REFUSED_PAUSE_MS : PAUSE_MS);
    }
  });
  const all = Promise.all(clients);
  all.catch(() => undefined);
  return {
    answers,
    who: asha,
    async end() {
      isOver = true;
      await all;
    },
  };
}

describe('Reliability 3: the database goes away under load', () => {
  it.each([
    [
      'frozen',
      async () => {
        const pid = databasePid();
        process.kill(pid, 'SIGSTOP');
        await wait(AWAY_MS);
        process.kill(pid, 'SIGCONT');
      },
    ],
    [
      'stopped',
      async () => {
        const { port } = database;
        await database.stop();
        await wait(AWAY_MS / 2);
        database = await startDatabase({ dataDir, env: processEnv(), port });
      },
    ],
  ])(
    'and is %s: each request is answered within 6 s, with 503 or as ever, and all goes on within 5 s',
    async (how, takeAway) => {
      const running = start({ MONGODB_URI: database.uri, RATE_LIMITS: 'off', LOG_LEVEL: 'fatal' });
      const url = await running.ready();
      const load = await createLoad(url);
      const { answers } = load;
      await vi.waitFor(() => expect(answers.length).toBeGreaterThan(CLIENTS), { timeout: 40_000 });

      const roomMs = ROOM * Math.max(...answers.map(({ ms }) => ms));
      await takeAway();
      const backAt = performance.now();
      await vi.waitFor(
        async () => {
          expect(await statusOf(`${url}/health/ready`)).toBe(200);
          const headers = { Cookie: load.who.cookie };
          expect((await fetch(`${url}/api/post/my-posts`, { headers })).status).toBe(200);
        },
        { timeout: RECOVERY_LIMIT_MS + roomMs, interval: 100 },
      );
      const recoveredMs = performance.now() - backAt;
      await load.end();
      const slowest = Math.max(...answers.map(({ ms }) => ms));
      const refused = answers.filter(({ status }) => status === 503);
      const caught = refused.filter(({ ms }) => ms > CAUGHT_MS);
      console.log(
        `database ${how} under load of ${CLIENTS}: ${answers.length} answers, ${refused.length} x 503 ` +
          `(${caught.length} after waiting), slowest ${(slowest / 1000).toFixed(1)} s, ` +
          `back after ${(recoveredMs / 1000).toFixed(1)} s`,
      );
      running.child.kill('SIGTERM');

      expect(answers.filter(({ status }) => status >= 300 && status !== 503)).toEqual([]);
      expect(refused.filter(({ code }) => code !== 'database_away')).toEqual([]);
      expect(answers.filter(({ ms }) => ms > ANSWER_LIMIT_MS + roomMs)).toEqual([]);
      // Every kind of call was refused at one time or another.
      expect(new Set(refused.map(({ call }) => call)).size).toBe(9);
      expect(caught.length).toBeGreaterThan(0);
      expect(await running.exit).toBe(0);
    },
    TEST_TIMEOUT_MS,
  );
});
