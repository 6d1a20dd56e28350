import { once } from 'node:events';
import { Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '@safarnama/database';
import mongoose from 'mongoose';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildPostInput, buildSignup } from '../../test/factories.js';
import { buildPicture, toDataUrl } from '../../test/pictures.js';
import { fetchAs, fetchStatus, START_TIMEOUT_MS, signUp, useProcesses } from '../../test/process.js';
import { useSockets } from '../../test/socket.js';
import { conversationKey } from '../message/message.model.js';

const { start, mongodbUri } = useProcesses();

/** Maximum duration of a shutdown. */
const MAX_SHUTDOWN_MS = 10_000;
/** Tolerance for busy machines. */
const EXIT_SLACK_MS = 2_000;
/** About 6 MB in one response, far more than the operating system buffers per connection. */
const LONG_CONVERSATION_LENGTH = 500;
const LONG_TEXT = 'गंगा'.repeat(1_000);
/** One is completed, one is hashed and the others are queued. Even a slow machine must hash them within the limit. */
const SIGN_INS = 4;
const COMPLETED_SIGN_INS =
  /^http_requests_total\{method="POST",route="\/api\/auth\/login",status="200"\} (\d+)$/m;
const FOLLOWERS = 5_000;
/** The migration that waits until the requests that were running have ended. */
const WAITING_MIGRATION = '003-story-counters';

type TestUser = Awaited<ReturnType<typeof signUp>>;

let url = '';
const sockets = useSockets({
  get url() {
    return url;
  },
});

/** Creates a conversation so long that a slow client is still receiving it after the server has written it. */
async function createLongConversation(sender: TestUser, recipient: TestUser): Promise<void> {
  const connection = await mongoose.createConnection(mongodbUri).asPromise();
  await connection.collection('messages').insertMany(
    Array.from({ length: LONG_CONVERSATION_LENGTH }, (_, index) => ({
      conversation: conversationKey(sender.id, recipient.id),
      seq: index + 1,
      senderId: new mongoose.Types.ObjectId(sender.id),
      receiverId: new mongoose.Types.ObjectId(recipient.id),
      text: LONG_TEXT,
      image: null,
      clientMessageId: null,
      clientKey: `${sender.id}:${index}`,
      replyTo: null,
      deletedAt: null,
      version: 0,
      createdAt: new Date(),
    })),
  );
  await connection.close();
}

/** Stores users directly in the database, and makes them follow an author. */
async function createFollowers(author: TestUser, count: number): Promise<void> {
  const connection = await mongoose.createConnection(mongodbUri).asPromise();
  const ids = Array.from({ length: count }, () => new mongoose.Types.ObjectId());
  for (let rest = ids; rest.length > 0; rest = rest.slice(500)) {
    const part = rest.slice(0, 500);
    await connection.collection('users').insertMany(
      part.map((_id) => ({
        _id,
        email: `${_id}@example.com`,
        emailKey: `${_id}@example.com`,
        passwordHash: 'x',
        fullName: 'Reader',
        nameKey: 'reader',
        nameSearch: ['=reader'],
        createdAt: new Date(),
      })),
    );
    await connection
      .collection('follows')
      .insertMany(
        part.map((followerId) => ({ followerId, followedId: new mongoose.Types.ObjectId(author.id) })),
      );
  }
  await connection.close();
}

/** Starts a request on a keep-alive connection. */
function startRequest(user: TestUser, method: string, path: string, headers: object = {}): ClientRequest {
  return httpRequest(`${url}${path}`, {
    method,
    agent: new Agent({ keepAlive: true }),
    headers: { Cookie: user.cookie, ...headers },
  });
}

/** Sends a body in chunks with pauses between them, like a slow connection. */
function uploadSlowly(user: TestUser, body: Buffer, chunkCount: number, pauseMs: number) {
  const request = startRequest(user, 'POST', '/api/post/create-post', {
    'Content-Type': 'application/json',
    'Content-Length': body.length,
  });
  // The error is handled through `response`, which rejects with it.
  request.on('error', () => undefined);
  const response = once(request, 'response') as Promise<[IncomingMessage]>;
  const sending = (async () => {
    const length = Math.ceil(body.length / chunkCount);
    for (let start = 0; start < body.length; start += length) {
      request.write(body.subarray(start, start + length));
      await delay(pauseMs);
    }
    request.end();
  })();
  return { request, response, sending };
}

async function waitUntilClosed(): Promise<void> {
  await vi.waitFor(() => expect(fetch(`${url}/health/live`)).rejects.toThrow('fetch failed'), {
    timeout: 10_000,
    interval: 20,
  });
}

/**
 * Waits until the process has received this number of requests: after the signal, it accepts no further connections.
 *
 * @param completed - matches the metric of those that may have completed.
 */
async function waitUntilArrived(count: number, completed = /$^/): Promise<void> {
  const countArrived = async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const inFlight = Number(/^http_requests_in_flight (\d+)$/m.exec(metrics)?.[1]);
    // The request for the metrics is in flight as well.
    return inFlight - 1 + Number(completed.exec(metrics)?.[1] ?? 0);
  };
  await expect.poll(countArrived, { timeout: START_TIMEOUT_MS }).toBe(count);
}

async function buildUpload(): Promise<Buffer> {
  const picture = await buildPicture(900, 600).png({ compressionLevel: 0 }).toBuffer();
  return Buffer.from(JSON.stringify(buildPostInput({ blogImage: toDataUrl(picture) })));
}

describe('Reliability 5: SIGTERM', () => {
  it('with slow uploads and downloads, queued sign-ins, sockets and idle connections: completes all requests and exits 0 within 10 s', async () => {
    const running = start({ RATE_LIMITS: 'off' });
    url = await running.ready();
    const [asha, ravi] = [await signUp(url), await signUp(url)];
    await createLongConversation(asha, ravi);
    const account = buildSignup({ email: 'asha@example.com' });
    const json = { 'Content-Type': 'application/json' };
    await fetch(`${url}/api/auth/signup`, { method: 'POST', headers: json, body: JSON.stringify(account) });
    const socket = await sockets.open({ cookie: asha.cookie });
    // An idle keep-alive connection.
    const idle = startRequest(ravi, 'GET', '/api/auth/check-auth').end();
    const [idleResponse] = (await once(idle, 'response')) as [IncomingMessage];
    await buffer(idleResponse);

    const upload = uploadSlowly(asha, await buildUpload(), 20, 100);
    const download = startRequest(ravi, 'GET', `/api/message/${asha.id}`).end();
    const [slowResponse] = (await once(download, 'response')) as [IncomingMessage];
    const signIns = Array.from({ length: SIGN_INS }, () =>
      fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ email: account.email, password: account.password }),
      }).then(async (response) => ({ status: response.status, body: await response.json() })),
    );
    await Promise.race(signIns);
    // With the upload and the download.
    await waitUntilArrived(SIGN_INS + 2, COMPLETED_SIGN_INS);
    running.child.kill('SIGTERM');
    const signalledAt = performance.now();
    await waitUntilClosed();
    // Gives the server time to write the whole response.
    await delay(1_500);
    const downloaded = JSON.parse((await buffer(slowResponse)).toString());
    await upload.sending;
    const [uploadResponse] = await upload.response;
    const story = JSON.parse((await buffer(uploadResponse)).toString());
    const signedIn = await Promise.all(signIns);
    const code = await running.exit;
    const elapsedMs = performance.now() - signalledAt;
    console.log(
      `SIGTERM: 1 upload, 1 download of ${LONG_CONVERSATION_LENGTH} messages, ${SIGN_INS} sign-ins, 1 socket: ` +
        `0 aborted, exit ${code} after ${(elapsedMs / 1000).toFixed(1)} s`,
    );

    expect(downloaded.messages_between_sender_receiver).toHaveLength(LONG_CONVERSATION_LENGTH);
    expect(uploadResponse.statusCode).toBe(201);
    expect(story.post.blogImage).toMatch(/^\/media\//);
    expect(signedIn.map(({ status }) => status)).toEqual(Array(SIGN_INS).fill(200));
    expect(socket.disconnectReason()).not.toBeNull();
    expect(code).toBe(0);
    expect(elapsedMs).toBeLessThan(MAX_SHUTDOWN_MS);
  });

  it('while thousands of followers are being notified: exits 0 within 10 s', async () => {
    const running = start();
    url = await running.ready();
    const author = await signUp(url);
    await createFollowers(author, FOLLOWERS);
    const created = await fetchAs(author, 'POST', `${url}/api/post/create-post`, buildPostInput());

    running.child.kill('SIGTERM');
    const signalledAt = performance.now();
    const code = await running.exit;

    expect(created.status).toBe(201);
    expect(code).toBe(0);
    expect(performance.now() - signalledAt).toBeLessThan(MAX_SHUTDOWN_MS);
  });

  it('after a request to upgrade to HTTP/2 on a connection that is still open: exits 0 within 10 s', async () => {
    const running = start();
    url = await running.ready();
    const connection = connect(Number(new URL(url).port), '127.0.0.1');
    const get = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\n';
    connection.write(`${get}\r\n`);
    await once(connection, 'data');
    connection.write(`${get}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n`);
    // The server has received the request before this one.
    await fetchStatus(`${url}/health/live`);

    running.child.kill('SIGTERM');
    const signalledAt = performance.now();
    const code = await running.exit;
    connection.destroy();

    expect(code).toBe(0);
    expect(performance.now() - signalledAt).toBeLessThan(MAX_SHUTDOWN_MS);
  });

  it('with a request that never completes: aborts it and exits 0 within 10 s', async () => {
    const running = start();
    url = await running.ready();
    const asha = await signUp(url);
    const body = await buildUpload();
    const { request, response } = uploadSlowly(asha, body, 200, 1_000);
    const aborted = expect(response).rejects.toThrow('socket hang up');
    await waitUntilArrived(1);

    running.child.kill('SIGTERM');
    const signalledAt = performance.now();
    const code = await running.exit;
    const elapsedMs = performance.now() - signalledAt;
    request.destroy();
    await aborted;

    expect(code).toBe(0);
    expect(elapsedMs).toBeGreaterThan(5_000);
    expect(elapsedMs).toBeLessThan(MAX_SHUTDOWN_MS + EXIT_SLACK_MS);
    expect(running.stdout()).toContain('Closing connections of requests that did not finish in time');
  });
});

describe('Reliability 5: SIGTERM while a migration waits for running requests', () => {
  it('with a request that never completes: ends the migration, unfinished, before the request', async () => {
    const connection = await mongoose.createConnection(mongodbUri).asPromise();
    onTestFinished(() => connection.close());
    const migrations = connection.collection<{ _id: string; finishedAt: Date | null }>('migrations');
    const findMigration = () => migrations.findOne({ _id: WAITING_MIGRATION });
    const before = start();
    url = await before.ready();
    const author = await signUp(url);
    await fetchAs(author, 'POST', `${url}/api/post/create-post`, buildPostInput());
    before.child.kill('SIGTERM');
    await before.exit;
    // A wrong counter is corrected only after 6.5 s.
    await connection.collection('posts').updateMany({}, { $set: { likes: 9 } });
    await migrations.deleteOne({ _id: WAITING_MIGRATION });

    const running = start();
    url = await running.ready();
    const { request, response } = uploadSlowly(author, await buildUpload(), 200, 1_000);
    const aborted = expect(response).rejects.toThrow('socket hang up');
    await waitUntilArrived(1);
    await vi.waitFor(async () => expect(await findMigration()).not.toBeNull(), START_TIMEOUT_MS);
    running.child.kill('SIGTERM');
    const code = await running.exit;
    request.destroy();
    await aborted;

    expect(code).toBe(0);
    expect((await findMigration())?.finishedAt).toBeNull();
  });
});

describe('Reliability 5: a full disk under the log', () => {
  /** Makes every write to stdout fail, as on a full disk. */
  const preload = `
    const { openSync, closeSync } = await import('node:fs');
    closeSync(1);
    openSync('/dev/full', 'w');`;

  it('the process continues, and exits 0 on SIGTERM', async () => {
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}`;
    const running = start({ PORT: String(port), LOG_LEVEL: 'debug' }, [
      '--import',
      `data:text/javascript,${encodeURIComponent(preload)}`,
    ]);
    await vi.waitFor(async () => expect(await fetchStatus(`${url}/health/live`)).toBe(200), {
      timeout: START_TIMEOUT_MS,
      interval: 50,
    });
    // Each request is logged.
    expect(await fetchStatus(`${url}/api/auth/check-auth`)).toBeGreaterThanOrEqual(400);
    expect(await fetchStatus(`${url}/health/live`)).toBe(200);

    running.child.kill('SIGTERM');

    expect(await running.exit).toBe(0);
  });
});

describe('Reliability 5: an error that nothing has handled', () => {
  /** Starts the product with a failure for each text sent to it, and an upload that takes 2 s. */
  async function startUpload(failure: string) {
    const preload = `process.on("message", (text) => { ${failure} });`;
    const running = start({}, ['--import', `data:text/javascript,${encodeURIComponent(preload)}`]);
    url = await running.ready();
    const upload = uploadSlowly(await signUp(url), await buildUpload(), 20, 100);
    await waitUntilArrived(1);
    return { running, upload };
  }

  /** Waits for the end of the upload and of the process. */
  async function expectCompleted({ running, upload }: Awaited<ReturnType<typeof startUpload>>) {
    await upload.sending;
    const [uploadResponse] = await upload.response;
    await buffer(uploadResponse);
    expect(uploadResponse.statusCode).toBe(201);
    expect(await running.exit).toBe(1);
  }

  it('an uncaught error while requests are in progress, and again while they complete: both are logged, the requests complete, and the process exits 1', async () => {
    const started = await startUpload('throw new Error(text);');
    const { running } = started;

    running.child.send('an unexpected failure');
    await waitUntilClosed();
    running.child.send('a later failure');

    await expectCompleted(started);
    expect(running.stdout()).toContain('"msg":"Stopping after an uncaught error"');
    expect(running.stdout()).toContain('an unexpected failure');
    expect(running.stdout()).toContain('"msg":"Uncaught error while stopping"');
    expect(running.stdout()).toContain('a later failure');
  });

  it('an unhandled rejection while requests complete after SIGTERM: is logged, the requests complete, and the process exits 1', async () => {
    const started = await startUpload('void Promise.reject(new Error(text));');
    const { running } = started;

    running.child.kill('SIGTERM');
    await waitUntilClosed();
    running.child.send('a late failure');

    await expectCompleted(started);
    expect(running.stdout()).toContain('a late failure');
  });
});
