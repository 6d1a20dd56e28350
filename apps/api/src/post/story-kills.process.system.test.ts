import { setTimeout as delay } from 'node:timers/promises';
import { MAX_REVISIONS, type Post, type Revision, type RevisionSummary } from '@safarnama/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRandom } from '../../scripts/random.js';
import { readSimulationSettings } from '../../test/chat-simulation.js';
import { buildPostInput, PNG_DATA_URL } from '../../test/factories.js';
import { fetchAs, signUp, useProcesses } from '../../test/process.js';

const { start } = useProcesses();
const { rounds, seed } = readSimulationSettings();
const random = createRandom(seed);
const ENV = { RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
const RETRY_DELAY_MS = 50;
const TEST_TIMEOUT_MS = 60_000 + rounds * 60_000;

let running: ReturnType<typeof start>;
let url = '';
beforeEach(async () => {
  running = start(ENV);
  url = await running.ready();
}, TEST_TIMEOUT_MS);

async function killAndRestart(): Promise<void> {
  running.child.kill('SIGKILL');
  await running.exit;
  running = start({ ...ENV, PORT: new URL(url).port });
  await running.ready();
}

interface ResponseBody {
  post: Post;
  revision: Revision;
  revisions: RevisionSummary[];
}

async function send(cookie: string, method: string, path: string, body?: object) {
  const response = await fetchAs({ cookie }, method, `${url}/api/post/${path}`, body);
  // Each call returns one of these members.
  return { status: response.status, body: (await response.json()) as ResponseBody };
}

/** Repeats a request until a process responds to it. */
async function sendUntilResponse(...request: Parameters<typeof send>): ReturnType<typeof send> {
  for (;;) {
    const response = await send(...request).catch(() => null);
    if (response && response.status !== 503) return response;
    await delay(RETRY_DELAY_MS);
  }
}

async function createStory(cookie: string, input: object = {}): Promise<Post> {
  const { body } = await send(cookie, 'POST', 'create-post', {
    ...buildPostInput({ blogImage: PNG_DATA_URL }),
    ...input,
  });
  return body.post;
}

describe('a process killed while a story is changed', () => {
  it(
    'repeatedly: stores every version once, with its picture',
    async () => {
      const { cookie } = await signUp(url);
      const { _id } = await createStory(cookie, { blogTitle: 'v1' });
      let version = 1;
      let isStopped = false;
      const writing = (async () => {
        while (!isStopped) {
          const input = { blogTitle: `v${version + 1}`, blogContent: `Words of ${version + 1}`, version };
          const { status, body } = await sendUntilResponse(cookie, 'PUT', `update-post/${_id}`, input);
          expect([status, body.post?.version]).toEqual([200, version + 1]);
          version += 1;
        }
      })();

      for (let round = 0; round < rounds; round += 1) {
        await delay(random.range(50, 500));
        await killAndRestart();
      }
      isStopped = true;
      await writing;

      const { body } = await send(cookie, 'GET', `${_id}/revisions?limit=100`);
      const { revisions } = body;
      const expected = Array.from(
        { length: Math.min(version, MAX_REVISIONS) },
        (_, index) => version - index,
      );
      expect(revisions.map(({ number, blogTitle }) => [number, blogTitle])).toEqual(
        expected.map((number) => [number, `v${number}`]),
      );
      for (const { number } of revisions) {
        const { revision } = (await send(cookie, 'GET', `${_id}/revisions/${number}`)).body;
        const picture = await fetch(url + revision.blogImage, { headers: { Cookie: cookie } });
        expect([number, revision.missingPictures, picture.status]).toEqual([number, [], 200]);
      }
      console.log(`${rounds} kills, ${version} versions, SEED=${seed}: none lost`);
    },
    TEST_TIMEOUT_MS,
  );
});

describe('a process killed while a story is deleted or restored', () => {
  it(
    'repeatedly: leaves the story readable or restorable, with everything that belongs to it',
    async () => {
      const [author, reader] = [await signUp(url), await signUp(url)];
      const { _id } = await createStory(author.cookie);
      await send(author.cookie, 'PUT', `update-post/${_id}`, { blogTitle: 'v2', blogContent: 'Words' });
      await send(reader.cookie, 'PUT', `${_id}/like`);
      await send(reader.cookie, 'POST', `${_id}/comments`, { text: 'सुंदर!' });
      const before = await send(reader.cookie, 'GET', `${_id}/comments`);
      const { post } = (await send(author.cookie, 'GET', `my-posts/${_id}`)).body;

      for (let round = 0; round < rounds; round += 1) {
        for (const [method, path] of [
          ['DELETE', `delete-post/${_id}`],
          ['POST', `${_id}/undelete`],
        ] as const) {
          const sent = send(author.cookie, method, path).catch(() => null);
          await delay(random.range(0, 40));
          await killAndRestart();
          await sent;
        }
        const isHidden = (await send(author.cookie, 'GET', `my-posts/${_id}`)).status === 404;
        if (isHidden) expect((await send(author.cookie, 'POST', `${_id}/undelete`)).status).toBe(200);
        // An interrupted restoration is completed when the author deletes and restores the story again.
        expect((await send(author.cookie, 'DELETE', `delete-post/${_id}`)).status).toBe(200);
        const restored = await send(author.cookie, 'POST', `${_id}/undelete`);

        expect(restored.body.post).toEqual(post);
        expect(await send(reader.cookie, 'GET', `${_id}/comments`)).toEqual(before);
        const picture = await fetch(url + post.blogImage, { headers: { Cookie: reader.cookie } });
        expect(picture.status).toBe(200);
      }
    },
    TEST_TIMEOUT_MS,
  );
});
