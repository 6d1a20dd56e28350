import { Readable } from 'node:stream';
import { processEnv, type StorageSettings } from '../config/env.js';
import type { ImageStorage } from './image-storage.js';
import { requireStorageKey } from './storage-key.js';

type S3Settings = Extract<StorageSettings, { kind: 's3' }>;

const CONNECT_TIMEOUT_MS = 2_000;
/** Timeout of a connection on which nothing is sent or received. */
const IDLE_TIMEOUT_MS = 5_000;
const MAX_ATTEMPTS = 2;

/** The parts of an upload have no picture type yet. */
const contentTypeOf = (key: string) => {
  if (key.endsWith('.jpg')) return 'image/jpeg';
  return key.endsWith('.webp') ? 'image/webp' : 'application/octet-stream';
};

const isMissing = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404 &&
  (error as Error).name !== 'NoSuchBucket';

/**
 * Stores pictures in a bucket of an S3-compatible server. The SDK finds the credentials in its usual places
 * (environment, shared files, the machine's role). The bucket must exist.
 */
export async function createS3Storage(
  settings: S3Settings,
  idleTimeoutMs = IDLE_TIMEOUT_MS,
): Promise<ImageStorage> {
  // On Node 20 the SDK would print lines that are not JSON: that its versions of 2027 need a later Node.
  Object.assign(processEnv(), { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' });
  // Loaded on demand: the package is large and used only with a bucket.
  const { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client, paginateListObjectsV2 } =
    await import('@aws-sdk/client-s3');
  const client = new S3Client({
    region: settings.region,
    ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint, forcePathStyle: true }),
    // Several compatible servers do not support the newer checksums that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: MAX_ATTEMPTS,
    // The SDK's `requestTimeout` only logs a warning.
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: idleTimeoutMs },
  });
  const prefix = settings.prefix === '' ? '' : `${settings.prefix}/`;
  const locate = (key: string) => ({ Bucket: settings.bucket, Key: prefix + requireStorageKey(key) });

  return {
    async write(key, bytes) {
      await client.send(
        new PutObjectCommand({ ...locate(key), Body: bytes, ContentType: contentTypeOf(key) }),
      );
    },

    async read(key) {
      const found = await client.send(new GetObjectCommand(locate(key))).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      });
      if (!found) return null;
      if (!(found.Body instanceof Readable)) throw new Error('The storage server sent no body');
      if (found.ContentLength === undefined) {
        found.Body.destroy();
        throw new Error('The storage server sent no length');
      }
      return { stream: found.Body, bytes: found.ContentLength };
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand(locate(key)));
    },

    async *list() {
      for await (const page of paginateListObjectsV2(
        { client },
        { Bucket: settings.bucket, Prefix: prefix },
      )) {
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key && LastModified) yield { key: Key.slice(prefix.length), modifiedAt: LastModified };
        }
      }
    },
  };
}
