import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createRandom } from '../../scripts/random.js';
import { readSimulationSettings } from '../../test/chat-simulation.js';
import { PNG_DATA_URL } from '../../test/factories.js';
import { fetchAs, signUp, useProcesses } from '../../test/process.js';

const { start, mongodbUri } = useProcesses();
const { rounds, seed } = readSimulationSettings();
const random = createRandom(seed);
const ENV = { RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
const DRAFTS = 5;
const AHEAD_MS = 65_000;
/** A story appears within 30 s of its time. */
const PUBLISHED_WITHIN_MS = 30_000;
const TEST_TIMEOUT_MS = 60_000 + rounds * 120_000;

let connection: mongoose.Connection;
beforeAll(async () => {
  connection = await mongoose.createConnection(mongodbUri).asPromise();
});
afterAll(() => connection.close());

async function send(url: string, cookie: string, method: string, path: string, body?: object) {
  const response = await fetchAs({ cookie }, method, `${url}/api/${path}`, body);
  const json: unknown = await response.json();
  expect([path, response.status, json]).toEqual([path, 200, expect.anything()]);
  return json;
}

/** Schedules drafts with pictures through the API. */
async function scheduleDrafts(url: string, cookie: string): Promise<string[]> {
  const titles: string[] = [];
  for (let index = 0; index < DRAFTS; index += 1) {
    const [key, blogTitle] = [randomUUID(), `घाट ${randomUUID()}`];
    const draft = { blogTitle, blogHtml: '<p>सुबह</p>', blogImage: PNG_DATA_URL };
    await send(url, cookie, 'PUT', `drafts/${key}`, draft);
    const publishAt = new Date(Date.now() + AHEAD_MS).toISOString();
    await send(url, cookie, 'PUT', `drafts/${key}/schedule`, { publishAt });
    titles.push(blogTitle);
  }
  return titles;
}

describe('two processes, one or both of which are killed when drafts become due', () => {
  it(
    'in every round: publish each draft once, with its scheduled time as `createdAt` and with its picture',
    async () => {
      let processes = [start(ENV), start(ENV)];
      const [firstUrl = ''] = await Promise.all(processes.map(({ ready }) => ready()));
      const { cookie } = await signUp(firstUrl);
      const expected = new Map<string, string>();
      let url = firstUrl;

      for (let round = 0; round < rounds; round += 1) {
        const titles = await scheduleDrafts(url, cookie);
        for (const { child } of processes) child.kill('SIGKILL');
        await Promise.all(processes.map(({ exit }) => exit));
        // Instead of waiting for 65 seconds. New processes look for due drafts a second after their start.
        const publishAt = new Date();
        await connection
          .collection('drafts')
          .updateMany({ blogTitle: { $in: titles } }, { $set: { publishAt } });
        for (const title of titles) expected.set(title, publishAt.toISOString());
        processes = [start(ENV), start(ENV)];
        await Promise.all(processes.map(({ ready }) => ready()));

        const killed = round % 2 === 0 ? processes.slice(0, 1) : processes;
        await delay(random.range(0, 1_500));
        for (const { child } of killed) child.kill('SIGKILL');
        await Promise.all(killed.map(({ exit }) => exit));
        const survivors = processes.slice(killed.length);
        processes = [...survivors, ...killed.map(() => start(ENV))];
        [url = ''] = await Promise.all(processes.map(({ ready }) => ready()));

        await vi.waitFor(
          async () => expect(await send(url, cookie, 'GET', 'drafts')).toMatchObject({ drafts: [] }),
          { timeout: PUBLISHED_WITHIN_MS, interval: 200 },
        );
        const posts = await connection.collection('posts').find().toArray();
        const published = posts.map(
          ({ blogTitle, createdAt }) => [blogTitle, createdAt.toISOString()] as const,
        );
        expect(published).toHaveLength(expected.size);
        expect(new Map(published)).toEqual(expected);
        for (const { blogImage } of posts.slice(-DRAFTS)) {
          expect((await fetch(`${url}/media/${blogImage.key}`, { headers: { Cookie: cookie } })).status).toBe(
            200,
          );
        }
      }
      console.log(`${rounds} rounds, ${expected.size} drafts, SEED=${seed}: each published once`);
    },
    TEST_TIMEOUT_MS,
  );
});
