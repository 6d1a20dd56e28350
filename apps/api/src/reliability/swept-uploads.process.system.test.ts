import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildMessageInput, buildPostInput } from '../../test/factories.js';
import { buildPicture, toDataUrl } from '../../test/pictures.js';
import { fetchAs, signUp, useProcesses } from '../../test/process.js';
import { buildInsertCommand, createTriggerProxy } from '../../test/trigger-proxy.js';
import { UPLOAD_TYPE, UPLOADS_PATH } from '../../test/uploads.js';

const { start, mongodbUri } = useProcesses();

/** libfaketime for multithreaded programs, from the package `faketime` of Debian and Ubuntu. */
const FAKETIME = ['x86_64-linux-gnu', 'aarch64-linux-gnu']
  .map((machine) => `/usr/lib/${machine}/faketime/libfaketimeMT.so.1`)
  .find((file) => existsSync(file));
const DAY_LATER_S = 25 * 60 * 60;
const FIRST_SWEEP_S = 10 * 60;
const RECONNECTION_S = 8;
const SWEEP_TIMEOUT_MS = 30_000;
const TEST_TIMEOUT_MS = 150_000;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'safarnama-uploads-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function countStored() {
  const connection = await mongoose.createConnection(mongodbUri).asPromise();
  const count = (name: string) => connection.collection(name).countDocuments();
  const counts = {
    posts: await count('posts'),
    messages: await count('messages'),
    media: await count('media'),
    blobs: await count('blobs'),
    uploads: await count('uploads'),
  };
  await connection.close();
  const names = await readdir(path.join(folder, 'media'), { recursive: true });
  const countNames = (pattern: RegExp) => names.filter((name) => pattern.test(name)).length;
  return { ...counts, files: countNames(/\.webp$/), parts: countNames(/^uploads\/./) };
}

/** Uploads a picture for the text of a story, or its first half only. */
async function uploadPicture(url: string, cookie: string, colour: string, isWhole: boolean): Promise<void> {
  const picture = await buildPicture(40, 30, colour).png().toBuffer();
  const headers = { Cookie: cookie, 'Tus-Resumable': '1.0.0' };
  const created = await fetch(url + UPLOADS_PATH, {
    method: 'POST',
    headers: { ...headers, 'Upload-Length': String(picture.length) },
  });
  const { status } = await fetch(url + created.headers.get('Location'), {
    method: 'PATCH',
    headers: { ...headers, 'Upload-Offset': '0', 'Content-Type': UPLOAD_TYPE },
    body: new Uint8Array(picture.subarray(0, isWhole ? picture.length : picture.length / 2)),
  });
  expect(status).toBe(204);
}

describe('Reliability 9: a process killed between storing a picture and its record', () => {
  it(
    'leaves a picture without a record, but no record without a picture; a sweep a day later removes the picture',
    async () => {
      const env = { DATA_DIR: folder, RATE_LIMITS: 'off' };
      const buildImage = async (colour: string) =>
        toDataUrl(await buildPicture(40, 30, colour).png().toBuffer());

      // The picture is stored before the insert command of its record is sent.
      for (const collection of ['posts', 'messages'] as const) {
        let running: ReturnType<typeof start> | null = null;
        const triggerProxy = await createTriggerProxy(mongodbUri, buildInsertCommand(collection), () => {
          running?.child.kill('SIGKILL');
        });
        running = start({ ...env, MONGODB_URI: triggerProxy.uri });
        const url = await running.ready();
        const [asha, ravi] = [await signUp(url), await signUp(url)];
        if (collection === 'posts') {
          await uploadPicture(url, asha.cookie, '#3b6ea8', true);
          await uploadPicture(url, asha.cookie, '#a83b6e', false);
        }
        const sent =
          collection === 'posts'
            ? fetchAs(
                asha,
                'POST',
                `${url}/api/post/create-post`,
                buildPostInput({ blogImage: await buildImage('#d98e04') }),
              )
            : fetchAs(
                asha,
                'POST',
                `${url}/api/message/send/${ravi.id}`,
                buildMessageInput({ image: await buildImage('#0e6b5c') }),
              );
        await expect(sent).rejects.toThrow('fetch failed');
        await running.exit;
        expect(triggerProxy.isTriggered()).toBe(true);
        await triggerProxy.close();
      }
      const beforeSweep = await countStored();

      // The clock of this process is 25 h ahead: what the killed processes have left is older than the minimum of a
      // day.
      const clockFile = path.join(folder, 'clock');
      await writeFile(clockFile, `+${DAY_LATER_S}`);
      const startedAt = Date.now();
      const running = start({
        ...env,
        LD_PRELOAD: FAKETIME ?? '',
        FAKETIME_TIMESTAMP_FILE: clockFile,
        FAKETIME_CACHE_DURATION: '1',
      });
      const url = await running.ready();
      const asha = await signUp(url);
      const laterPost = await fetchAs(
        asha,
        'POST',
        `${url}/api/post/create-post`,
        buildPostInput({ blogImage: await buildImage('#7a1f3d') }),
      );
      // Moves the clock to a few seconds before the first sweep, which needs the database: when the clock moves, the
      // connections to it time out.
      const uptimeS = Math.ceil((Date.now() - startedAt) / 1000);
      await writeFile(clockFile, `+${DAY_LATER_S + FIRST_SWEEP_S - uptimeS - RECONNECTION_S}`);
      await vi.waitFor(
        () => expect(running.stdout()).toContain('Removed orphaned pictures and expired uploads'),
        { timeout: SWEEP_TIMEOUT_MS, interval: 100 },
      );
      const afterSweep = await countStored();
      console.log(
        `killed between picture and record: left ${JSON.stringify(beforeSweep)}, a day later ${JSON.stringify(afterSweep)}`,
      );

      expect(beforeSweep).toEqual({
        posts: 0,
        messages: 0,
        media: 3,
        blobs: 3,
        files: 3,
        uploads: 2,
        parts: 1,
      });
      expect(laterPost.status).toBe(201);
      expect(afterSweep).toEqual({
        posts: 1,
        messages: 0,
        media: 1,
        blobs: 1,
        files: 1,
        uploads: 0,
        parts: 0,
      });
    },
    TEST_TIMEOUT_MS,
  );
});
