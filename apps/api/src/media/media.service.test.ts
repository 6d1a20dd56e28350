import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Types } from 'mongoose';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertInBatches } from '../../test/insert-in-batches.js';
import { createTestMedia } from '../../test/media.js';
import { useDatabase } from '../../test/mongo.js';
import { buildPicture, toDataUrl } from '../../test/pictures.js';
import { createDiskStorage } from './disk-storage.js';
import type { ImageStorage } from './image-storage.js';
import { BlobModel, MediaModel } from './media.model.js';
import type { AcceptInput, MediaOwner, MediaService, StoredImage } from './media.service.js';
import { isOwnStorage, OWNER_KEY, StorageOwnerModel } from './storage-owner.js';

useDatabase();

const DAY_MS = 86_400_000;
const VIEWER_ID = newId();
const URL_NOT_ACCEPTED = 'A picture must be an uploaded file: URLs are not accepted';

let directory: string;
let storage: ImageStorage;
let media: MediaService;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'safarnama-media-'));
  storage = await createDiskStorage(directory);
  media = createTestMedia(storage);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

function newId(): string {
  return new Types.ObjectId().toHexString();
}

const buildOwner = (): MediaOwner => ({ kind: 'post', recordId: newId() });

async function buildDataUrl(width = 40, background = '#d98e04'): Promise<string> {
  return toDataUrl(await buildPicture(width, 20, background).png().toBuffer());
}

function accept(input: Partial<AcceptInput>): Promise<StoredImage | null> {
  return media.accept({ image: undefined, owner: buildOwner(), current: null, field: 'blogImage', ...input });
}

/** Stores a picture for a record. */
async function storePicture(input: Partial<AcceptInput> = {}): Promise<StoredImage> {
  const stored = await accept({ image: await buildDataUrl(), ...input });
  if (!stored) throw new Error('No picture was stored');
  return stored;
}

async function listFileNames(): Promise<string[]> {
  const names: string[] = [];
  for await (const { key } of storage.list()) if (key !== OWNER_KEY) names.push(key);
  return names;
}

/** Opens a picture for a viewer and returns its width; null when the viewer gets none. */
async function readWidth(key: string, width?: number, viewer = VIEWER_ID): Promise<number | null> {
  const picture = await media.find(key, width, viewer);
  const file = await picture?.open();
  if (!file) return null;
  const bytes = await buffer(file.stream);
  expect(bytes).toHaveLength(file.bytes);
  return (await sharp(bytes).metadata()).width;
}

/** Backdates everything stored by two days. */
async function backdateAll(): Promise<void> {
  const createdAt = new Date(Date.now() - 2 * DAY_MS);
  await MediaModel.updateMany({}, { createdAt });
  await BlobModel.updateMany({}, { createdAt, usedAt: createdAt });
}

describe('accept', () => {
  it('with undefined: keeps the picture', async () => {
    const current = await storePicture();

    expect(await accept({ image: undefined, current })).toBe(current);
    expect(await accept({ image: undefined, current: null })).toBeNull();
  });

  it('with an empty string: removes the picture', async () => {
    expect(await accept({ image: '', current: await storePicture() })).toBeNull();
  });

  it('with a data URL: stores it under an unguessable key, with its size', async () => {
    const { key, meta } = await storePicture({ image: await buildDataUrl(40) });

    expect(key).toMatch(/^[\w-]{24}$/);
    expect(meta).toEqual({ width: 40, height: 20, thumbhash: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/) });
    expect(await readWidth(key)).toBe(40);
  });

  it('with equal bytes for two records: stores them once, under two keys', async () => {
    const first = await storePicture();
    const second = await storePicture();

    expect(second.key).not.toBe(first.key);
    expect(await listFileNames()).toHaveLength(1);
    await media.discard([first.key]);
    expect(await readWidth(second.key)).toBe(40);
  });

  it('with equal bytes 20 times concurrently: keeps the files of one upload', async () => {
    const image = await buildDataUrl(1000);

    const stored = await Promise.all(Array.from({ length: 20 }, () => storePicture({ image })));

    expect(new Set(stored.map(({ key }) => key)).size).toBe(20);
    expect(await BlobModel.countDocuments()).toBe(1);
    expect(await listFileNames()).toHaveLength(3);
    for (const { key } of stored) expect(await readWidth(key, 320)).toBe(320);
  });

  it('with the bytes of the current picture: keeps its key', async () => {
    const current = await storePicture();

    expect(await accept({ image: await buildDataUrl(), current })).toBe(current);
    expect(await MediaModel.countDocuments()).toBe(1);
  });

  it('with one picture for a story and a profile: crops only the profile picture', async () => {
    const image = await buildDataUrl(400);
    const photo = await storePicture({ image });
    const avatar = await storePicture({ image, owner: { kind: 'profile', recordId: newId() } });

    expect(await readWidth(photo.key)).toBe(400);
    expect(await readWidth(avatar.key)).toBe(20);
  });

  it("with the URL of the record's own picture: keeps the picture", async () => {
    const current = await storePicture();

    expect(await accept({ image: media.urlOf(current.key), current })).toBe(current);
  });

  it('with a base URL: returns absolute URLs and accepts both forms', async () => {
    const current = await storePicture();
    media = createTestMedia(storage, 'https://safarnama.example');

    expect(media.urlOf(current.key)).toBe(`https://safarnama.example/media/${current.key}`);
    expect(media.urlOf('')).toBe('');
    expect(await accept({ image: `https://safarnama.example/media/${current.key}`, current })).toBe(current);
    expect(await accept({ image: `/media/${current.key}`, current })).toBe(current);
  });

  it('with the URL of the picture of another record: throws 400', async () => {
    const { key } = await storePicture();

    await expect(accept({ image: `/media/${key}`, current: await storePicture() })).rejects.toMatchObject({
      status: 400,
      code: 'invalid_image',
      message: URL_NOT_ACCEPTED,
      details: {
        fields: [{ field: 'blogImage', code: 'picture_url_not_accepted', message: URL_NOT_ACCEPTED }],
      },
    });
  });

  it.each([
    'https://elsewhere.example/a.png',
    '//elsewhere.example/a.png',
    'javascript:alert(1)',
    'blob:http://localhost/1',
    'file:///etc/passwd',
    '/media/',
    '/media/../secrets',
    ' ',
    'नमस्ते',
  ])('with the string %j: throws 400', async (image) => {
    await expect(accept({ image, current: await storePicture() })).rejects.toMatchObject({
      status: 400,
      message: URL_NOT_ACCEPTED,
    });
  });

  it('with a variation of its own URL: throws 400', async () => {
    const current = await storePicture();

    for (const image of [
      `/media/${current.key}?w=320`,
      `/media/${current.key}/`,
      `https://elsewhere.example/media/${current.key}`,
    ]) {
      await expect(accept({ image, current })).rejects.toMatchObject({
        status: 400,
        message: URL_NOT_ACCEPTED,
      });
    }
  });

  it('with the URL of a picture of a draft in transferFrom: returns a new key for the same files', async () => {
    const recordId = newId();
    const draft = await storePicture({ owner: { kind: 'draft', recordId, viewers: [newId()] } });

    const post = await accept({ image: `/media/${draft.key}`, transferFrom: [{ kind: 'draft', recordId }] });

    expect(post?.key).not.toBe(draft.key);
    expect(post?.meta).toEqual(draft.meta);
    expect(await listFileNames()).toHaveLength(1);
    await media.discard([draft.key]);
    expect(await readWidth(post?.key ?? '')).toBe(40);
  });

  it('with the URL of the picture of a record with the same id but another kind: throws 400', async () => {
    const recordId = newId();
    const { key } = await storePicture({ owner: { kind: 'message', recordId, viewers: [newId()] } });

    await expect(
      accept({ image: `/media/${key}`, transferFrom: [{ kind: 'draft', recordId }] }),
    ).rejects.toMatchObject({
      message: URL_NOT_ACCEPTED,
    });
  });

  it('with a damaged picture: throws 400 and stores nothing', async () => {
    const image = toDataUrl(Buffer.from('89504e470d0a1a0a00', 'hex'));

    await expect(accept({ image })).rejects.toMatchObject({ status: 400, code: 'invalid_image' });
    expect(await listFileNames()).toEqual([]);
    expect(await MediaModel.countDocuments()).toBe(0);
  });

  it('with a failing storage: throws 503 and stores no row', async () => {
    await rm(directory, { recursive: true });

    await expect(accept({ image: await buildDataUrl() })).rejects.toMatchObject({
      status: 503,
      code: 'storage_away',
    });
    expect(await MediaModel.countDocuments()).toBe(0);
    expect(await BlobModel.countDocuments()).toBe(0);
  });
});

describe('find', () => {
  it.each([
    [undefined, 1600],
    [320, 320],
    [960, 960],
    [1600, 1600],
  ])('with width %s of a large picture: returns %i', async (width, expected) => {
    const { key } = await storePicture({ image: await buildDataUrl(2000) });

    expect(await readWidth(key, width)).toBe(expected);
  });

  it.each([
    [320, 320],
    [960, 500],
    [1600, 500],
  ])('with width %i of a picture 500 pixels wide: returns %i', async (width, expected) => {
    const { key } = await storePicture({ image: await buildDataUrl(500) });

    expect(await readWidth(key, width)).toBe(expected);
  });

  it('with a picture of a message or draft: opens it for its viewers only', async () => {
    const [sender, receiver] = [newId(), newId()];
    const sent = await storePicture({
      owner: { kind: 'message', recordId: newId(), viewers: [sender, receiver] },
    });
    const draft = await storePicture({ owner: { kind: 'draft', recordId: newId(), viewers: [sender] } });

    expect(await readWidth(sent.key, 320, sender)).toBe(40);
    expect(await readWidth(sent.key, 320, receiver)).toBe(40);
    expect(await readWidth(sent.key, 320, VIEWER_ID)).toBeNull();
    expect(await readWidth(draft.key, 320, sender)).toBe(40);
    expect(await readWidth(draft.key, 320, receiver)).toBeNull();
  });

  it('with an empty list of viewers: opens it for no user', async () => {
    const { key } = await storePicture({ owner: { kind: 'message', recordId: newId(), viewers: [] } });

    expect(await readWidth(key)).toBeNull();
  });

  it.each(['', 'x', 'a'.repeat(24), '../../etc/passwd', '{"$gt":""}'])(
    'with the unknown key %j: returns null',
    async (key) => {
      await storePicture();

      expect(await media.find(key, undefined, VIEWER_ID)).toBeNull();
    },
  );

  it('with a discarded picture: returns null; with a missing file: opens nothing', async () => {
    const [discarded, lost] = [
      await storePicture({ image: await buildDataUrl(40) }),
      await storePicture({ image: await buildDataUrl(50) }),
    ];

    await media.discard([discarded.key]);
    for (const name of await listFileNames()) await storage.remove(name);

    expect(await media.find(discarded.key, undefined, VIEWER_ID)).toBeNull();
    const found = await media.find(lost.key, undefined, VIEWER_ID);
    expect(await found?.open()).toBeNull();
  });
});

describe('sweep', () => {
  const isReferenced = async () => true;
  const isNeverReferenced = async () => false;

  it('in a folder with files of others: leaves those alone', async () => {
    const others = [
      'staging/owner',
      `staging/ab/${'ab'.repeat(16)}-320.webp`,
      'backups/site.tar',
      'readme.txt',
    ];
    const own = [`ab/${'ab'.repeat(16)}-320.webp`, 'tmp/5f0c', 'uploads/half-0-1'];
    for (const key of [...others, ...own]) await storage.write(key, Buffer.from('x'));

    const removed = await media.sweep(new Date(Date.now() + 2 * DAY_MS), isNeverReferenced);

    expect(removed).toEqual({ media: 0, blobs: 0, files: 3 });
    for (const key of others) {
      const file = await storage.read(key);
      file?.stream.destroy();
      expect(file).not.toBeNull();
    }
  });

  it('with pictures younger than a day: removes nothing, even without records', async () => {
    const { key } = await storePicture();
    await storage.write('tmp/half', Buffer.from('x'));

    expect(await media.sweep(new Date(Date.now() + DAY_MS - 60_000), isNeverReferenced)).toEqual({
      media: 0,
      blobs: 0,
      files: 0,
    });
    expect(await readWidth(key)).toBe(40);
  });

  it('with old pictures: looks each record up by kind, id and key, and keeps referenced ones', async () => {
    const recordId = newId();
    const referenced = await storePicture({
      image: await buildDataUrl(40),
      owner: { kind: 'post', recordId },
    });
    const orphan = await storePicture({ image: await buildDataUrl(1000), owner: { kind: 'post', recordId } });
    const lookups: string[] = [];

    const removed = await media.sweep(new Date(Date.now() + 2 * DAY_MS), async (kind, id, key) => {
      lookups.push(`${kind} ${id} ${key}`);
      return key === referenced.key;
    });

    expect(lookups.sort()).toEqual(
      [`post ${recordId} ${referenced.key}`, `post ${recordId} ${orphan.key}`].sort(),
    );
    expect(removed).toEqual({ media: 1, blobs: 1, files: 3 });
    expect(await readWidth(referenced.key)).toBe(40);
    expect(await media.find(orphan.key, undefined, VIEWER_ID)).toBeNull();
    expect(await listFileNames()).toHaveLength(1);
  });

  it('with a picture that one of two records removed: keeps its files', async () => {
    const [discarded, remaining] = [await storePicture(), await storePicture()];
    await media.discard([discarded.key]);

    expect(await media.sweep(new Date(Date.now() + 2 * DAY_MS), isReferenced)).toEqual({
      media: 0,
      blobs: 0,
      files: 0,
    });
    expect(await readWidth(remaining.key)).toBe(40);
  });

  it('with files that a killed process has left: removes them', async () => {
    await storage.write('tmp/5f0c', Buffer.from('half'));
    await storage.write(`ab/ab${'0'.repeat(30)}-320.webp`, Buffer.from('no blob'));
    const { key } = await storePicture();

    expect(await media.sweep(new Date(Date.now() + 2 * DAY_MS), isReferenced)).toEqual({
      media: 0,
      blobs: 0,
      files: 2,
    });
    expect(await readWidth(key)).toBe(40);
  });

  it('claimStorage without an owner: assigns the storage to the database', async () => {
    await storage.remove(OWNER_KEY);

    await media.claimStorage();

    expect(await isOwnStorage(storage)).toBe(true);
  });

  it('connected to another database: removes no file, until the owner file of the storage is deleted', async () => {
    await storePicture();
    await media.sweep(new Date(), isReferenced);
    for (const model of [StorageOwnerModel, BlobModel, MediaModel]) await model.deleteMany();
    const sweep = () => media.sweep(new Date(Date.now() + 2 * DAY_MS), isReferenced);

    await expect(sweep()).rejects.toThrow('The picture storage belongs to another database');
    await expect(sweep()).rejects.toThrow('The picture storage belongs to another database');

    expect(await listFileNames()).toHaveLength(1);
    await storage.remove(OWNER_KEY);
    expect(await sweep()).toMatchObject({ files: 1 });
  });

  it('with old bytes that were used again recently: keeps them', async () => {
    const first = await storePicture();
    await media.discard([first.key]);
    await backdateAll();

    const second = await storePicture();
    await media.discard([second.key]);

    expect(await media.sweep(new Date(), isReferenced)).toEqual({ media: 0, blobs: 0, files: 0 });
    expect(await listFileNames()).toHaveLength(1);
  });

  it('while old bytes are used again: leaves the picture readable', async () => {
    for (let round = 0; round < 20; round += 1) {
      const first = await storePicture();
      await media.discard([first.key]);
      await backdateAll();

      const [second] = await Promise.all([
        storePicture(),
        media.sweep(new Date(), isReferenced),
        media.sweep(new Date(), isReferenced),
      ]);

      expect(await readWidth(second.key)).toBe(40);
      await media.discard([second.key]);
    }
  });

  it('with more rows than one batch: removes all of them', async () => {
    const createdAt = new Date(Date.now() - 2 * DAY_MS);
    await insertInBatches(
      (part) => MediaModel.insertMany(part),
      Array.from({ length: 201 }, (_, index) => ({
        key: `k${index}`,
        blobId: 'photo-gone',
        kind: 'post',
        recordId: newId(),
        createdAt,
      })),
    );

    expect((await media.sweep(new Date(), isNeverReferenced)).media).toBe(201);
    expect(await MediaModel.countDocuments()).toBe(0);
  });
});
