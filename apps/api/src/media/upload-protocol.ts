import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { LIMITS } from '@safarnama/contracts';
import { DataStore, Server, Upload } from '@tus/server';
import { AppError, badRequest, conflict, notFound, pictureTooLarge } from '../http/app-error.js';
import { UPLOAD_TTL_MS, type UploadService } from './upload.service.js';

export const UPLOADS_PATH = '/api/media/uploads';

/**
 * Bytes to collect before they are stored as one object of the storage; a killed process loses about one part at most.
 * Smaller parts would cost more writes, larger ones more memory for each running request.
 */
const PART_BYTES = 256 * 1024;

/** Stores uploads for one request of one user. */
class UploadStore extends DataStore {
  readonly #uploads: UploadService;
  readonly #userId: string;
  readonly #writer: string;
  /**
   * Error of a failed append. While bytes still arrive, the tus server reports every such failure as an abort, with
   * status 400.
   */
  appendError: unknown;
  /**
   * `Upload-Metadata` of the request, or of the upload that the request is about. The tus server would decode and encode
   * the values again, which changes those that are not UTF-8.
   */
  metadata: string | null;

  constructor(uploads: UploadService, userId: string, writer: string, metadata: string | null) {
    super();
    this.metadata = metadata;
    this.extensions = ['creation', 'termination', 'expiration'];
    this.#uploads = uploads;
    this.#userId = userId;
    this.#writer = writer;
  }

  override async create(upload: Upload): Promise<Upload> {
    const { id, size = 0 } = upload;
    // Clients end an empty upload without a PATCH, whose response would report that it is no picture.
    if (size === 0) throw INVALID;
    await this.#uploads.create({
      id,
      userId: this.#userId,
      size,
      metadata: this.metadata ?? undefined,
      writer: this.#writer,
    });
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { size, offset, metadata, createdAt, finishedAt } = await this.#uploads.find(this.#userId, id);
    this.metadata = metadata ?? null;
    return new Upload({
      id,
      size,
      offset,
      // A finished upload does not expire: by default, an upload has been created just now.
      ...(finishedAt ? {} : { creation_date: createdAt.toISOString() }),
    });
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    let stored = offset;
    let chunks: Buffer[] = [];
    let bufferedBytes = 0;
    const flush = async () => {
      const bytes = Buffer.concat(chunks);
      try {
        await this.#uploads.append(id, { writer: this.#writer, offset: stored, bytes });
      } catch (error) {
        this.appendError = error;
        throw error;
      }
      stored += bytes.length;
      chunks = [];
      bufferedBytes = 0;
    };
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bufferedBytes += chunk.length;
      if (bufferedBytes >= PART_BYTES) await flush();
    }
    if (bufferedBytes > 0) await flush();
    return stored;
  }

  override async remove(id: string): Promise<void> {
    await this.#uploads.find(this.#userId, id);
    await this.#uploads.remove(id);
  }

  override getExpiration(): number {
    return UPLOAD_TTL_MS;
  }
}

const EXPIRED = new AppError(410, 'upload_expired', 'The upload has expired. Please add the picture again.');
const INVALID = badRequest('invalid_upload', 'The headers of the upload are not valid');

const TOO_LONG = new AppError(413, 'upload_too_long', 'The body has more bytes than the upload announced');

/** Errors of the tus server by status; it has no other identifier for them. */
const ERRORS_BY_STATUS: Readonly<Record<number, AppError>> = {
  400: INVALID,
  403: INVALID,
  404: notFound('Upload not found'),
  409: conflict('upload_offset', 'The upload continues at another position'),
  410: EXPIRED,
  413: pictureTooLarge(),
  501: INVALID,
};

/**
 * Handles one request of the tus protocol.
 *
 * @param userId - null for `OPTIONS`, which needs no user.
 * @throws AppError for every response with a status of 400 and above.
 */
export async function handleTus(
  uploads: UploadService,
  request: Request,
  userId: string | null,
): Promise<Response> {
  const writer = randomBytes(12).toString('hex');
  const store = new UploadStore(uploads, userId ?? '', writer, request.headers.get('Upload-Metadata'));
  let failure: unknown;
  const server = new Server({
    path: UPLOADS_PATH,
    relativeLocation: true,
    maxSize: LIMITS.imageBytes,
    datastore: store,
    namingFunction: () => randomBytes(16).toString('hex'),
    // No request waits for another: once a request has locked an upload, earlier requests fail to append.
    locker: {
      newLock: (id) => ({
        lock: () => uploads.claim(userId ?? '', id, writer),
        unlock: async () => undefined,
      }),
    },
    onResponseError(_request, error) {
      failure = error;
      return undefined;
    },
  });
  const response = await server.handleWeb(request);
  if (response.status < 400) {
    if (request.method === 'HEAD' && store.metadata) response.headers.set('Upload-Metadata', store.metadata);
    return response;
  }
  if (store.appendError) throw store.appendError;
  if (failure instanceof AppError) throw failure;
  const isTooLong = response.status === 413 && request.method === 'PATCH';
  const expected = isTooLong ? TOO_LONG : ERRORS_BY_STATUS[response.status];
  throw expected ?? failure ?? new Error(`tus responded ${response.status}: ${await response.text()}`);
}
