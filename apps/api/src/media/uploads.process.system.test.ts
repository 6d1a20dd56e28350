import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import mongoose from 'mongoose';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startNginx } from '../../test/nginx.js';
import { signUp, useProcesses } from '../../test/process.js';
import { createSlowConnection } from '../../test/slow-connection.js';
import { buildInsertCommand, createTriggerProxy } from '../../test/trigger-proxy.js';
import { buildPaddedJpeg, TUS, UPLOAD_TYPE, UPLOADS_PATH } from '../../test/uploads.js';
import { processEnv } from '../config/env.js';

const { start, mongodbUri } = useProcesses();

const { UPLOAD_SCALE, UPLOAD_RATE } = processEnv();
/** Size of the drill's pictures in relation to 3 to 8 MB, and the bytes per second of its connection. */
const SCALE = Number(UPLOAD_SCALE ?? 0.05);
const RATE = Number(UPLOAD_RATE ?? 500_000);
const PICTURES = 30;
const CUTS = 5;
/** A part, and the bytes in the buffers of a connection. */
const MAX_LOST_BYTES = 1_000_000;
/** All other parts are stored within milliseconds; a busy machine needs seconds. */
const STORED_WITHIN = { timeout: 20_000, interval: 50 };
const TEST_TIMEOUT_MS = 120_000;
const TOTAL_BYTES = PICTURES * 5_500_000 * SCALE;

let database: mongoose.Connection;
beforeAll(async () => {
  database = await mongoose.createConnection(mongodbUri).asPromise();
});
afterAll(() => database.close());

const countMedia = () => database.collection('media').countDocuments();

async function createUpload(url: string, cookie: string, length: number): Promise<string> {
  const response = await fetch(url + UPLOADS_PATH, {
    method: 'POST',
    headers: { ...TUS, Cookie: cookie, 'Upload-Length': String(length) },
  });
  expect(response.status).toBe(201);
  return response.headers.get('Location') ?? '';
}

function patch(address: string, cookie: string, offset: number, bytes: Buffer): Promise<Response> {
  return fetch(address, {
    method: 'PATCH',
    headers: { ...TUS, Cookie: cookie, 'Upload-Offset': String(offset), 'Content-Type': UPLOAD_TYPE },
    body: new Uint8Array(bytes),
  });
}

const head = (address: string, cookie: string) =>
  fetch(address, { method: 'HEAD', headers: { ...TUS, Cookie: cookie } });

describe('an upload whose process is killed', () => {
  it(
    'while bytes arrive: continues at another process, which has all but the last part',
    async () => {
      const [first, second] = [start(), start()];
      const [firstUrl, secondUrl] = [await first.ready(), await second.ready()];
      const { cookie } = await signUp(firstUrl);
      const mediaBefore = await countMedia();
      const picture = await buildPaddedJpeg(4_000_000);
      const location = await createUpload(firstUrl, cookie, picture.length);
      const sending = request(firstUrl + location, {
        method: 'PATCH',
        headers: {
          ...TUS,
          Cookie: cookie,
          'Upload-Offset': '0',
          'Content-Type': UPLOAD_TYPE,
          'Content-Length': picture.length,
        },
      });
      sending.on('error', () => undefined);
      const sent = 3_000_000;
      await new Promise((resolve) => sending.write(picture.subarray(0, sent), resolve));
      await vi.waitFor(async () => {
        const upload = await database.collection('uploads').findOne({ size: picture.length });
        expect(upload?.['offset']).toBeGreaterThan(sent - MAX_LOST_BYTES);
      }, STORED_WITHIN);

      first.child.kill('SIGKILL');
      await first.exit;
      const resumed = await head(secondUrl + location, cookie);
      const offset = Number(resumed.headers.get('Upload-Offset'));
      const last = await patch(secondUrl + location, cookie, offset, picture.subarray(offset));

      console.log(`killed after ${sent} bytes: continued at ${offset}`);
      expect(resumed.status).toBe(200);
      expect(offset).toBeGreaterThan(sent - MAX_LOST_BYTES);
      expect([last.status, last.headers.get('Upload-Media')]).toEqual([
        204,
        expect.stringMatching(/^\/media\//),
      ]);
      expect((await countMedia()) - mediaBefore).toBe(1);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    'between its last byte and its picture: the next HEAD, at another process, stores the picture once',
    async () => {
      let first: ReturnType<typeof start> | null = null;
      const proxy = await createTriggerProxy(mongodbUri, buildInsertCommand('media'), () => {
        first?.child.kill('SIGKILL');
      });
      first = start({ MONGODB_URI: proxy.uri });
      const second = start();
      const [firstUrl, secondUrl] = [await first.ready(), await second.ready()];
      const { cookie } = await signUp(secondUrl);
      const mediaBefore = await countMedia();
      const picture = await buildPaddedJpeg(500_000);
      const location = await createUpload(firstUrl, cookie, picture.length);

      await expect(patch(firstUrl + location, cookie, 0, picture)).rejects.toThrow('fetch failed');
      await first.exit;
      const responses = [await head(secondUrl + location, cookie), await head(secondUrl + location, cookie)];

      expect(proxy.isTriggered()).toBe(true);
      await proxy.close();
      const address = responses[0]?.headers.get('Upload-Media');
      expect(address).toMatch(/^\/media\//);
      expect(responses[1]?.headers.get('Upload-Media')).toBe(address);
      expect((await countMedia()) - mediaBefore).toBe(1);
      const served = await fetch(secondUrl + address, { headers: { Cookie: cookie } });
      expect([served.status, served.headers.get('Content-Type')]).toEqual([200, 'image/webp']);
    },
    TEST_TIMEOUT_MS,
  );
});

describe('30 pictures over a slow connection that is interrupted five times', () => {
  it(
    'behind nginx with two processes: all arrive, none twice, with at most 1.2 times their bytes',
    async () => {
      const [first, second] = [start({ TRUST_PROXY: '1' }), start({ TRUST_PROXY: '1' })];
      const nginx = await startNginx([await first.ready(), await second.ready()]);
      const { cookie } = await signUp(nginx.url);
      const connection = await createSlowConnection(nginx.url, RATE);
      const sizes = Array.from(
        { length: PICTURES },
        (_, index) => (3 + (5 * index) / (PICTURES - 1)) * 1e6 * SCALE,
      );
      const pictures = await Promise.all(sizes.map(buildPaddedJpeg));
      const totalBytes = pictures.reduce((sum, { length }) => sum + length, 0);
      const mediaBefore = await countMedia();
      let isDone = false;
      let cuts = 0;

      /** Interrupts the connection each time another share of the bytes has been sent. */
      async function cutRepeatedly(): Promise<void> {
        while (!isDone && cuts < CUTS) {
          await delay(20);
          if (connection.sentBytes() < ((cuts + 0.5) / CUTS) * totalBytes) continue;
          cuts += 1;
          connection.disconnect();
        }
      }

      /** Uploads one picture as the web app does. @returns its address. */
      function upload(picture: Buffer): Promise<string> {
        return new Promise((resolve, reject) => {
          new Upload(picture, {
            endpoint: `${connection.url}${UPLOADS_PATH}`,
            headers: { Cookie: cookie },
            retryDelays: [100, 200, 500, 1_000],
            onError: reject,
            onSuccess: ({ lastResponse }) => resolve(lastResponse.getHeader('Upload-Media') ?? ''),
          }).start();
        });
      }

      const cutting = cutRepeatedly();
      const addresses: string[] = [];
      const startedAt = performance.now();
      for (const picture of pictures) addresses.push(await upload(picture));
      const seconds = (performance.now() - startedAt) / 1000;
      isDone = true;
      await cutting;
      const ratio = connection.sentBytes() / totalBytes;
      await connection.close();
      await nginx.stop();

      console.log(
        `${PICTURES} pictures, ${totalBytes} bytes, ${Math.round((RATE * 8) / 1000)} kbit/s, ${cuts} cuts: ` +
          `${seconds.toFixed(0)} s, ${ratio.toFixed(3)} times their bytes sent`,
      );
      expect(cuts).toBe(CUTS);
      expect(new Set(addresses).size).toBe(PICTURES);
      for (const address of addresses) expect(address).toMatch(/^\/media\/[\w-]{24}$/);
      expect((await countMedia()) - mediaBefore).toBe(PICTURES);
      expect(ratio).toBeLessThanOrEqual(1.2);
    },
    TEST_TIMEOUT_MS + (4 * TOTAL_BYTES * 1000) / RATE,
  );
});
