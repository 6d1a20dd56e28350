import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildMessageInput, buildPostInput } from '../../test/factories.js';
import { findFreePort } from '../../test/free-port.js';
import { buildPicture, toDataUrl } from '../../test/pictures.js';
import { signUp, useProcesses } from '../../test/process.js';

const { start, mongodbUri } = useProcesses();

/** libfaketime for multithreaded programs, from the package `faketime` of Debian and Ubuntu. */
const FAKETIME = ['x86_64-linux-gnu', 'aarch64-linux-gnu']
  .map((machine) => `/usr/lib/${machine}/faketime/libfaketimeMT.so.1`)
  .find((file) => existsSync(file));
const SWEEP_TIMEOUT_MS = 30_000;
const TEST_TIMEOUT_MS = 150_000;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'safarnama-uploads-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Creates a database proxy that calls `onMatch` for the first command with this text, and drops it and later ones. */
async function createTriggerProxy(text: string, onMatch: () => void) {
  const target = new URL(mongodbUri);
  const port = await findFreePort();
  const sockets: Socket[] = [];
  let isTriggered = false;
  const server = createServer((clientSocket) => {
    const serverSocket = connect(Number(target.port), target.hostname);
    sockets.push(clientSocket, serverSocket);
    for (const socket of [clientSocket, serverSocket]) socket.on('error', () => undefined);
    serverSocket.pipe(clientSocket);
    clientSocket.on('data', (chunk: Buffer) => {
      if (!isTriggered && chunk.includes(text)) {
        isTriggered = true;
        onMatch();
      }
      if (!isTriggered) serverSocket.write(chunk);
    });
    clientSocket.on('close', () => serverSocket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const uri = new URL(mongodbUri);
  uri.host = `127.0.0.1:${port}`;
  return {
    uri: uri.href,
    isTriggered: () => isTriggered,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function countStored() {
  const connection = await mongoose.createConnection(mongodbUri).asPromise();
  const count = (name: string) => connection.collection(name).countDocuments();
  const counts = {
    posts: await count('posts'),
    messages: await count('messages'),
    media: await count('media'),
    blobs: await count('blobs'),
  };
  await connection.close();
  const names = await readdir(path.join(folder, 'media'), { recursive: true });
  return { ...counts, files: names.filter((name) => name.endsWith('.webp')).length };
}

describe('Reliability 9: a process killed between storing a picture and its record', () => {
  it(
    'leaves a picture without a record, but no record without a picture; a sweep a day later removes the picture',
    async () => {
      const clockFile = path.join(folder, 'clock');
      await writeFile(clockFile, '+0');
      const env = { DATA_DIR: folder, RATE_LIMITS: 'off' };
      const buildImage = async (colour: string) =>
        toDataUrl(await buildPicture(40, 30, colour).png().toBuffer());
      const postJson = (url: string, cookie: string, address: string, body: object) =>
        fetch(`${url}${address}`, {
          method: 'POST',
          headers: { Cookie: cookie, 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        });

      // The picture is stored before the insert command of its record is sent.
      for (const collection of ['posts', 'messages'] as const) {
        let running: ReturnType<typeof start> | null = null;
        const triggerProxy = await createTriggerProxy(
          `insert\u0000${String.fromCharCode(collection.length + 1)}\u0000\u0000\u0000${collection}`,
          () => {
            running?.child.kill('SIGKILL');
          },
        );
        running = start({ ...env, MONGODB_URI: triggerProxy.uri });
        const url = await running.ready();
        const [asha, ravi] = [await signUp(url), await signUp(url)];
        const sent =
          collection === 'posts'
            ? postJson(
                url,
                asha.cookie,
                '/api/post/create-post',
                buildPostInput({ blogImage: await buildImage('#d98e04') }),
              )
            : postJson(
                url,
                asha.cookie,
                `/api/message/send/${ravi.id}`,
                buildMessageInput({ image: await buildImage('#0e6b5c') }),
              );
        await expect(sent).rejects.toThrow('fetch failed');
        await running.exit;
        expect(triggerProxy.isTriggered()).toBe(true);
        await triggerProxy.close();
      }
      const beforeSweep = await countStored();

      const running = start({
        ...env,
        LD_PRELOAD: FAKETIME ?? '',
        FAKETIME_TIMESTAMP_FILE: clockFile,
        FAKETIME_CACHE_DURATION: '1',
      });
      const url = await running.ready();
      const asha = await signUp(url);
      const laterPost = await postJson(
        url,
        asha.cookie,
        '/api/post/create-post',
        buildPostInput({ blogImage: await buildImage('#7a1f3d') }),
      );
      // Moves the clock by 25 h: past the first sweep (after ten minutes) and the minimum age of a day.
      await writeFile(clockFile, '+90000');
      await vi.waitFor(() => expect(running.stdout()).toContain('cleaned up after killed processes'), {
        timeout: SWEEP_TIMEOUT_MS,
        interval: 100,
      });
      const afterSweep = await countStored();
      console.log(
        `killed between picture and record: left ${JSON.stringify(beforeSweep)}, a day later ${JSON.stringify(afterSweep)}`,
      );

      expect(beforeSweep).toEqual({ posts: 0, messages: 0, media: 2, blobs: 2, files: 2 });
      expect(laterPost.status).toBe(201);
      expect(afterSweep).toEqual({ posts: 1, messages: 0, media: 1, blobs: 1, files: 1 });
    },
    TEST_TIMEOUT_MS,
  );
});
