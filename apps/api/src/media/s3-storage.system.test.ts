import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { CreateBucketCommand, HeadObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { findFreePort } from '@safarnama/database';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestMedia } from '../../test/media.js';
import { useDatabase } from '../../test/mongo.js';
import { buildPicture, toDataUrl } from '../../test/pictures.js';
import { buildPaddedJpeg } from '../../test/uploads.js';
import { processEnv } from '../config/env.js';
import { createImageStorage } from './create-storage.js';
import type { ImageStorage } from './image-storage.js';
import { OWNER_KEY } from './storage-owner.js';
import { createUploadService } from './upload.service.js';

/** An S3-compatible server from PyPI, installed once in the user's cache folder. */
const SERVER = 'moto[server,s3]==5.2.5';
const BUCKET = 'safarnama-pictures';

let child: ChildProcess;
let endpoint: string;

function run(command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`);
}

/** Returns the command of the server, after installing it if necessary. */
async function installServer(): Promise<string> {
  const cache = processEnv().XDG_CACHE_HOME || path.join(homedir(), '.cache');
  const folder = path.join(cache, 'safarnama', SERVER.replace(/\W+/g, '-'));
  const command = path.join(folder, 'bin', 'moto_server');
  if (existsSync(command)) return command;
  await mkdir(path.dirname(folder), { recursive: true });
  run('python3', '-m', 'venv', folder);
  run(path.join(folder, 'bin', 'pip'), 'install', '--quiet', '--only-binary', ':all:', SERVER);
  return command;
}

async function waitForServer(): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await fetch(endpoint).catch(() => null)) return;
    await delay(100);
  }
  throw new Error('The storage server did not start');
}

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test-only');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test-only');
  const command = await installServer();
  const port = await findFreePort();
  endpoint = `http://127.0.0.1:${port}`;
  child = spawn(command, ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  await waitForServer();
  await createClient().send(new CreateBucketCommand({ Bucket: BUCKET }));
}, 120_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  if (!child) return;
  child.kill();
  await once(child, 'exit');
});

const createClient = () => new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true });

const createStorage = (prefix: string, bucket = BUCKET): Promise<ImageStorage> =>
  createImageStorage({ kind: 's3', bucket, endpoint, region: 'us-east-1', prefix });

async function listKeys(storage: ImageStorage): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list()) if (key !== OWNER_KEY) keys.push(key);
  return keys.sort();
}

describe('S3 storage', () => {
  it('returns what was written, with its size, until it is removed', async () => {
    const storage = await createStorage('round');
    const bytes = Buffer.from('marigold');

    await storage.write('ab/x.webp', bytes);
    const file = await storage.read('ab/x.webp');
    expect(file?.bytes).toBe(bytes.length);
    expect(file && (await buffer(file.stream))).toEqual(bytes);

    await storage.remove('ab/x.webp');
    expect(await storage.read('ab/x.webp')).toBeNull();
    await expect(storage.remove('ab/x.webp')).resolves.toBeUndefined();
  });

  it.each([
    ['ab/x.webp', 'image/webp'],
    ['uploads/x-0-12345678', 'application/octet-stream'],
  ])('stores %s as %s', async (key, type) => {
    const storage = await createStorage('types');

    await storage.write(key, Buffer.from('marigold'));

    const head = await createClient().send(new HeadObjectCommand({ Bucket: BUCKET, Key: `types/${key}` }));
    expect(head.ContentType).toBe(type);
  });

  it('lists every page of its prefix and nothing else', async () => {
    const storage = await createStorage('many/pictures');
    const client = createClient();
    // One more than S3 lists on a page.
    for (let from = 0; from < 1001; from += 50) {
      const names = Array.from(
        { length: Math.min(50, 1001 - from) },
        (_, index) => `many/pictures/ab/${from + index}.webp`,
      );
      await Promise.all(
        names.map((Key) => client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: 'x' }))),
      );
    }
    await client.send(
      new PutObjectCommand({ Bucket: BUCKET, Key: 'many/pictures-of-others/1.webp', Body: 'x' }),
    );

    const keys = await listKeys(storage);

    expect(keys).toHaveLength(1001);
    expect(keys.every((key) => /^ab\/\d+\.webp$/.test(key))).toBe(true);
    for await (const { modifiedAt } of storage.list()) {
      expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(120_000);
      break;
    }
  });

  it('works without a prefix', async () => {
    const storage = await createStorage('');

    await storage.write('cd/y.webp', Buffer.from('y'));

    expect(await listKeys(storage)).toContain('cd/y.webp');
  });

  it('with a missing bucket: fails instead of appearing empty', async () => {
    const storage = await createStorage('', 'no-such-bucket');

    await expect(storage.read('ab/x.webp')).rejects.toThrow();
    await expect(storage.write('ab/x.webp', Buffer.from('x'))).rejects.toThrow();
    await expect(listKeys(storage)).rejects.toThrow();
  });
});

describe('pictures on S3 storage', () => {
  useDatabase();

  it('are stored, served and swept as on a disk', async () => {
    const storage = await createStorage('service');
    const media = createTestMedia(storage);
    const owner = { kind: 'post', recordId: 'a'.repeat(24) } as const;
    const image = toDataUrl(await buildPicture(1000, 500).jpeg().toBuffer());

    const stored = await media.accept({ image, owner, current: null, field: 'blogImage' });
    const picture = await media.find(stored?.key ?? '', 320, 'b'.repeat(24));
    const file = await picture?.open();
    expect(file && (await buffer(file.stream)).length).toBe(file?.bytes);
    expect(await listKeys(storage)).toHaveLength(3);

    const later = new Date(Date.now() + 2 * 86_400_000);
    expect(await media.sweep(later, async () => false)).toEqual({ media: 1, blobs: 1, files: 3 });
    expect(await listKeys(storage)).toEqual([]);
  });

  it('resumable uploads: parts become a picture and are removed; those of an expired upload are swept', async () => {
    const storage = await createStorage('uploads');
    const media = createTestMedia(storage);
    const uploads = createUploadService({ storage, media });
    const picture = await buildPaddedJpeg(600_000);
    const writer = 'w';
    const upload = { userId: 'a'.repeat(24), size: picture.length, metadata: undefined, writer };
    const half = picture.subarray(0, 300_000);
    for (const id of ['whole', 'half']) {
      await uploads.create({ ...upload, id });
      await uploads.append(id, { writer, offset: 0, bytes: half });
    }
    await uploads.append('whole', { writer, offset: half.length, bytes: picture.subarray(half.length) });

    const key = await uploads.finish('whole');

    const found = await media.find(key, 320, upload.userId);
    const file = await found?.open();
    file?.stream.destroy();
    expect(file?.bytes).toBeGreaterThan(0);
    expect(await listKeys(storage)).toEqual([
      expect.stringMatching(/\.webp$/),
      expect.stringMatching(/^uploads\/half-0-/),
    ]);
    const later = new Date(Date.now() + 2 * 86_400_000);
    expect(await media.sweep(later, async () => false)).toEqual({ media: 1, blobs: 1, files: 2 });
    expect(await uploads.removeExpired(later)).toBe(2);
    expect(await listKeys(storage)).toEqual([]);
  });

  it('with an unavailable server: throws 503', async () => {
    const storage = await createImageStorage({
      kind: 's3',
      bucket: BUCKET,
      endpoint: `http://127.0.0.1:${await findFreePort()}`,
      region: 'us-east-1',
      prefix: '',
    });
    const media = createTestMedia(storage);
    const owner = { kind: 'post', recordId: 'a'.repeat(24) } as const;
    const image = toDataUrl(await buildPicture(10, 10).png().toBuffer());

    await expect(media.accept({ image, owner, current: null, field: 'blogImage' })).rejects.toMatchObject({
      status: 503,
      code: 'storage_away',
    });
  });
});
