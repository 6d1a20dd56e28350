import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.js';
import { sentence } from './sentence.js';

const TAG = 'Uploads';

const INVALID_ID = sentence('upload_id_invalid', 'The id of the upload is not valid');
const uploadParams = z.object({
  uploadId: z.string(INVALID_ID).check(z.regex(/^[0-9a-f]{32}$/, INVALID_ID)),
});

const METADATA_PAIR = String.raw`[\w.-]+(?: (?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?)?`;
const METADATA = new RegExp(`^${METADATA_PAIR}(?:,${METADATA_PAIR})*$`);

const tusHeaders = { 'Tus-Resumable': z.literal('1.0.0') };

const NUMBER = /^\d+$/;
const EXPIRES = z.string().check(z.describe('When the unfinished upload is removed'));
/** Headers of responses. */
const tusResponseHeaders = {
  'Tus-Resumable': z.string().check(z.describe('The version of the protocol; error responses have it, too')),
};
const progressHeaders = {
  ...tusResponseHeaders,
  'Upload-Offset': z.string().check(z.regex(NUMBER), z.describe('Number of bytes that have arrived')),
  'Upload-Expires': z.exactOptional(EXPIRES),
  'Upload-Media': z.exactOptional(
    z.string().check(z.describe('Address of the picture, once all bytes have arrived')),
  ),
};

const COMMON = { tag: TAG, access: 'user', readsBody: true, headers: z.object(tusHeaders) } as const;

/** Without a session, as browsers send no cookie with their preflight requests. */
const OPTIONS = {
  tag: TAG,
  access: 'anyone',
  responses: { 204: null },
  responseHeaders: z.object({
    ...tusResponseHeaders,
    'Tus-Version': z.string().check(z.describe('Supported versions of the protocol')),
    'Tus-Extension': z.string().check(z.describe('Supported extensions of the protocol')),
    'Tus-Max-Size': z.string().check(z.regex(NUMBER), z.describe('Most bytes of an upload')),
  }),
  needsDatabase: false,
} as const;

/** Resumable uploads of pictures for the text of stories: tus 1.0.0 with creation, termination and expiration. */
export const uploadEndpoints = {
  'OPTIONS /api/media/uploads': {
    ...OPTIONS,
    operationId: 'getUploadOptions',
    summary: 'Get the supported versions and extensions of tus, and the size limit',
  },
  'OPTIONS /api/media/uploads/:uploadId': {
    ...OPTIONS,
    operationId: 'getUploadOptionsOfUpload',
    summary:
      'Get the supported versions and extensions of tus, and the size limit, at the address of an upload',
    params: uploadParams,
    errors: [400],
  },
  'POST /api/media/uploads': {
    ...COMMON,
    operationId: 'createUpload',
    summary: 'Begin an upload of `Upload-Length` bytes; `Location` is its address',
    headers: z.object({
      ...tusHeaders,
      'Upload-Length': z.string().check(z.regex(/^[1-9]\d{0,7}$/), z.describe('Bytes of the file')),
      'Upload-Metadata': z.exactOptional(
        z
          .string()
          .check(
            z.regex(METADATA),
            z.describe(
              'Names, each with a value in base64 or without one, separated by commas; sent back by HEAD',
            ),
          ),
      ),
    }),
    responses: { 201: null },
    responseHeaders: z.object({
      ...tusResponseHeaders,
      Location: z.string().check(z.describe('Path of the upload')),
      'Upload-Expires': EXPIRES,
    }),
    errors: [400, 412],
    rateLimit: 'posts',
  },
  'HEAD /api/media/uploads/:uploadId': {
    ...COMMON,
    operationId: 'getUploadOffset',
    summary: 'Get how many bytes have arrived (`Upload-Offset`), and `Upload-Media` of a finished upload',
    params: uploadParams,
    responses: { 200: null },
    responseHeaders: z.object({
      ...progressHeaders,
      'Upload-Length': z.string().check(z.regex(NUMBER), z.describe('Bytes of the file')),
      'Upload-Metadata': z.exactOptional(z.string().check(z.describe('As sent when the upload was created'))),
    }),
    errors: [400, 404, 410, 412],
  },
  'PATCH /api/media/uploads/:uploadId': {
    ...COMMON,
    operationId: 'appendToUpload',
    summary: 'Append bytes at `Upload-Offset`; the last ones get `Upload-Media`, the picture’s address',
    params: uploadParams,
    headers: z.object({
      ...tusHeaders,
      'Upload-Offset': z
        .string()
        .check(z.regex(/^\d{1,8}$/), z.describe('Position of the first byte, as returned by HEAD')),
    }),
    bodyType: 'application/offset+octet-stream',
    responses: { 204: null },
    responseHeaders: z.object(progressHeaders),
    errors: [400, 404, 409, 410, 412],
  },
  'DELETE /api/media/uploads/:uploadId': {
    ...COMMON,
    operationId: 'terminateUpload',
    summary: 'Cancel an upload; the picture of a finished one stays available',
    params: uploadParams,
    responses: { 204: null },
    responseHeaders: z.object(tusResponseHeaders),
    errors: [400, 404, 412],
  },
} as const satisfies Record<string, Endpoint>;
