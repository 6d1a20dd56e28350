import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import mongoose from 'mongoose';
import { Registry } from 'prom-client';
import { describe, expect, it, vi } from 'vitest';
import { SHORT_TIMINGS, useApp } from '../../test/app.js';
import { buildSampleRequests, sendSample } from '../../test/endpoint-samples.js';
import { buildMessageInput, createPost, PNG_DATA_URL, sendMessage } from '../../test/factories.js';
import { measureIncrease, readMetrics } from '../../test/metrics.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';
import { silentLogger } from '../../test/silent-logger.js';
import { useSockets } from '../../test/socket.js';
import { unavailable } from '../http/app-error.js';
import { createQueueMonitor } from '../lib/queue-monitor.js';
import { MediaModel } from '../media/media.model.js';
import { startMigrations } from '../migrations/background-migrations.js';
import { MigrationModel } from '../migrations/migration.model.js';
import { migrationMonitor } from '../migrations/migration-monitor.js';
import { runMigrations } from '../migrations/run-migrations.js';
import { PostModel } from '../post/post.model.js';
import { UserModel } from '../user/user.model.js';
import { registerQueueMetrics } from './queue-metrics.js';

useDatabase();
let isUp = true;
const app = useApp({ isDatabaseUp: () => isUp, realtimeTimings: SHORT_TIMINGS });
const sockets = useSockets(app);
const limitedApp = useApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } });
const deletedFolder = path.join(tmpdir(), `safarnama-metrics-${randomUUID()}`);
const appWithoutFolder = useApp({ env: { DATA_DIR: deletedFolder } });

const formatSeries = (name: string, labels: Record<string, string | number>) =>
  `${name}{${Object.entries(labels)
    .map(([label, value]) => `${label}="${value}"`)
    .join(',')}}`;
/** Retries a check of metrics: the end of a connection is counted a moment later. */
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 5_000, interval: 20 });

describe('metrics of requests', () => {
  it('for every row of the endpoint table: have its path as a label', async () => {
    const increase = await measureIncrease(app, async () => {
      for (const sample of buildSampleRequests()) await (await sendSample(app.url, sample)).text();
    });

    const text = (await app.request().get('/metrics')).text;
    const missing = buildSampleRequests().filter(({ key }) => {
      const [method = '', route = ''] = key.split(' ');
      return !text.includes(`http_requests_total{method="${method}",route="${route}",`);
    });
    expect(missing).toEqual([]);
    expect(
      increase(
        formatSeries('http_requests_total', { method: 'GET', route: '/api/auth/check-auth', status: 401 }),
      ),
    ).toBe(1);
  });

  it('count responses by status, their time, and requests in flight', async () => {
    const { agent } = await signIn(app);
    const route = { method: 'GET', route: '/api/post/getpost/:slug' };

    const increase = await measureIncrease(app, async () => {
      for (const slug of ['one', 'two', 'three']) await agent.get(`/api/post/getpost/${slug}`);
    });

    expect(increase(formatSeries('http_requests_total', { ...route, status: 404 }))).toBe(3);
    expect(increase(formatSeries('http_request_duration_seconds_count', { ...route, class: '4xx' }))).toBe(3);
    expect(
      increase(formatSeries('http_request_duration_seconds_sum', { ...route, class: '4xx' })),
    ).toBeGreaterThan(0);
    // Only the scrape itself.
    expect((await readMetrics(app)).get('http_requests_in_flight')).toBe(1);
  });

  it('with a client that disconnects before the response: count the request as aborted, not as completed', async () => {
    const { port } = new URL(app.url);
    const before = (await readMetrics(app)).get('http_requests_aborted_total') ?? 0;

    const connection = connect(Number(port), '127.0.0.1');
    await once(connection, 'connect');
    connection.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    );
    await eventually(async () => expect((await readMetrics(app)).get('http_requests_in_flight')).toBe(2));
    connection.destroy();

    await eventually(async () => {
      const metrics = await readMetrics(app);
      expect(metrics.get('http_requests_aborted_total')).toBe(before + 1);
      expect(metrics.get('http_requests_in_flight')).toBe(1);
    });
  });

  it('with unknown paths and methods: create no series for them', async () => {
    const count = async () =>
      [...(await readMetrics(app)).keys()].filter((name) => name.startsWith('http_')).length;
    const methods = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'PROPFIND', 'REPORT', 'OPTIONS'];
    const buildUnknownPaths = (n: number) => [
      `/api/post/by-author/${n.toString(16).padStart(24, '0')}`,
      `/api/post/getpost/जयपुर-${n}`,
      `/api/nothing-${n}`,
      `/page-${n}/of/nobody?x=${n}`,
      `/media/${n}`,
      `/asset-${n}.js`,
      `/api/message/${n}/read`,
      `/%ff-${n}`,
    ];
    const send = async (n: number) => {
      const paths = buildUnknownPaths(n);
      const target = encodeURI(paths[n % paths.length] ?? '').replace('%25ff', '%ff');
      const method = methods[Math.floor(n / paths.length) % methods.length] ?? 'GET';
      await (await fetch(app.url + target, { method })).text();
    };
    const sendRange = async (from: number, to: number) => {
      for (let n = from; n < to; n += 20) {
        await Promise.all(Array.from({ length: Math.min(20, to - n) }, (_, at) => send(n + at)));
      }
    };

    // Every kind of path with every method.
    await sendRange(0, 64);
    const seriesBefore = await count();
    await sendRange(64, 320);

    expect(await count()).toBe(seriesBefore);
  });

  it('have no email address, slug or id in their labels', async () => {
    const [me, other] = [await signIn(app), await signIn(app)];
    await me.agent.get(`/api/message/${other.user._id}`);
    await sendMessage(me, other.user._id);
    const post = await createPost(me);
    await other.agent.get(`/api/post/getpost/${post.slug}`);

    const { text } = await app.request().get('/metrics');

    for (const secret of [me.user._id, other.user._id, me.user.email, '@', post.slug, post._id]) {
      expect(text).not.toContain(secret);
    }
  });

  it('with an unexpected error: count it separately from 503', async () => {
    const { agent } = await signIn(app);
    const findOneSpy = vi.spyOn(PostModel, 'findOne').mockImplementation(() => {
      throw new Error('unexpected');
    });

    const increase = await measureIncrease(app, async () => {
      await agent.get('/api/post/getpost/anything');
      isUp = false;
      await agent.get('/api/post/getpost/anything');
      isUp = true;
    });
    findOneSpy.mockRestore();

    const route = { method: 'GET', route: '/api/post/getpost/:slug' };
    expect(increase('safarnama_unforeseen_errors_total')).toBe(1);
    expect(increase(formatSeries('http_requests_total', { ...route, status: 500 }))).toBe(1);
    expect(increase(formatSeries('http_requests_total', { ...route, status: 503 }))).toBe(1);
  });

  it('with requests over a limit: count them by the name of the limit', async () => {
    const failLogin = () =>
      limitedApp
        .request()
        .post('/api/auth/login')
        .set('X-Forwarded-For', '203.0.113.77')
        .send({ email: 'asha@example.com', password: 'not-this-one' });

    const increase = await measureIncrease(limitedApp, async () => {
      for (let n = 0; n < 12; n += 1) await failLogin();
    });

    expect(increase(formatSeries('safarnama_rate_limit_refusals_total', { limit: 'login-account' }))).toBe(2);
    expect(increase(formatSeries('safarnama_rate_limit_refusals_total', { limit: 'everything' }))).toBe(0);
  });
});

describe('metrics of the chat', () => {
  it('count stored and repeated messages, their events and times, and requests that catch up', async () => {
    const [me, other] = [await signIn(app), await signIn(app)];
    const body = buildMessageInput({ clientMessageId: crypto.randomUUID() });
    const send = () => me.agent.post(`/api/message/send/${other.user._id}`).send(body);

    const increase = await measureIncrease(app, async () => {
      const { body: first } = await send();
      await send();
      await other.agent.get(`/api/message/${me.user._id}`);
      await other.agent.get(`/api/message/${me.user._id}?after=${first._id}`);
      await other.agent.get(`/api/message/${me.user._id}/changes?since=0`);
    });

    expect(increase(formatSeries('safarnama_messages_sent_total', { result: 'stored' }))).toBe(1);
    expect(increase(formatSeries('safarnama_messages_sent_total', { result: 'repeated' }))).toBe(1);
    expect(increase(formatSeries('safarnama_realtime_events_total', { event: 'newMessage' }))).toBe(1);
    expect(increase('safarnama_message_send_to_event_seconds_count')).toBe(1);
    const totalSeconds = increase('safarnama_message_send_to_event_seconds_sum');
    expect(totalSeconds).toBeGreaterThan(0);
    expect(totalSeconds).toBeLessThan(60);
    expect(increase(formatSeries('safarnama_catch_ups_total', { kind: 'messages' }))).toBe(1);
    expect(increase(formatSeries('safarnama_catch_ups_total', { kind: 'changes' }))).toBe(1);
  });

  it('count open sockets, online users, disconnects by reason, and presence updates', async () => {
    const [me, other] = [await signIn(app), await signIn(app)];

    const increase = await measureIncrease(app, async () => {
      const first = await sockets.open({ cookie: me.cookie, auth: { presence: 'delta' } });
      await sockets.open({ cookie: me.cookie });
      await sockets.open({ cookie: other.cookie });
      const metrics = await readMetrics(app);
      expect(metrics.get('safarnama_sockets_open')).toBe(3);
      expect(metrics.get('safarnama_people_online')).toBe(2);
      await vi.waitFor(() => expect(first.received('presenceDelta').length).toBeGreaterThan(0), 5_000);
      first.client.disconnect();
      await eventually(async () => expect((await readMetrics(app)).get('safarnama_sockets_open')).toBe(2));
    });

    expect(increase('safarnama_socket_connects_total')).toBe(3);
    expect(increase(formatSeries('safarnama_socket_disconnects_total', { reason: 'client' }))).toBe(1);
    expect(
      increase(formatSeries('safarnama_presence_updates_total', { kind: 'list' })),
    ).toBeGreaterThanOrEqual(3);
    expect(
      increase(formatSeries('safarnama_presence_updates_total', { kind: 'delta' })),
    ).toBeGreaterThanOrEqual(1);
  });

  it('count rejected sockets by cause, and ended sessions', async () => {
    const me = await signIn(app);
    const rejectionSeries = (cause: string) => formatSeries('safarnama_socket_refusals_total', { cause });

    const increase = await measureIncrease(app, async () => {
      await sockets.waitForRejection({});
      await sockets.waitForRejection({ cookie: me.cookie, origin: 'https://elsewhere.example' });
      await fetch(`${app.url}/socket.io/?EIO=4&transport=pigeon`);
      await me.agent.post('/api/auth/logout');
    });

    expect(
      [rejectionSeries('session'), rejectionSeries('origin'), rejectionSeries('handshake')].map(increase),
    ).toEqual([1, 1, 1]);
    expect(increase('safarnama_session_ends_total')).toBe(1);
  });
});

describe('metrics of queues and storage', () => {
  it('count the waiting and total time of password hashes', async () => {
    const increase = await measureIncrease(app, () => signIn(app));

    expect(increase('safarnama_password_queue_wait_seconds_count')).toBe(1);
    expect(increase('safarnama_password_duration_seconds_count')).toBe(1);
    const metrics = await readMetrics(app);
    expect(metrics.get('safarnama_password_queue_depth')).toBe(0);
    expect(metrics.get('safarnama_password_queue_limit')).toBe(200);
  });

  it('count time and bytes of a new picture, and nothing for the same picture again', async () => {
    const me = await signIn(app);
    const save = () =>
      me.agent.put('/api/auth/update-profile').send({ fullName: 'मीरा', profilePic: PNG_DATA_URL });

    const first = await measureIncrease(app, save);
    const again = await measureIncrease(app, save);

    expect(first('safarnama_picture_queue_wait_seconds_count')).toBe(1);
    expect(first('safarnama_picture_duration_seconds_count')).toBe(1);
    expect(first('safarnama_media_written_bytes_total')).toBeGreaterThan(10);
    expect(again('safarnama_picture_duration_seconds_count')).toBe(0);
  });

  it('with a full queue: report its depth, and count rejections without a time', async () => {
    const registry = new Registry();
    const queue = createQueueMonitor(1, 'busy');
    const unsubscribe = registerQueueMetrics(registry, queue, 'safarnama_trial', 'Trials');
    const job = new EventEmitter();

    const running = queue.run(async (begin) => {
      begin();
      await once(job, 'done');
    });
    const rejected = queue.run(() => Promise.reject(unavailable('busy', 'Too many')));
    await expect(rejected).rejects.toMatchObject({ status: 503 });
    const during = await registry.metrics();
    job.emit('done');
    await running;
    const after = await registry.metrics();
    unsubscribe();

    expect(during).toMatch(/^safarnama_trial_queue_depth 1$/m);
    expect(during).toMatch(/^safarnama_trial_refusals_total 1$/m);
    expect(during).toMatch(/^safarnama_trial_queue_wait_seconds_count 1$/m);
    expect(during).toMatch(/^safarnama_trial_duration_seconds_count 0$/m);
    expect(after).toMatch(/^safarnama_trial_queue_depth 0$/m);
    expect(after).toMatch(/^safarnama_trial_duration_seconds_count 1$/m);
  });

  it('report database connections, and operations waiting for one', async () => {
    const increase = await measureIncrease(app, () =>
      Promise.all(
        Array.from({ length: 60 }, () => UserModel.findOne({ _id: new mongoose.Types.ObjectId() })),
      ),
    );

    const metrics = await readMetrics(app);
    expect(increase('safarnama_database_checkout_wait_seconds_count')).toBe(60);
    expect(metrics.get('safarnama_database_up')).toBe(1);
    const [open = 0, limit = 0] = ['open', 'limit'].map((name) =>
      metrics.get(`safarnama_database_connections_${name}`),
    );
    expect(open).toBeGreaterThan(1);
    expect(open).toBeLessThanOrEqual(limit);
    expect(metrics.get('safarnama_database_connections_in_use')).toBe(0);
    expect(metrics.get('safarnama_database_checkouts_waiting')).toBe(0);
  });

  it('report the disk space, and zeros when it cannot be read', async () => {
    // The folder still exists.
    const metrics = await readMetrics(appWithoutFolder);
    await rm(deletedFolder, { recursive: true });
    const metricsWithoutFolder = await readMetrics(appWithoutFolder);

    const [free = 0, size = 0] = ['free', 'size'].map((name) => metrics.get(`safarnama_disk_${name}_bytes`));
    expect(free).toBeGreaterThan(0);
    expect(size).toBeGreaterThan(free);
    expect([
      metricsWithoutFolder.get('safarnama_disk_free_bytes'),
      metricsWithoutFolder.get('safarnama_disk_size_bytes'),
    ]).toEqual([0, 0]);
  });

  it('count what a sweep removed, and failed sweeps', async () => {
    const { sweepMedia } = app.server.services;
    const tomorrow = new Date(Date.now() + 2 * 24 * 60 * 60 * 1000);
    const me = await signIn(app);
    await me.agent.put('/api/auth/update-profile').send({ fullName: 'मीरा', profilePic: PNG_DATA_URL });
    await UserModel.deleteMany({});
    const swept = await measureIncrease(app, () => sweepMedia(tomorrow));
    const findSpy = vi.spyOn(MediaModel, 'find').mockImplementation(() => {
      throw new Error('unavailable');
    });
    const failed = await measureIncrease(app, () => sweepMedia(tomorrow).catch(() => undefined));
    findSpy.mockRestore();

    expect(swept(formatSeries('safarnama_sweep_removed_total', { kind: 'media' }))).toBe(1);
    expect(swept(formatSeries('safarnama_sweep_removed_total', { kind: 'files' }))).toBeGreaterThan(0);
    expect(swept(formatSeries('safarnama_sweeps_total', { result: 'done' }))).toBe(1);
    expect(failed(formatSeries('safarnama_sweeps_total', { result: 'failed' }))).toBe(1);
  });

  it('report state and progress of migrations, and count failed runs', async () => {
    const [asha, ravi] = [await signIn(app), await signIn(app)];
    for (let n = 0; n < 3; n += 1) await sendMessage(asha, ravi.user._id);
    await createPost(asha);
    const findByIdSpy = vi.spyOn(MigrationModel, 'findById').mockImplementationOnce(() => {
      throw new Error('unavailable');
    });

    const increase = await measureIncrease(app, async () => {
      const migrations = startMigrations(silentLogger);
      await vi.waitFor(() => expect(findByIdSpy).toHaveBeenCalled(), { timeout: 10_000 });
      await migrations.stop();
    });
    await runMigrations({ logger: silentLogger, onProgress: migrationMonitor.recordProgress });

    expect(increase('safarnama_migration_failures_total')).toBe(1);
    const metrics = await readMetrics(app);
    const readMigration = (migration: string) =>
      ['state', 'documents_done', 'documents'].map((name) =>
        metrics.get(formatSeries(`safarnama_migration_${name}`, { migration })),
      );
    expect(readMigration('001-message-version')).toEqual([2, 3, 3]);
    expect(readMigration('002-story-text')).toEqual([2, 1, 1]);
  });

  it('report the versions of the product and of Node', async () => {
    const metrics = await readMetrics(app);

    expect([...metrics.keys()].find((name) => name.startsWith('safarnama_build_info'))).toMatch(
      new RegExp(`version="\\d+\\.\\d+\\.\\d+",node="${process.version.replaceAll('.', '\\.')}"`),
    );
  });
});
