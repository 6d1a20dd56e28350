import { buffer } from 'node:stream/consumers';
import mongoose from 'mongoose';
import { AppError, conflict, notFound } from '../http/app-error.js';
import { createKeyedQueue } from '../lib/keyed-queue.js';
import { throwStorageUnavailable } from './blob-store.js';
import type { ImageStorage } from './image-storage.js';
import { createJobQueue } from './job-queue.js';
import type { MediaService } from './media.service.js';
import { createPictureKey } from './picture-key.js';
import { createPartKey } from './storage-key.js';
import { type UploadDoc, UploadModel } from './upload.model.js';

/**
 * Time after its creation at which an unfinished upload expires. The sweep removes its bytes as files without a blob.
 */
export const UPLOAD_TTL_MS = 24 * 60 * 60 * 1000;

/** Time after which a finished upload is removed. Until then, a client that was offline can request the URL. */
const FINISHED_TTL_MS = 30 * UPLOAD_TTL_MS;

/** 10 MB are 40 whole parts. A connection that is interrupted repeatedly causes a few hundred shorter parts. */
const MAX_PARTS = 500;
/** Files that are removed at a time, so that a long upload leaves connections to the storage for others. */
const REMOVAL_CONCURRENCY = 10;
/** Uploads per batch of the sweep. */
const SWEEP_BATCH = 100;

/** Uploads that are finished at a time, besides one of a large picture; the whole file of each is in memory. */
const FINISH_CONCURRENCY = 2;
const MAX_PENDING = 64;

interface NewUpload {
  id: string;
  userId: string;
  /** Bytes of the file. */
  size: number;
  /** `Upload-Metadata` as sent. */
  metadata: string | undefined;
  /** Name of the request that may append. */
  writer: string;
}

interface Part {
  writer: string;
  /** Position of the first byte. */
  offset: number;
  bytes: Buffer;
}

export interface UploadService {
  create(upload: NewUpload): Promise<void>;
  /** @throws AppError 404 for an unknown upload and for one of another user. */
  find(userId: string, id: string): Promise<UploadDoc>;
  /** Makes a request of the owner the only one that may append. Earlier requests fail when they append. */
  claim(userId: string, id: string, writer: string): Promise<void>;
  /**
   * Stores bytes.
   *
   * @throws AppError 409 when another request has claimed the upload; 410 for too many parts, which removes the upload;
   *   503 when the storage fails.
   */
  append(id: string, part: Part): Promise<void>;
  /**
   * Stores the picture of a complete upload, unless it is stored already. Several processes may do this concurrently,
   * and it can be repeated after the process was killed at any point.
   *
   * @returns the key of the picture.
   * @throws AppError 400 for bytes that are not a picture, which removes the upload; 404 for an upload or picture that
   *   has been removed; 503 when the storage fails or too many pictures are queued.
   */
  finish(id: string): Promise<string>;
  /** Removes an upload. The picture of a finished one remains, as a text may contain it. */
  remove(id: string): Promise<void>;
  /** Removes expired uploads, and finished ones that are old or whose picture has been removed. @returns how many. */
  removeExpired(now: Date): Promise<number>;
}

const TOO_MANY_PARTS = new AppError(
  410,
  'upload_too_many_parts',
  'The upload arrived in too many parts. Please add the picture again.',
);

const uploadNotFound = () => notFound('Upload not found');

/** Creates the service of resumable uploads. */
export function createUploadService({
  storage,
  media,
}: {
  storage: ImageStorage;
  media: Pick<MediaService, 'acceptUpload' | 'findMissing'>;
}): UploadService {
  const runForUpload = createKeyedQueue();
  const finishQueue = createJobQueue(FINISH_CONCURRENCY, MAX_PENDING);
  /** Large pictures are processed one at a time: in `finishQueue`, those that wait would block all other uploads. */
  const largeQueue = createJobQueue(1, MAX_PENDING);
  /** So that the uploads of one user leave places in the queues to others. */
  const runForUser = createKeyedQueue();

  /** Removes files that no upload refers to. The sweep removes those that remain. */
  async function removeFiles(keys: readonly string[]): Promise<void> {
    try {
      for (let start = 0; start < keys.length; start += REMOVAL_CONCURRENCY) {
        const batch = keys.slice(start, start + REMOVAL_CONCURRENCY);
        await Promise.all(batch.map((key) => storage.remove(key)));
      }
    } catch {
      // The caller does not wait until the storage is available again.
    }
  }

  async function removeUpload(id: string): Promise<void> {
    const upload = await UploadModel.findOneAndDelete({ _id: id }).lean();
    if (upload) await removeFiles(upload.parts);
  }

  /** @returns null when a part is missing. */
  async function readParts(keys: readonly string[]): Promise<Buffer | null> {
    const parts: Buffer[] = [];
    for (const key of keys) {
      const file = await storage.read(key).catch(throwStorageUnavailable);
      if (!file) return null;
      parts.push(await buffer(file.stream).catch(throwStorageUnavailable));
    }
    return Buffer.concat(parts);
  }

  async function requirePicture(key: string): Promise<string> {
    const missing = await media.findMissing([key]);
    if (missing.length > 0) throw uploadNotFound();
    return key;
  }

  /** @param bytes - of the file; null when parts of it are missing. */
  async function storePicture(
    { _id, userId, mediaKey, parts }: UploadDoc,
    bytes: Buffer | null,
  ): Promise<string> {
    if (!bytes) {
      // Another process may have finished the upload in the meantime; otherwise the client has to begin again.
      if (await UploadModel.exists({ _id, finishedAt: null })) await removeUpload(_id);
      return requirePicture(mediaKey);
    }
    try {
      await media.acceptUpload({ key: mediaKey, userId: userId.toHexString(), bytes });
    } catch (error) {
      if (error instanceof AppError && error.status === 400) await removeUpload(_id);
      throw error;
    }
    await UploadModel.updateOne({ _id }, { $set: { finishedAt: new Date(), parts: [] } });
    await removeFiles(parts);
    return mediaKey;
  }

  async function storeInTurn(upload: UploadDoc): Promise<string> {
    const storedKey = await finishQueue.run(async () => {
      const bytes = await readParts(upload.parts);
      const { isLargePicture } = await import('./process-image.js');
      return bytes && (await isLargePicture(bytes)) ? null : storePicture(upload, bytes);
    });
    // The file is read again, so that it takes no memory while it waits.
    return storedKey ?? largeQueue.run(async () => storePicture(upload, await readParts(upload.parts)));
  }

  return {
    async create({ id, userId, size, metadata, writer }) {
      await UploadModel.create({
        _id: id,
        userId,
        size,
        ...(metadata === undefined ? {} : { metadata }),
        offset: 0,
        parts: [],
        writer,
        mediaKey: createPictureKey(),
        createdAt: new Date(),
      });
    },

    async find(userId, id) {
      const upload = await UploadModel.findById(id).lean<UploadDoc>();
      if (upload?.userId.toHexString() !== userId) throw uploadNotFound();
      return upload;
    },

    async claim(userId, id, writer) {
      await UploadModel.updateOne({ _id: id, userId }, { $set: { writer } });
    },

    async append(id, { writer, offset, bytes }) {
      const hasMaxParts = { [`parts.${MAX_PARTS - 1}`]: mongoose.trusted({ $exists: true }) };
      if (await UploadModel.exists({ _id: id, writer, ...hasMaxParts })) {
        await removeUpload(id);
        throw TOO_MANY_PARTS;
      }
      const key = createPartKey(id, offset);
      await storage.write(key, bytes).catch(throwStorageUnavailable);
      const { matchedCount } = await UploadModel.updateOne(
        { _id: id, writer, offset },
        { $set: { offset: offset + bytes.length }, $push: { parts: key } },
      );
      if (matchedCount === 1) return;
      await removeFiles([key]);
      throw conflict('upload_taken_over', 'Another request continues this upload');
    },

    finish: (id) =>
      runForUpload(id, async () => {
        const upload = await UploadModel.findById(id).lean<UploadDoc>();
        if (!upload) throw uploadNotFound();
        if (upload.finishedAt) return requirePicture(upload.mediaKey);
        return runForUser(upload.userId.toHexString(), () => storeInTurn(upload));
      }),

    remove: removeUpload,

    async removeExpired(now) {
      const createdBefore = (ageMs: number) => new Date(now.getTime() - ageMs);
      const oldest = createdBefore(FINISHED_TTL_MS);
      let removed = 0;
      async function removeFrom(uploads: readonly UploadDoc[]): Promise<void> {
        const recent = uploads.filter(({ finishedAt, createdAt }) => finishedAt && createdAt >= oldest);
        const missing = new Set(await media.findMissing(recent.map(({ mediaKey }) => mediaKey)));
        const inUse = new Set(recent.filter(({ mediaKey }) => !missing.has(mediaKey)));
        for (const upload of uploads) {
          if (inUse.has(upload)) continue;
          await removeUpload(upload._id);
          removed += 1;
        }
      }
      await UploadModel.find({ createdAt: mongoose.trusted({ $lt: createdBefore(UPLOAD_TTL_MS) }) })
        .select('finishedAt mediaKey createdAt')
        .lean<UploadDoc[]>()
        .cursor()
        .eachAsync(removeFrom, { batchSize: SWEEP_BATCH });
      return removed;
    },
  };
}
